package alias

import (
	"context"

	"craig/internal/program/ir"
)

// Reach says what the accesses of a program may be to that has no regions yet.
type Reach struct{ a *facts }

// NewReach analyses p, which has no calls through pointers. The error is ctx's.
func NewReach(ctx context.Context, p *ir.Program, opts Options) (*Reach, error) {
	a, err := know(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	a.submit()
	return &Reach{a}, nil
}

// At lists the objects that a load or a store of p at addr may access. all says that it may be any object, as it does of an expression that is none of p.
func (r *Reach) At(addr *ir.Expr) (objs []*ir.Object, all bool) {
	if _, said := r.a.t.Value(addr); !said {
		return nil, true
	}
	for _, t := range r.a.at(addr) {
		o := &r.a.objs[t.Obj]
		if t.Obj == unknownAddress || len(o.members) > 0 || o.Rep != t.Obj || t.Obj == r.a.anyObj {
			return nil, true
		}
		objs = append(objs, o.Object)
	}
	return objs, false
}
