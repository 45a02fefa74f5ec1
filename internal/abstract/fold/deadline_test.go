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
