package replay

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/native"
	"craig/internal/program/c/library"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// The C library's functions run as they are, except those that give inputs (library.Input): what
// these return and write on the trace, the harness returns and writes. A wrong model of another
// function is found that way: it does not confirm itself.

// modelCall is a call on the trace of a function that the C library has and of which craig has a
// model, with what it does in the model.
type modelCall struct {
	name   string
	pos    ir.Pos
	params []num.Int // of those that are no floating-point numbers
	writes []written
	result num.Int
	typ    ir.Type // of the result; Void if the trace does not use it
}

// written is a value that a model has stored.
type written struct {
	addr, value num.Int
	bits        uint8
	errno       bool // not at an address, but to errno
}

// modelCalls lists the calls of models on the trace, as the interpreter executes them. Models that
// models call belong to those.
func (p *plan) modelCalls() []*modelCall {
	if !slices.ContainsFunc(p.prog.IR.Locs, func(l *ir.LocInfo) bool { return l != nil && native.InModel(l.Pos) }) {
		return nil
	}
	var list []*modelCall
	var now *modelCall   // in whose model the execution is
	var passed []num.Int // the arguments that were passed last,
	var param *ir.Var    // and one of the variables that they were passed to
	interp.Run(context.Background(), p.prog.IR, counterexample.Inputs(p.trace), interp.Options{NoPath: true, MaxSteps: p.trace.Len() + 1, Step: func(s interp.Step) {
		from, to := p.prog.IR.Locs[s.Edge.From], p.prog.IR.Locs[s.Edge.To]
		assign, isAssign := s.Edge.Stmt.(*ir.Assign)
		if now == nil {
			if isAssign && s.Var.Type.Kind != ir.Memory {
				if param == nil || !ir.Together(param, s.Var) {
					param, passed = s.Var, nil
				}
				passed = append(passed, s.Value)
			}
			if inModel(to) && !inModel(from) {
				now = &modelCall{pos: s.Edge.Pos}
				if param != nil {
					now.name = p.outermost(param)
				}
				if isAssign {
					now.params = passed
				}
				param, passed = nil, nil
			}
			return
		}
		cell := false
		if st, ok := s.Edge.Stmt.(*ir.Store); ok {
			now.writes = append(now.writes, written{addr: s.Addr, value: s.Value, bits: st.Val.Type.Bits})
		} else if s.Var != nil && s.Var.Name == "errno" && s.Var.Func == nil {
			cell = true
			now.writes = append(now.writes, written{value: s.Value, bits: s.Var.Type.Bits, errno: true})
		} else if s.Var != nil {
			var addr num.Int
			if addr, cell = p.address(s.Var); cell {
				now.writes = append(now.writes, written{addr: addr, value: s.Value, bits: s.Var.Type.Bits})
			}
		}
		if s.Var != nil && !cell && native.InModel(s.Var.Pos) {
			now.name = p.outermost(s.Var)
		}
		if inModel(to) {
			return
		}
		if isAssign && !cell && assign.Expr.Op == ir.OpVar {
			now.result, now.typ = s.Value, s.Var.Type
			now.name = p.outermost(assign.Expr.Var)
		}
		if now.name != "" {
			list = append(list, now)
		}
		now = nil
	}})
	return list
}

// inModel says that a location is in a call of a model, and not among what the models' variables are given at first.
func inModel(l *ir.LocInfo) bool { return native.InModel(l.Pos) && l.Instance != nil }

// givesInput says that e is in the model of a function that gives input, which feed replaces.
func (p *plan) givesInput(e *ir.Edge, v *ir.Var) bool {
	row := library.Lookup(p.outermost(v))
	return native.InModel(e.Pos) && row != nil && row.Kind == library.Input
}

// outermost is the name of the model that the program calls, for a variable of it or of a function that
// it calls.
func (p *plan) outermost(v *ir.Var) string {
	if v.Instance == nil {
		return v.Function()
	}
	at := slices.IndexFunc(v.Instance.Calls, native.InModel)
	if at < 0 {
		return v.Function()
	}
	for _, i := range p.prog.IR.Instances {
		if slices.Equal(i.Calls, v.Instance.Calls[:at]) && library.Lookup(i.Func) != nil {
			return i.Func
		}
	}
	return ""
}

// address is where the cell of an object of the program lies for which v stands.
func (p *plan) address(v *ir.Var) (num.Int, bool) {
	for _, o := range p.prog.IR.Objects {
		field, ok := strings.CutPrefix(v.Name, o.Name)
		if !ok || v.Type.Kind == ir.Memory || native.InModel(o.Pos) || o.Addr.IsZero() {
			continue
		}
		for _, c := range o.Cells {
			if c.Name == field {
				return o.Addr.Add(num.I(c.Offset)), true
			}
		}
		if off, err := strconv.ParseInt(strings.TrimPrefix(field, "+"), 10, 64); err == nil || field == "" {
			return o.Addr.Add(num.I(off)), true
		}
	}
	return num.Int{}, false
}

// feed has the copies call functions of the harness in the place of library functions that give
// inputs. They are numbered from n.
func (p *plan) feed(text *native.Copy, n int) {
	type key struct {
		pos  ir.Pos
		name string
	}
	sites := map[key]*fedSite{}
	for _, c := range p.modelCalls() {
		row := library.Lookup(c.name)
		if row == nil || row.Kind != library.Input {
			continue
		}
		k := key{c.pos, c.name}
		if sites[k] == nil {
			f, at, ok := text.Call(c.pos, c.name)
			if !ok {
				p.problem(c.pos, "what "+c.name+" gives")
				continue
			}
			n++
			sites[k] = p.newFed(fmt.Sprintf("craig_input_%d", n), row)
			f.Edit(at, len(c.name), sites[k].name)
			f.Head(sites[k].result + " " + sites[k].name + "(); ")
		}
		sites[k].calls = append(sites[k].calls, c)
	}
}

// feedByName is feed for a harness that is linked with the program as it is.
func (p *plan) feedByName() {
	sites := map[string]*fedSite{}
	for _, c := range p.modelCalls() {
		row := library.Lookup(c.name)
		if row == nil || row.Kind != library.Input {
			continue
		}
		if sites[c.name] == nil {
			sites[c.name] = p.newFed(c.name, row)
		}
		sites[c.name].calls = append(sites[c.name].calls, c)
	}
}

func (p *plan) newFed(name string, row *library.Function) *fedSite {
	s := &fedSite{name: name, function: row.Name, result: "long"}
	if row.Result != nil && row.Result.Class == library.Pointer {
		s.result = "void *"
	}
	p.fed = append(p.fed, s)
	return s
}

// fedSite is a function of the harness in the place of a library function.
type fedSite struct {
	name, function, result string
	calls                  []*modelCall
}

// maxParams is how many arguments a function of the harness has.
const maxParams = 6

// define is the harness's function: on each call it writes and returns what the model has.
func (s *fedSite) define(p *plan, b *strings.Builder) {
	fmt.Fprintf(b, "%s %s(", s.result, s.name)
	for i := range maxParams {
		fmt.Fprintf(b, "%slong a%d", strings.Repeat(", ", min(i, 1)), i)
	}
	fmt.Fprintf(b, ") { /* %s */\n  static unsigned next;\n  switch (next++) {\n", s.function)
	for i, c := range s.calls {
		fmt.Fprintf(b, "  case %d:\n", i)
		for _, w := range c.writes {
			if w.errno {
				fmt.Fprintf(b, "    *craig_errno() = %s;\n", native.Literal(w.value))
				continue
			}
			to, ok := c.relative(w.addr)
			if !ok || w.bits > 64 {
				p.problem(c.pos, "memory that "+c.name+" writes")
				continue
			}
			fmt.Fprintf(b, "    *(%s *)(%s) = %s;\n", native.CType(ir.Int(w.bits, false)), to, native.Literal(w.value))
		}
		result := native.Literal(c.result)
		if to, ok := c.relative(c.result); ok && c.typ.Kind == ir.Pointer && !c.result.IsZero() {
			result = to
		} else if c.typ.Kind == ir.Pointer && !c.result.IsZero() && !p.reserve(c.result) {
			p.problem(c.pos, c.name+" is an address that craig has chosen")
		}
		fmt.Fprintf(b, "    return (%s)%s;\n", s.result, result)
	}
	b.WriteString("  }\n  return 0;\n}\n")
}

// farthest is how far after a pointer that it was given a function is taken to write.
const farthest = 1 << 20

// relative is a C expression for an address that lies after one that the call was given.
func (c *modelCall) relative(addr num.Int) (string, bool) {
	best, distance := -1, int64(farthest)
	for i, v := range c.params {
		if d, ok := addr.Sub(v).Int64(); ok && d >= 0 && d < distance && i < maxParams && v.Cmp(num.I(4096)) >= 0 {
			best, distance = i, d
		}
	}
	return fmt.Sprintf("a%d + %d", best, distance), best >= 0
}

// isReal tells whether the calls of a function without a definition in the program are those of the C
// library's function, which runs as it is.
func (p *plan) isReal(name string) bool {
	row := library.Lookup(name)
	return row != nil && row.Kind != library.Input && p.isLibrary(name)
}

// isLibrary tells whether a function that the program does not define is the C library's.
func (p *plan) isLibrary(name string) bool {
	if p.fromLibrary == nil {
		p.fromLibrary = native.FromLibrary(p.prog.IR)
	}
	return p.fromLibrary(name)
}
