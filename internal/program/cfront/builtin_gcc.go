package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// GCC's builtins about the program itself: its stack, its processor, what the compiler knows.

func compilerBuiltins() map[string]handler {
	return map[string]handler{
		"__builtin_alloca_with_align":         (*fn).builtinAllocaAligned,
		"__builtin_alloca_with_align_and_max": (*fn).builtinAllocaAligned,
		"__builtin_classify_type":             (*fn).builtinClassifyType,
		"__builtin_cpu_init":                  (*fn).builtinNothing,
		"__builtin_cpu_is":                    (*fn).builtinUnknown,
		"__builtin_extract_return_addr":       (*fn).builtinFirst,
		"__builtin_frob_return_addr":          (*fn).builtinFirst,
		"__builtin_frame_address":             (*fn).builtinUnknown,
		"__builtin_return_address":            (*fn).builtinUnknown,
		"__builtin_thread_pointer":            (*fn).builtinUnknown,
		"__builtin_speculation_safe_value":    (*fn).builtinFirst,
		"__builtin___clear_cache":             (*fn).builtinNothing,
		"__builtin_stack_save":                (*fn).builtinUnknown,
		"__builtin_stack_restore":             (*fn).builtinNothing,
		"__builtin_unwind_init":               (*fn).builtinNothing,
		"__VERIFIER_atomic_begin":             (*fn).builtinNothing,
		"__VERIFIER_atomic_end":               (*fn).builtinNothing,
		"__CPROVER_assume":                    (*fn).builtinAssume,
		"__CPROVER_assert":                    (*fn).builtinAssert,
		"__CPROVER_precondition":              (*fn).builtinAssert,
		"__CPROVER_postcondition":             (*fn).builtinAssert,
		"__CPROVER_cover":                     (*fn).builtinNothing,
		"__CPROVER_input":                     (*fn).builtinNothing,
		"__CPROVER_output":                    (*fn).builtinNothing,
		"__CPROVER_atomic_begin":              (*fn).builtinNothing,
		"__CPROVER_atomic_end":                (*fn).builtinNothing,
		"__CPROVER_overflow_plus":             overflowQuestion(ir.OpAdd),
		"__CPROVER_overflow_minus":            overflowQuestion(ir.OpSub),
		"__CPROVER_overflow_mult":             overflowQuestion(ir.OpMul),
		"__CPROVER_overflow_unary_minus":      overflowQuestion(ir.OpSub),
		"__CPROVER_overflow_shl":              (*fn).shiftQuestion,
	}
}

// builtinFirst is the value of the first argument.
func (f *fn) builtinFirst(c *callSite) value {
	if len(c.args) == 0 {
		f.r.fail(c.pos, "", "%s needs an argument", c.g.cname)
		return f.number(f.r.types.intT, num.I(0))
	}
	return f.passed(c)[0]
}

// builtinUnknown has no effects, and any result.
func (f *fn) builtinUnknown(c *callSite) value {
	f.used(c)
	return f.unknown(f.r.resultType(c.g), ir.FromApproximation, "", c.pos)
}

// builtinObjectSize is left open: it depends on what the optimiser finds out. The arguments are not
// evaluated.
func (f *fn) builtinObjectSize(c *callSite) value {
	t := f.r.types.size
	return value{t: t, e: f.havoc(t.ir(), ir.FromOpen, c.g.cname, c.pos)}
}

// builtinAllocaAligned is alloca with an alignment in bits and perhaps a limit. Blocks are aligned to
// 16 bytes; more is not modelled.
func (f *fn) builtinAllocaAligned(c *callSite) value {
	if len(c.args) < 2 {
		f.r.fail(c.pos, "", "%s needs a size and an alignment", c.g.cname)
		return f.number(f.r.types.voidPtr, num.I(0))
	}
	if n, ok := f.r.constant(f.unit, c.args[1]); !ok || n > 128 {
		f.unsound(c.pos, "%s to more than 16 bytes is not supported", c.g.cname)
	}
	size := f.passed(c, f.r.types.size)[0].e
	f.onStack(size, c.pos)
	return f.heapBlock(c, size, false)
}

// builtinClassifyType is the number of the class of its argument's type in GCC's typeclass.h.
func (f *fn) builtinClassifyType(c *callSite) value {
	class := int64(-1)
	if len(c.args) == 1 {
		switch t := f.r.valueType(c.args[0]); t.kind {
		case kVoid:
			class = 0
		case kInt, kBool:
			class = 1
		case kPointer:
			class = 5
		case kFloat:
			class = 8
		case kStruct:
			class = 12
		case kUnion:
			class = 13
		}
	}
	if class < 0 {
		return f.builtinUnknown(c)
	}
	return f.number(f.r.types.intT, num.I(class))
}

// toolPrefixes begin names that compilers and verifiers reserve for functions whose meaning they
// know. One that craig does not know may mean anything.
var toolPrefixes = []string{
	"__builtin_", "__atomic_", "__sync_", "__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "__llbmc_", "__goblint_", "klee_",
}

// rejectUnknownTool makes a call of a function without a body an error message if a compiler or
// another verifier knows what it does, and craig does not. It tells whether it has.
func (f *fn) rejectUnknownTool(c *callSite) bool {
	name := c.g.cname
	if strings.HasPrefix(name, "__VERIFIER_nondet_") {
		for _, a := range c.args {
			if f.r.valueType(a).kind == kPointer {
				f.r.fail(c.pos, "give the function a body", "craig does not know %s with arguments", name)
				return true
			}
		}
		return false
	}
	for _, prefix := range toolPrefixes {
		if strings.HasPrefix(name, prefix) && library.Lookup(name) == nil {
			f.r.fail(c.pos, "give the function a body, or leave the call out", "craig does not know what %s does", name)
			return true
		}
	}
	return false
}

// isIntrinsic tells whether a function is a processor's instruction.
func isIntrinsic(name string) bool { return strings.HasPrefix(name, "__builtin_ia32_") }

// checkedArguments leaves out what memcpy's kin with _chk at the end of their name are given beyond the
// arguments of the function that they check.
func (f *fn) checkedArguments(c *callSite) {
	g := f.r.named(c.x.PostfixExpression)
	if g == nil || g.def != nil {
		return
	}
	drop := library.CheckArguments(g.cname, len(c.args))
	if drop == nil {
		return
	}
	args := c.args
	c.args = nil
	for i, a := range args {
		if drop[i] {
			f.effect(a)
		} else {
			c.args = append(c.args, a)
		}
	}
}
