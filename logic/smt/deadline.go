package smt

import (
	"context"

	"craig/logic/term"
)

// A Check ends soon after its context does. The search asks for it between its steps and goes
// back in order. The rest, from the encoding of a large formula to a pivot in a large tableau,
// calls tick, which leaves by a panic that guard catches; what the engine has built by then is
// thrown away, and built again from the stack when it is needed.

// outOfTime is the panic.
type outOfTime struct{}

// tickEvery is the work between two looks at the context, about a millisecond.
const tickEvery = 1 << 15

// tick notes work: a unit is a small number of machine words looked at.
func (e *Native) tick(work int) {
	if e.work += work; e.work < tickEvery {
		return
	}
	e.work = 0
	if e.guarded && e.stopped() {
		panic(outOfTime{})
	}
}

// guard runs check, and ends it when ctx does.
func (e *Native) guard(ctx context.Context, assumptions []term.Term) (ans Answer) {
	e.ctx, e.guarded = ctx, true
	base := len(e.stack)
	defer func() {
		e.ctx, e.guarded = nil, false
		switch x := recover(); x.(type) {
		case nil:
		case outOfTime:
			e.renew()
			e.truncate(base)
			ans = Answer{Reason: ended(ctx)}
		default:
			panic(x)
		}
	}()
	return e.check(assumptions)
}
