package alias

import (
	"context"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Reach says what the accesses of a program may be to that has no regions yet.
type Reach struct{ a *analysis }

// NewReach analyses p, which has no calls through pointers. The error is ctx's.
func NewReach(ctx context.Context, p *ir.Program, opts Options) (*Reach, error) {
	a, err := analyse(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	a.claims(nil, nil, num.Int{})
	return &Reach{a}, nil
}

// At lists the objects that a load or a store of p at addr may access. all says that it may be any object.
func (r *Reach) At(addr *ir.Expr) (objs []*ir.Object, all bool) {
	for _, t := range r.a.pts(r.a.expr(addr, ir.Pos{})) {
		o := &r.a.objs[t.obj]
		if t.obj == anyInteger || len(o.members) > 0 || o.rep != t.obj || t.obj == r.a.anyObj {
			return nil, true
		}
		objs = append(objs, o.ir)
	}
	return objs, false
}
