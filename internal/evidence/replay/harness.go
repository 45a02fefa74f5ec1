package replay

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// What the harness defines besides the inputs.
const (
	errorFunction = "craig_error"
	roundFunction = "craig_round"  // called at the head of the loop that an execution stays in
	leftFunction  = "craig_left"   // called by functions that have no body in the copies
	reportEnv     = "CRAIG_REPLAY" // names the file that is made when the error is reached
)

// Exit statuses of a replay.
const (
	statusReached = 113
	statusAssumed = 114
	statusLeft    = 115
)

// Harness writes the inputs of a trace as C: to be compiled and linked with the program as it is, which has been read with
// cfront.Options.Missing. Functions without a body give the values in the order of the trace. The problems are inputs
// that cannot be given this way, and what the program lacks that the file does not define.
func Harness(prog Program, t *verdict.Trace) ([]byte, []Problem) {
	l := Link(prog, t)
	p := l.plan
	for _, in := range p.inputs {
		if in.source == ir.FromUninitialised && in.matters() {
			p.problem(in.pos, in.name+" is not initialised")
		}
		if in.source == ir.FromVolatile && in.matters() {
			p.problem(in.pos, in.name+" is volatile: its values come from outside the program")
		}
	}
	for _, c := range p.unknown {
		if !l.has(c) {
			p.problem(c.pos, "memory with unknown contents")
		}
	}
	if name := l.Undefinable(); name != "" {
		p.problem(prog.IR.Main.Pos, name+" is defined nowhere, and craig cannot write its type without the program's declarations")
	}
	if e := prog.IR.Environment; e != nil {
		p.problem(prog.IR.Main.Pos, e.Entry+", which calls the function, is not in the program: craig harness writes it")
	}
	p.feedByName()
	return p.harness(l), p.problems
}

// has tells whether the file has cells that have contents from the start.
func (l *Linked) has(c contents) bool {
	if !c.start {
		return false
	}
	for addr := range c.cells {
		if a, ok := num.ParseInt(addr); !ok || !l.plan.reserve(a) && l.object(a) == nil {
			return false
		}
	}
	return true
}

// given are the inputs of the trace that the file gives. Others that matter are problems.
func (l *Linked) given() (list []Given) {
	p := l.plan
	for i, id := range p.trace.Path {
		h, ok := p.prog.IR.Edges[id].Stmt.(*ir.Havoc)
		in := p.at[i]
		if !ok || in == nil || h.Source != ir.FromCall && (h.Source != ir.FromParameter || !in.global) {
			continue
		}
		x := Given{Name: h.Name, Type: h.Var.Type, Value: p.trace.Input[i], Call: h.Source == ir.FromCall}
		switch {
		case x.Call && l.Call(x.Name, x.Type), !x.Call && l.Variable(x.Name, h.Var):
			list = append(list, x)
		case in.matters() && !scans(x.Name):
			p.problem(in.pos, "what "+x.Name+" has or gives")
		}
	}
	return list
}

// harness is the C text: one function for each site, one for each other function, the parameters
// and the variables that are defined elsewhere. l is nil for copies of the program, which lack nothing else.
func (p *plan) harness(l *Linked) []byte {
	var b strings.Builder
	at := p.prog.IR.Locs[p.trace.Error].Pos
	b.WriteString(p.prog.Command(fmt.Sprintf("Inputs with which the program reaches the error (%s) at %s:%d.", p.trace.Goal.Property, filepath.Base(at.File), at.Line), p.wraps()))
	fmt.Fprintf(&b, `
#ifdef __clang__
#pragma clang diagnostic ignored "-Weverything"
#endif
#define WEAK __attribute__((weak))
extern long craig_write(int, const void *, unsigned long) __asm__("write");
extern char *craig_getenv(const char *) __asm__("getenv");
extern int craig_creat(const char *, unsigned) __asm__("creat");
extern void craig_exit(int) __asm__("_exit");
extern int *craig_errno(void) __asm__("__errno_location");

int %s(void) {
  static const char text[] = "the error is reached\n";
  char *report = craig_getenv("%s");
  if (report) craig_creat(report, 0600);
  craig_write(2, text, sizeof text - 1);
  craig_exit(%d);
  return 0;
}
WEAK void reach_error(void) { %[1]s(); }
WEAK void __VERIFIER_error(void) { %[1]s(); }
WEAK void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { %[1]s(); }
WEAK int assert(int holds) { return holds ? 0 : %[1]s(); }
WEAK void __VERIFIER_assume(int holds) { if (!holds) craig_exit(%[4]d); }
`, errorFunction, reportEnv, statusReached, statusAssumed)
	fmt.Fprintf(&b, "int %s(void) { static int n; return ++n == %d ? %s() : 0; }\n", roundFunction, p.rounds, errorFunction)
	if p.partly {
		fmt.Fprintf(&b, "void %s(void) { craig_exit(%d); }\n", leftFunction, statusLeft)
	}
	defined := map[string]bool{"reach_error": true, "__VERIFIER_error": true, "__assert_fail": true, "assert": true, "__VERIFIER_assume": true}

	p.reservation(&b)
	b.WriteString("\n/* Inputs, in the order of the execution. */\n")
	if l != nil {
		b.WriteString("void exit(int);\n")
		l.Define(&b, l.given(), defined)
	}
	for _, in := range p.ordered() {
		switch {
		case l != nil:
		case in.site != "":
			in.function(&b, in.site, "")
		case in.source == ir.FromCall:
			in.function(&b, in.name, "WEAK ")
			defined[in.name] = true
		case in.given:
		case in.source == ir.FromParameter && in.global && native.Identifier.MatchString(in.name) && !native.LibraryVariable(in.name):
			fmt.Fprintf(&b, "WEAK %s %s;\n", native.CType(in.typ), in.name)
			fmt.Fprintf(&b, "__attribute__((constructor)) static void craig_set_%s(void) { %[1]s = %s; }\n", in.name, native.Literal(in.values[0]))
		}
	}
	for _, f := range p.fed {
		f.define(p, &b)
	}
	if len(p.sites) > 0 {
		b.WriteString("\n/* Blocks of the heap with their contents. */\nextern void *craig_malloc(__SIZE_TYPE__) __asm__(\"malloc\");\n")
	}
	for _, s := range p.sites {
		s.define(&b)
	}
	b.WriteString("void *craig_null() { return 0; }\n")
	b.WriteString("\n/* Inputs that this execution does not need. */\n")
	for _, f := range unneeded {
		if !defined["__VERIFIER_nondet_"+f[0]] {
			fmt.Fprintf(&b, "WEAK %s __VERIFIER_nondet_%s(void) { return 0; }\n", f[1], f[0])
		}
	}
	if p.wraps() {
		p.main(&b)
	}
	return []byte(b.String())
}

// unneeded are the functions that SV-COMP's programs may declare.
var unneeded = [][2]string{
	{"bool", "_Bool"}, {"char", "char"}, {"uchar", "unsigned char"}, {"short", "short"}, {"ushort", "unsigned short"},
	{"int", "int"}, {"uint", "unsigned"}, {"unsigned", "unsigned"}, {"long", "long"}, {"ulong", "unsigned long"},
	{"longlong", "long long"}, {"ulonglong", "unsigned long long"}, {"size_t", "__SIZE_TYPE__"},
	{"pointer", "void *"}, {"float", "float"}, {"double", "double"},
}

// ordered are the inputs; those of functions that the copy does not call by place are put
// together by function, with the values in the order of the execution.
func (p *plan) ordered() []*input {
	var list []*input
	byName := map[string]*input{}
	for i, id := range p.trace.Path {
		h, ok := p.prog.IR.Edges[id].Stmt.(*ir.Havoc)
		if !ok || h.Source != ir.FromCall || p.at[i] == nil || p.at[i].site != "" || !native.Identifier.MatchString(h.Name) {
			continue
		}
		in := byName[h.Name]
		if in == nil {
			in = &input{name: h.Name, typ: h.Var.Type, source: ir.FromCall}
			byName[h.Name] = in
			list = append(list, in)
		}
		in.values = append(in.values, p.trace.Input[i])
	}
	for _, in := range p.inputs {
		if in.site != "" || in.source != ir.FromCall {
			list = append(list, in)
		}
	}
	return list
}

// function defines a function that gives the values one after the other, then 0.
func (in *input) function(b *strings.Builder, name, attr string) {
	about := " /* " + in.name + " */"
	if in.source != ir.FromCall && in.site != "" {
		about = fmt.Sprintf(" /* %s, line %d */", in.name, in.pos.Line)
	}
	values := in.values
	if !in.matters() || in.typ.Kind == ir.Float && !in.typ.IsFloat() {
		values = nil
	}
	native.Give(attr, name, about, in.typ, values).Write(b)
}

// parameters are the inputs that the entry function is called with, in order.
func (p *plan) parameters() []*input {
	var list []*input
	for _, in := range p.inputs {
		if in.source == ir.FromParameter && !in.global {
			list = append(list, in)
		}
	}
	return list
}

// wraps tells whether the program's main is not where the execution begins.
func (p *plan) wraps() bool {
	for _, in := range p.parameters() {
		if in.matters() {
			return true
		}
	}
	return p.prog.Entry() != "main"
}

// main calls the entry function.
func (p *plan) main(b *strings.Builder) {
	var lists strings.Builder
	list := p.arguments(&lists)
	var types, args []string
	for _, in := range p.parameters() {
		types = append(types, native.CType(in.typ))
		v := native.LiteralOf(in.typ, in.values[0])
		if in.typ.Kind != ir.Integer && !in.typ.IsFloat() {
			v = cmp.Or(list(in), "0")
		}
		args = append(args, v)
	}
	b.WriteString(p.prog.CallEntry(lists.String(), types, args))
}
