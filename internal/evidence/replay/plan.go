// Package replay has a C compiler confirm a counterexample: it compiles a copy of the program in
// which every unknown value comes from the trace, under the compiler's sanitizers, and watches it
// reach the error.
//
//	plan.go     which input belongs to which place of the source
//	results.go  calls whose inputs are several values
//	given.go    the arguments of main
//	memory.go   contents of local variables in memory
//	library.go  functions of the C library
//	harness.go  the C text that gives the inputs
//	left.go     bodies that need not be compiled
//	run.go      compiling and running
//
// What is trusted is the C compiler alone: that the interpreter follows the trace does not enter.
package replay

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/mark"
	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Program is what was verified.
type Program = native.Program

// Problem is an input that the compiled program cannot be given.
type Problem struct {
	Pos ir.Pos
	Why string
}

func (p Problem) String() string {
	return fmt.Sprintf("not replayable: line %d: %s", p.Pos.Line, p.Why)
}

// input is a place of the source that gives unknown values.
type input struct {
	name   string // the function, or the C designator of a variable
	pos    ir.Pos
	typ    ir.Type
	source ir.Source
	global bool      // a variable of static storage
	values []num.Int // in the order of the execution
	given  bool      // the copy sets it
	site   string    // the function of the harness that gives them, if the copy calls that
}

// plan says where the inputs of a trace go.
type plan struct {
	prog       Program
	trace      *verdict.Trace
	inputs     []*input
	at         map[int]*input // by index in the trace's path
	unknown    []contents     // of memory
	rooms      []*ir.Object   // what pointers of unknown origin point to, by address
	cells      []cell         // what is there
	heap       []*csource.Block
	sites      []*site    // calls of malloc whose blocks get contents
	fed        []*fedSite // calls of library functions that give inputs
	problems   []Problem
	partly     bool    // the copies do without what nothing reaches, see left.go
	given      []list  // what main is given,
	low, high  num.Int // where the texts of that lie in the trace,
	characters []cell  // and what they are, from low on
	rounds     int     // how often the trace comes to the loop that it stays in; 0 if the copy does not count that
	volatile   bool    // the trace reads volatile objects that something outside the program changes

	fromLibrary func(name string) bool // see isReal
}

func newPlan(prog Program, t *verdict.Trace) *plan {
	p := &plan{prog: prog, trace: t, at: map[int]*input{}}
	type key struct {
		pos    ir.Pos
		name   string
		source ir.Source
	}
	byPlace := map[key]*input{}
	calls := map[ir.Pos]*scan{}
	if !p.indeterminate() {
		p.memory(-1, prog.IR.Main.Pos, 0)
	}
	for i, id := range t.Path {
		e := prog.IR.Edges[id]
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok {
			continue
		}
		if p.indeterminate() && h.Source == ir.FromUninitialised {
			continue // it stays as it is
		}
		if h.Var.Type.Kind == ir.Memory {
			p.memory(i, e.Pos, h.Var.Type.Bits)
			continue
		}
		allocates := h.Source == ir.FromCall && native.Allocates(h.Name, h.Var.Type)
		if h.Source.Open() || h.Source == ir.FromGhost || h.Source == ir.FromInterrupt || h.Source == ir.FromCall && !allocates && (native.InModel(e.Pos) || p.isReal(h.Name)) {
			continue // the C library says, or modelCalls
		}
		v := t.Input[i]
		if addr, ok := p.cellOf(h.Var); ok {
			if !v.IsZero() {
				p.store(addr, h.Var.Type, v, e.Pos)
			}
			continue
		}
		name := h.Name
		if h.Source == ir.FromCall && scans(name) && p.isLibrary(name) {
			if calls[e.Pos] == nil {
				calls[e.Pos] = &scan{}
			}
			name = calls[e.Pos].next(name, v)
		}
		k := key{e.Pos, name, h.Source}
		in := byPlace[k]
		if in == nil {
			in = &input{name: name, pos: e.Pos, typ: h.Var.Type, source: h.Source, global: h.Var.Func == nil}
			byPlace[k] = in
			p.inputs = append(p.inputs, in)
		}
		in.values = append(in.values, v)
		p.at[i] = in
		if v.IsZero() || h.Source == ir.FromVolatile { // see instrument
			continue
		}
		switch {
		case h.Source == ir.FromApproximation:
			p.problem(e.Pos, "an approximated value")
		case h.Source == ir.FromCall && scans(h.Name) && p.isLibrary(h.Name):
			p.problem(e.Pos, reads(h.Name))
		case h.Source == ir.FromEffect && p.givesInput(e, h.Var): // modelCalls
		case h.Source == ir.FromEffect:
			p.problem(e.Pos, "memory that "+h.Name+" writes")
		case h.Var.Type.Kind == ir.Pointer && !p.reserve(v):
			p.problem(e.Pos, address(h.Name))
		case h.Var.Type.Kind == ir.Float && !h.Var.Type.IsFloat():
			p.problem(e.Pos, h.Name+" is a floating-point value")
		case h.Var.Type.Bits > 64:
			p.problem(e.Pos, h.Name+" has more than 64 bits")
		}
	}
	p.giveLists()
	return p
}

// scans says that a function of the library has inputs besides its result, under its own name.
func scans(name string) bool {
	name = library.Plain(name)
	return name == "scanf" || name == "fscanf"
}

func (p *plan) problem(pos ir.Pos, why string) {
	if q := (Problem{pos, why}); !slices.Contains(p.problems, q) {
		p.problems = append(p.problems, q)
	}
}

// solved takes a problem back.
func (p *plan) solved(pos ir.Pos, why string) {
	p.problems = slices.DeleteFunc(p.problems, func(q Problem) bool { return q == Problem{pos, why} })
}

// address is the problem that an input is an address.
func address(name string) string { return name + " is an address that craig has chosen" }

// instrument makes the copies of the files: calls and declarations that give inputs on the trace
// call a function of the harness, and the error is marked. An error that is not found there is one of
// the functions of the harness, such as __assert_fail.
func (p *plan) instrument(c *native.Copy) {
	p.fill(c)
	n := 0
	n = p.feedResults(c, n)
	for _, in := range p.inputs {
		if in.source == ir.FromCall && in.site == "" {
			if c.ReplaceCall(in.pos, in.name, in.typ, fmt.Sprintf("craig_input_%d", n+1)) != nil {
				n++
				in.site = fmt.Sprintf("craig_input_%d", n)
			}
		}
		if in.source == ir.FromVolatile {
			p.volatile = true
			n++
			p.replaceRead(c, in, n)
			continue
		}
		if in.source == ir.FromParameter && in.global && in.matters() && native.Designator.MatchString(in.name) {
			in.given = p.atEntry(c, native.RootOf(in.name), fmt.Sprintf(" %s = (__typeof__(%[1]s))%s;", in.name, native.Literal(in.values[0]))) > 0
			continue
		}
		if in.source != ir.FromUninitialised || !in.matters() {
			continue
		}
		s, at, ok := c.Declarator(in.pos, in.name)
		if ok && native.Designator.MatchString(in.name) {
			if end, found := s.Find(at, ";"); found {
				n++
				in.site = fmt.Sprintf("craig_input_%d", n)
				s.Edit(end+1, 0, fmt.Sprintf(" %s = (__typeof__(%s))%s();", in.name, in.name, in.site))
				declare(s, in)
				continue
			}
		}
		p.problem(in.pos, in.name+" is not initialised")
	}
	p.feed(c, n)
	switch {
	case p.trace.Forever != nil:
		p.markLoop(c)
	case p.trace.Goal.Property == "unreach-call":
		mark.Error(c.Files, p.prog.IR.Locs[p.trace.Error].Pos, errorFunction, "reach_error", "__VERIFIER_error", "__assert_fail", p.prog.Options.ErrorFunction)
	}
}

// markLoop has the copy count how often it comes to the loop, or function, that the trace stays in. The trace is a beginning of the execution, of some rounds: the
// compiled program shows no more than that it goes round as often.
func (p *plan) markLoop(c *native.Copy) {
	pos := p.prog.IR.Locs[p.trace.Error].LoopPos
	ctext.Locate(c.Files, pos, func(s *ctext.Source, at int) bool {
		word := s.Word(at)
		open := s.Skip(at + len(word))
		to, call, next := open+1, roundFunction+"(), ", s.Rest(open)
		switch {
		case strings.HasPrefix(next, ":") || word == "do" && strings.HasPrefix(next, "{"):
			call = roundFunction + "();"
		case !strings.HasPrefix(next, "("):
			return false
		case word == "for":
			to, _ = s.Find(to, ";")
			if to++; strings.HasPrefix(s.Rest(s.Skip(to)), ";") {
				call += "1"
			}
		case word != "while":
			if to, _ = s.Find(open, "{;"); !strings.HasPrefix(s.Rest(to), "{") {
				return false
			}
			to, call = to+1, roundFunction+"();"
		}
		s.Edit(to, 0, " "+call)
		s.Head("int " + roundFunction + "(); ")
		p.rounds = csource.Rounds(p.prog.IR, p.trace)
		return true
	})
}

// replaceRead has the copy take the values of a volatile object from the harness where it reads them.
func (p *plan) replaceRead(c *native.Copy, in *input, n int) {
	updated := 0
	s, at, length, ok := c.Volatile(in.pos, in.name)
	u, uAt, isUpdate := ctext.Locate(c.Files, in.pos, func(s *ctext.Source, at int) bool {
		updated = s.Update(at, in.name)
		return updated > 0
	})
	if !ok && !isUpdate || in.typ.Kind != ir.Integer {
		p.problem(in.pos, in.name+" is volatile: its values come from outside the program")
		return
	}
	in.site = fmt.Sprintf("craig_input_%d", n)
	if isUpdate && (!ok || uAt < at) {
		u.ReplaceUpdate(uAt, updated, in.site+"()")
		declare(u, in)
		return
	}
	s.Replace(at, length, in.name, in.site+"()")
	declare(s, in)
}

// matters tells whether an input has a value other than the 0 that the compiler gives.
func (in *input) matters() bool {
	return slices.ContainsFunc(in.values, func(v num.Int) bool { return !v.IsZero() })
}

func declare(s *ctext.Source, in *input) {
	s.Head(native.CType(in.typ) + " " + in.site + "(); ")
}
