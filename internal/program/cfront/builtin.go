package cfront

import (
	"maps"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// handler evaluates calls of a function that the front end understands itself.
type handler func(f *fn, c *callSite) value

// builtins are the handlers of the functions that package library's table gives one. A definition
// in the program takes precedence.
var builtins map[string]handler

// builtin is the handler of calls of g, which is the function of the row, if that is not nil; nil if
// it has none.
func builtin(g *function, row *library.Function) handler {
	switch {
	case isIntrinsic(g.cname):
		return (*fn).builtinUnsupported
	case row == nil:
		return modelHandlers[g.cname]
	case row.Kind == library.Unsupported && !row.Handler:
		return (*fn).builtinUnsupported
	}
	return builtins[row.Name]
}

func init() { // breaks the cycle from the table to its users
	builtins = map[string]handler{
		"__builtin_expect":                  (*fn).builtinExpect,
		"__builtin_expect_with_probability": (*fn).builtinExpect,
		"__builtin_assume_aligned":          (*fn).builtinExpect,
		"__builtin_constant_p":              (*fn).builtinConstantP,
		"__builtin_choose_expr":             (*fn).builtinChoose,
		"__ccgo__types_compatible_p": func(f *fn, c *callSite) value {
			return f.number(f.r.types.intT, num.I(f.r.sameTypes(c.args)))
		},
		"__builtin_object_size":  (*fn).builtinObjectSize,
		"__builtin_cpu_supports": (*fn).builtinUnknown,
		"__builtin_unreachable":  (*fn).builtinUnreachable,
		"__builtin_trap":         (*fn).builtinStop,
		"abort":                  (*fn).builtinStop,
		"exit":                   (*fn).builtinStop,
		"_exit":                  (*fn).builtinStop,
		"_Exit":                  (*fn).builtinStop,
		"quick_exit":             (*fn).builtinStop,
		"__assert_fail":          (*fn).builtinStop,
		"__VERIFIER_error":       (*fn).builtinStop,
		"__builtin_prefetch":     (*fn).builtinNothing,
		"__builtin_va_start":     (*fn).builtinVaStart,
		"__builtin_va_end":       (*fn).builtinVaEnd,
		"__builtin_va_arg":       (*fn).builtinVaArg,
		"__builtin_va_copy":      (*fn).builtinNothing,
		"free":                   (*fn).builtinFree,
		"sprintf":                printing(false, false),
		"snprintf":               printing(true, false),
		"vsprintf":               printing(false, true),
		"vsnprintf":              printing(true, true),
		"asprintf":               (*fn).builtinAsprintf,
		"vasprintf":              (*fn).builtinAsprintf,
		"malloc":                 allocation(0, -1, false),
		"valloc":                 (*fn).pageAllocation,
		"calloc":                 allocation(0, 1, true),
		"realloc":                reallocation(0),
		"reallocarray":           reallocation(1),
		"malloc_usable_size":     (*fn).usableSize,
		"aligned_alloc":          (*fn).alignedAllocation,
		"posix_memalign":         (*fn).posixAllocation,
		"memalign":               (*fn).alignedAllocation,
		"alloca":                 (*fn).builtinAlloca,
		"printf":                 counting(0),
		"fprintf":                counting(1),
		"vprintf":                (*fn).builtinPrint,
		"vfprintf":               (*fn).builtinPrint,
		"dprintf":                counting(1),
		"vdprintf":               (*fn).builtinPrint,
		"syslog":                 (*fn).builtinPrint,
		"vsyslog":                (*fn).builtinPrint,
		"warn":                   (*fn).builtinPrint,
		"warnx":                  (*fn).builtinPrint,
		"vwarn":                  (*fn).builtinPrint,
		"vwarnx":                 (*fn).builtinPrint,
		"err":                    (*fn).builtinPrintAndStop,
		"errx":                   (*fn).builtinPrintAndStop,
		"verr":                   (*fn).builtinPrintAndStop,
		"verrx":                  (*fn).builtinPrintAndStop,
		"error":                  (*fn).builtinError,
		"setbuf":                 unless(1),
		"setbuffer":              unless(1),
		"setvbuf":                unless(1),
		"signal":                 (*fn).builtinSignal,
		"bsd_signal":             (*fn).builtinSignal,
		"sysv_signal":            (*fn).builtinSignal,
		"__sysv_signal":          (*fn).builtinSignal,
		"setlocale":              (*fn).builtinSetLocale,
		"pvalloc":                allocation(0, -1, false),
		"memcpy":                 (*fn).builtinCopy,
		"memmove":                (*fn).builtinCopy,
		"memset":                 (*fn).builtinSet,
		"assert":                 (*fn).builtinAssert,
		"__VERIFIER_assert":      (*fn).builtinAssert,
		"__VERIFIER_assume":      (*fn).builtinAssume,
		"qsort":                  (*fn).builtinSort,
		"bsearch":                (*fn).builtinSearch,
		"scanf":                  scanning(1, ir.FromCall),
		"fscanf":                 scanning(2, ir.FromCall),
		"sscanf":                 scanning(2, ir.FromApproximation),
		"setjmp":                 (*fn).builtinZero,
		"_setjmp":                (*fn).builtinZero,
		"sigsetjmp":              (*fn).builtinZero,
		"__sigsetjmp":            (*fn).builtinZero,
	}
	for _, more := range []map[string]handler{overflowBuiltins(), bitsBuiltins(), floatBuiltins(), mathBuiltins(), atomicBuiltins(), compilerBuiltins()} {
		maps.Copy(builtins, more)
	}
	for _, folds := range []map[string]handler{bitsBuiltins(), floatBuiltins()} {
		for name := range folds {
			foldable[name] = true
		}
	}
}

// isError tells whether a call of g is an error.
func (r *reader) isError(g *function) bool {
	if g.unit.models && g.def != nil {
		return false
	}
	if g.cname == r.opts.ErrorFunction && g.cname != "" {
		return true
	}
	if r.props["unreach-call"] == "" {
		return false
	}
	switch g.cname {
	case "reach_error", "__VERIFIER_error", "__assert_fail", "__assert_rtn", "__assert_perror_fail", "__assert":
		return true
	}
	return false
}

func (f *fn) builtinNothing(c *callSite) value {
	f.used(c)
	return value{t: f.r.types.void}
}

// builtinFree does nothing, unless a property is about the lives of objects.
func (f *fn) builtinFree(c *callSite) value {
	if f.constOnly {
		return f.builtinNothing(c)
	}
	vs := f.passed(c, f.r.types.voidPtr)
	if len(c.args) == 0 { // through a pointer
		vs = f.parameters()
	}
	if len(vs) != 1 || vs[0].e == nil {
		return f.builtinNothing(c)
	}
	f.free(f.settled(vs[0].e, c.pos), c.pos)
	return value{t: f.r.types.void}
}

func (f *fn) builtinZero(c *callSite) value {
	f.used(c)
	return f.number(f.r.types.intT, num.I(0))
}

func (f *fn) builtinStop(c *callSite) value {
	f.used(c)
	f.stop(c.pos)
	return value{t: f.r.types.void}
}

func (f *fn) builtinUnreachable(c *callSite) value {
	f.r.note(ir.Assumption, c.pos, "executions that reach __builtin_unreachable are outside the answer")
	f.vanish(c.pos).why = ir.LeftOut
	return value{t: f.r.types.void}
}

func (f *fn) builtinUnsupported(c *callSite) value {
	f.used(c)
	f.unsound(c.pos, "%s is not supported", c.g.cname)
	t := f.r.resultType(c.g)
	return f.unknown(t, ir.FromApproximation, "", c.pos)
}

// unsound leads to the location of what is not modelled: if it can be reached, nothing is known.
func (f *fn) unsound(pos ir.Pos, format string, args ...any) {
	f.r.note(ir.Unmodelled, pos, format, args...)
	bad := f.node(pos)
	bad.goal.Kind = ir.Unsupported
	f.jump(bad, pos).aux = false
}

// builtinExpect is the first argument.
func (f *fn) builtinExpect(c *callSite) value {
	if len(c.args) == 0 {
		return f.number(f.r.types.intT, num.I(0))
	}
	return f.convert(f.passed(c)[0], f.r.resultType(c.g), c.pos)
}

func (f *fn) builtinConstantP(c *callSite) value {
	known := int64(0)
	if len(c.args) > 0 {
		if _, ok := f.r.constantValue(f.unit, c.args[0]); ok {
			known = 1
		}
		if _, ok := stringLiteral(c.args[0]); ok {
			known = 1
		}
	}
	return f.number(f.r.types.intT, num.I(known))
}

func (f *fn) builtinChoose(c *callSite) value {
	if len(c.args) == 3 {
		if v, ok := f.r.constantValue(f.unit, c.args[0]); ok {
			if !v.e.Val.IsZero() {
				return f.rvalue(c.args[1])
			}
			return f.rvalue(c.args[2])
		}
	}
	f.r.fail(c.pos, "", "__builtin_choose_expr needs a constant and two expressions")
	return f.number(f.r.types.intT, num.I(0))
}

// builtinAssume is one statement; what && and || need control flow for comes before it.
func (f *fn) builtinAssume(c *callSite) value {
	if len(c.args) != 1 {
		return f.unknownCall(c)
	}
	cond := f.truth(f.passedFlag(c), c.pos)
	f.emit(&ir.Assume{Cond: cond}, c.pos).aux = false
	return value{t: f.r.types.void}
}

func (f *fn) builtinAssert(c *callSite) value {
	if len(c.args) == 0 || f.r.props["unreach-call"] == "" {
		return f.builtinAssume(c)
	}
	yes, no := f.node(c.pos), f.node(c.pos)
	f.passedTruth(c, yes, no)
	f.cur = no
	f.errorEdge(c.pos)
	f.cur = yes
	return value{t: f.r.types.void}
}

// pointedArgument evaluates a pointer argument without the casts to void * and char * around it,
// so that what it points to keeps its type.
func (f *fn) pointedArgument(n cc.ExpressionNode) value {
	if v, ok := f.evaluated[n]; ok {
		return v
	}
	for {
		x, ok := strip(n).(*cc.CastExpression)
		if !ok || f.r.typeNames[x.TypeName].t.kind != kPointer || f.r.valueType(x.CastExpression).kind != kPointer {
			return f.rvalue(n)
		}
		n = x.CastExpression
	}
}

// builtinCopy copies whole objects in pieces that suit their members, if it is known what is copied;
// else the model copies bytes. memmove of several elements may overlap.
func (f *fn) builtinCopy(c *callSite) value {
	if f.constOnly || len(c.args) < 3 {
		return f.modelCall(c)
	}
	n, ok := f.r.constant(f.unit, c.args[2])
	t := f.copyType(c.args[0], c.args[1])
	if !ok || t == nil || !f.r.types.inPieces(t, n) ||
		library.Plain(c.g.cname) == "memmove" && n != t.size {
		return f.modelCall(c)
	}
	to := f.pointedArgument(c.args[0])
	m := f.mark()
	from := f.pointedArgument(c.args[1])
	f.freeze(m, c.pos, &to)
	if library.Plain(c.g.cname) == "memcpy" {
		size := ir.ConstInt(f.r.types.size.ir(), n)
		f.apart(to.e, size, from.e, size, "memcpy", c.pos)
	}
	f.moveBits(place{addr: to.e}, place{addr: from.e}, n, c.pos, func() {
		for off := int64(0); off < n; off += t.size { // t may be a scalar
			f.copyRepresentation(place{t: t, addr: f.r.offset(to.e, off)}, place{t: t, addr: f.r.offset(from.e, off)}, c.pos)
		}
	})
	return value{t: f.r.types.voidPtr, e: to.e}
}

// copyType is the type that both arguments point to, if the layouts agree.
func (f *fn) copyType(a, b cc.ExpressionNode) *ctype {
	ta, tb := f.argumentType(a), f.argumentType(b)
	if ta == nil || tb == nil || ta.size != tb.size || f.r.signature(ta) != f.r.signature(tb) {
		return nil
	}
	return ta
}

// argumentType is what a pointer argument points to, without its casts.
func (f *fn) argumentType(n cc.ExpressionNode) *ctype {
	types := f.r.types
	for {
		x, ok := strip(n).(*cc.CastExpression)
		if !ok || f.r.valueType(x.CastExpression).kind != kPointer {
			break
		}
		n = x.CastExpression
	}
	p := f.r.valueType(n)
	if p.kind != kPointer {
		return nil
	}
	t := p.elemC
	types.complete(t)
	if t.kind == kVoid || t.kind == kFunc {
		return nil
	}
	return t
}

// inPieces tells whether n bytes are a few objects of type t with few pieces.
func (tt *typeTable) inPieces(t *ctype, n int64) bool {
	if t.size <= 0 || n < 0 || n%t.size != 0 || n/t.size > maxCells {
		return false
	}
	_, ok := tt.pieces(t)
	return ok
}

// builtinSet fills whole objects in pieces that suit their members, if it is known what is filled and
// with what; else the model sets bytes.
func (f *fn) builtinSet(c *callSite) value {
	if f.constOnly || len(c.args) < 3 {
		return f.modelCall(c)
	}
	b, known := f.r.constant(f.unit, c.args[1])
	n, ok := f.r.constant(f.unit, c.args[2])
	t := f.argumentType(c.args[0])
	if !ok || !known || t == nil || !f.r.types.inPieces(t, n) {
		return f.modelCall(c)
	}
	to := f.pointedArgument(c.args[0])
	for off := int64(0); off < n; off += t.size {
		f.fillRepresentation(place{t: t, addr: f.r.offset(to.e, off)}, byte(b), c.pos)
	}
	return value{t: f.r.types.voidPtr, e: to.e}
}

// modelCall calls the model in C, which the scan has read.
func (f *fn) modelCall(c *callSite) value {
	if c.g.def == nil {
		return f.unknownCall(c)
	}
	return f.directCall(c)
}
