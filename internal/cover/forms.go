package cover

import (
	"context"
	"strings"

	"craig/internal/evidence/certify"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A Form is a way to hand a test on. It says for which inputs it has a place.
type Form func(TestInput) bool

// TestComp is the exchange format of Test-Comp: what the calls of __VERIFIER_nondet_ functions return.
func TestComp(in TestInput) bool {
	return in.Source == ir.FromCall && strings.HasPrefix(in.Name, "__VERIFIER_nondet_") && in.Type.Kind != ir.Memory
}

// Linked is a C file that is linked with the program: it can define the functions that have no body, and
// set external data.
func Linked(in TestInput) bool {
	switch in.Source {
	case ir.FromCall:
		return in.Type.Kind != ir.Memory
	case ir.FromParameter:
		return in.Global && in.Type.Kind == ir.Integer
	}
	return false
}

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
		if _, seen := lost[id]; !seen && !has(in) {
			lost[id] = in
			order = append(order, id)
		}
	}
	_, atStart := t.Trace.Memory[-1]
	if len(lost) == 0 && !atStart {
		return nil
	}
	if s.reachesWith(ctx, t, func(e *ir.Edge) bool { return e != nil && has(inputOf(e, e.Stmt.(*ir.Havoc))) }) {
		return nil
	}
	var all, alone []TestInput
	for _, id := range order {
		all = append(all, lost[id])
		if len(order) <= maxSingly && !s.reachesWith(ctx, t, func(e *ir.Edge) bool { return e == nil || e.ID != id }) {
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
	in := TestInput{Source: h.Source, Name: h.Name, Global: h.Var.Func == nil, Type: h.Var.Type, Pos: e.Pos}
	if in.Name == "" {
		in.Name = "memory"
	}
	return in
}

// reachesWith says whether the test reaches its goals when every input that is not kept has another
// value; without an edge, kept is asked about memory that is unknown from the start.
func (s *Suite) reachesWith(ctx context.Context, t Test, kept func(*ir.Edge) bool) bool {
	goal := map[ir.Loc]int{}
	for i, g := range s.Goals {
		for _, l := range g.locs {
			goal[l] = i
		}
	}
	before := certify.Inputs(t.Trace)
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
				if kept(e) {
					return before.Cell(e, n, addr, typ)
				}
				return v
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
