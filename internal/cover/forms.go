package cover

import (
	"context"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A Form is a way to hand a test on.
type Form interface {
	// Input says that it has a place for an input.
	Input(TestInput) bool
	// Cell says that it has one for what lies at an address from the start, of type t.
	Cell(addr num.Int, t ir.Type) bool
}

// TestComp is the exchange format of Test-Comp: what the program's calls of __VERIFIER_nondet_ functions return.
type TestComp struct{}

// Input implements Form.
func (TestComp) Input(in TestInput) bool {
	return in.Source == ir.FromCall && strings.HasPrefix(in.Name, "__VERIFIER_nondet_") && !strings.ContainsAny(in.Name, ".[") && in.Type.Kind != ir.Memory && !in.Pos.InModel()
}

// Cell implements Form: there is no place for memory.
func (TestComp) Cell(num.Int, ir.Type) bool { return false }

// others are values that inputs are tried with.
var others = []num.Int{num.I(0), num.I(1), num.I(-1), num.I(0x5a5a5a5a)}

// mostArguments is the largest number of arguments that main is tried with: one that every machine can give.
const mostArguments = 1000

// maxSingly is how many inputs are tried one by one.
const maxSingly = 20

// Lost lists the inputs of t for which a form has no place and without which t does not reach its
// goals: it was executed with some other values. If it has reached them each time the list is nil, and the
// test can be handed on.
func (s *Suite) Lost(ctx context.Context, t Test, has Form) []TestInput {
	lost := map[ir.EdgeID]TestInput{}
	var order []ir.EdgeID
	for _, id := range t.Trace.Path {
		h, ok := s.Program.Edges[id].Stmt.(*ir.Havoc)
		if !ok {
			continue
		}
		in := inputOf(s.Program.Edges[id], h)
		if _, seen := lost[id]; !seen && !has.Input(in) {
			lost[id] = in
			order = append(order, id)
		}
	}
	if len(lost) == 0 && len(t.Trace.Memory) == 0 {
		return nil
	}
	if s.reachesWith(ctx, t, func(e *ir.Edge) bool { return has.Input(inputOf(e, e.Stmt.(*ir.Havoc))) }, has.Cell) {
		return nil
	}
	var all, alone []TestInput
	for _, id := range order {
		all = append(all, lost[id])
		if len(order) <= maxSingly && !s.reachesWith(ctx, t, func(e *ir.Edge) bool { return e.ID != id }, anyCell) {
			alone = append(alone, lost[id])
		}
	}
	switch {
	case len(alone) > 0:
		return alone
	case len(all) > 0:
		return all
	}
	return []TestInput{{Source: ir.FromParameter, Name: "memory", Global: true}}
}

func inputOf(e *ir.Edge, h *ir.Havoc) TestInput {
	in := TestInput{Source: h.Source, Name: h.Name, Global: h.Var.Func == nil, Var: h.Var, Type: h.Var.Type, Pos: e.Pos}
	if in.Name == "" {
		in.Name = "memory"
	}
	return in
}

// atStart says that memory which is unknown since e is so from the start.
func atStart(e *ir.Edge) bool { return e == nil || e.Stmt.(*ir.Havoc).Source == ir.FromParameter }

func anyCell(num.Int, ir.Type) bool { return true }

// reachesWith says whether the test reaches its goals when every input that is not kept has another
// value; keptCell is asked about memory that is unknown from the start.
func (s *Suite) reachesWith(ctx context.Context, t Test, kept func(*ir.Edge) bool, keptCell func(num.Int, ir.Type) bool) bool {
	goal := map[ir.Loc]int{}
	for i, g := range s.Goals {
		for _, l := range g.locs {
			goal[l] = i
		}
	}
	before := counterexample.Inputs(t.Trace)
	for _, v := range others {
		missing := map[int]bool{}
		for _, g := range t.Goals {
			missing[g] = true
		}
		visit := func(l ir.Loc) {
			if i, ok := goal[l]; ok {
				delete(missing, i)
			}
		}
		visit(s.Program.Main.Entry)
		interp.Run(ctx, s.Program, interp.Inputs{
			Scalar: func(e *ir.Edge, n int) num.Int {
				if kept(e) {
					return before.Scalar(e, n)
				}
				if h := e.Stmt.(*ir.Havoc); h.Source == ir.FromParameter && h.Var.Func == s.Program.Main && h.Var.Type.IsSigned() {
					switch most := num.I(mostArguments); { // other numbers of arguments main is not given
					case v.Less(num.I(0)):
						return num.I(0)
					case most.Less(v):
						return most
					}
				}
				return v
			},
			Cell: func(e *ir.Edge, n int, addr num.Int, typ ir.Type) num.Int {
				if e != nil && !kept(e) || atStart(e) && !keptCell(addr, typ) {
					return v
				}
				return before.Cell(e, n, addr, typ)
			},
		}, interp.Options{MaxSteps: t.Trace.Len() + beyondTrace, NoPath: true, Step: func(st interp.Step) {
			if call, ok := st.Edge.Stmt.(*ir.Call); ok {
				visit(call.Callee.Entry)
			}
			visit(st.Edge.To)
		}})
		if len(missing) > 0 {
			return false
		}
	}
	return true
}
