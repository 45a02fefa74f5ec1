package fold

import (
	"context"
	"errors"
	"testing"

	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
)

// stopping is an analysis that ends its context when it is first asked to decide something.
type stopping struct {
	*interval.Domain
	cancel context.CancelFunc
	asked  int
}

func (s *stopping) Decide(at interval.State, c *ir.Expr) interval.Truth {
	s.cancel()
	s.asked++
	return s.Domain.Decide(at, c)
}

// TestEndsWhileFolding: once time is up folding looks at no other location, however long each takes.
func TestEndsWhileFolding(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	f.Defined, p.Main = true, f
	x := p.NewLocal(f, "x", "x", ir.Int(32, false), ir.Pos{})
	f.Entry = p.NewLoc(f, ir.Pos{})
	at := f.Entry
	for range 10 {
		next, end := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
		p.NewBranch(at, ir.Compare(ir.OpLt, ir.VarExpr(x), ir.ConstInt(x.Type, 5)), next, end, ir.Pos{})
		at = next
	}
	f.Exit = at
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d := &stopping{Domain: interval.New(p), cancel: cancel}
	if _, _, _, err := fold(ctx, p, d); !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	if d.asked > 2 {
		t.Errorf("%d decisions after the end", d.asked-1)
	}
}

// counting is an analysis that counts the operands of the conditions that it is asked to decide.
type counting struct {
	*interval.Domain
	operands int
}

func (s *counting) Decide(at interval.State, c *ir.Expr) interval.Truth {
	s.operands += len(ir.Operands(c))
	return s.Domain.Decide(at, c)
}

// TestChain: the operands of a long conjunction are decided twice, as a whole and one by one, and not once for each level; those that hold are left out.
func TestChain(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	f.Defined, p.Main = true, f
	const n = 400
	c, want := ir.True(), ir.True()
	for i := range n {
		x := p.NewLocal(f, "x", "x", ir.Int(32, false), ir.Pos{})
		open := ir.Compare(ir.OpLt, ir.VarExpr(x), ir.ConstInt(x.Type, 5))
		c, want = ir.And(c, open), ir.And(want, open)
		if i%3 == 0 {
			c = ir.And(c, ir.Compare(ir.OpLe, ir.Cast(ir.Int(64, true), ir.VarExpr(x)), ir.ConstInt(ir.Int(64, true), 1<<32)))
		}
	}
	f.Entry, f.Exit = p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
	e := p.NewEdge(f.Entry, f.Exit, &ir.Assume{Cond: c}, ir.Pos{})
	d := &counting{Domain: interval.New(p)}
	q, _, _, err := fold(context.Background(), p, d)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Edges[e.ID].Stmt.(*ir.Assume).Cond; !ir.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if most := 3 * len(ir.Operands(c)); d.operands > most {
		t.Errorf("%d operands were decided, want at most %d", d.operands, most)
	}
}
