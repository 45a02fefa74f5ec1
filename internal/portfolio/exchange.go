package portfolio

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/abstract/fixpoint"
	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// Claims are formulas at loop heads of a program, over variables by name, that somebody says are inductive together.
type Claims map[ir.Loc]term.Term

// Peers are others that look at the same task, in other processes. Nothing that they say is believed.
type Peers interface {
	// Tell tells them of claims about p, which the certifier has accepted.
	Tell(p *ir.Program, c Claims)
	// Heard are what they have said of p, from their number n on; next is the number of what will come next, and
	// more is closed when it has come. For what was said before the search began it waits a moment.
	Heard(p *ir.Program, n int) (list []Claims, next int, more <-chan struct{})
}

// Exchange is how lanes of a search share invariants with peers: what engines offer is certified, and told; what is heard is
// certified again, and assumed by engines that run beside the others. A proof that rests on it has it in it.
type Exchange struct {
	peers     Peers
	p, plain  *ir.Program // the program, and without its errors
	newSolver func(*term.Store) smt.Solver
	began     time.Time
	arrived   chan struct{} // closed when there is something to assume
	first     chan struct{} // closed when the first that peers have said has been admitted or refused

	checking sync.Mutex      // held while claims are certified; guards the next three
	seen     map[string]bool // claims that were certified or refused, as text
	spent    time.Duration   // by the certifier
	later    time.Time       // when the next offer is looked at

	mu    sync.Mutex
	st    *term.Store
	known map[ir.Loc]term.Term // what is assumed, in terms of st: inductive; nil as long as there is nothing
	parts int                  // how many claims that is the conjunction of
	news  chan struct{}        // closed when there is more
}

// NewExchange begins to exchange what is found of p, which engines see, with peers, until ctx ends.
func NewExchange(ctx context.Context, p *ir.Program, newSolver func(*term.Store) smt.Solver, peers Peers) *Exchange {
	x := &Exchange{peers: peers, p: p, plain: withoutErrors(p), newSolver: newSolver, began: time.Now(),
		arrived: make(chan struct{}), first: make(chan struct{}), st: term.NewStore(), seen: map[string]bool{}, news: make(chan struct{})}
	go x.listen(ctx)
	return x
}

// Bounds of what is exchanged: the size of claims as text, and how long the certifier may take for them: some time, and then a
// part of what the search has taken so far. An offer is looked at when the search has taken a part longer than at the one before.
const (
	claimSize  = 64 << 10
	claimTime  = 500 * time.Millisecond
	claimShare = 8
)

// listen admits what peers say.
func (x *Exchange) listen(ctx context.Context) {
	next := 0
	for first := true; ; first = false {
		var list []Claims
		var more <-chan struct{}
		list, next, more = x.peers.Heard(x.p, next)
		for _, c := range list {
			guarded(nil, func() { x.admit(ctx, c) }) // they may be anything
		}
		if first {
			close(x.first)
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// Offer is engine.Task.Offer, for as long as ctx lasts.
func (x *Exchange) Offer(ctx context.Context, inv map[ir.Loc]term.Term) {
	x.checking.Lock()
	wait := time.Now().Before(x.later)
	if !wait {
		x.later = time.Now().Add(time.Since(x.began) / 4)
	}
	x.checking.Unlock()
	if wait {
		return
	}
	if c, ok := x.admit(ctx, inv); ok {
		x.peers.Tell(x.p, c)
	}
}

// admit certifies claims and adds them to what is known. ok is false if they are refused, or have been seen before.
func (x *Exchange) admit(ctx context.Context, inv map[ir.Loc]term.Term) (c Claims, ok bool) {
	x.checking.Lock()
	defer x.checking.Unlock()
	for _, whole := range []bool{false, true} { // bounds of types say nothing, but may be what the rest needs
		c, text := x.canonical(inv, whole)
		if c == nil || x.seen[text] {
			continue
		}
		x.seen[text] = true
		began := time.Now()
		ctx, cancel := context.WithTimeout(ctx, max(claimTime, time.Since(x.began)/claimShare-x.spent))
		err := certify.Safe(ctx, x.plain, verdict.Invariants(c), x.newSolver, 1)
		cancel()
		x.spent += time.Since(began)
		if err == nil {
			x.add(c)
			return c, true
		}
	}
	return nil, false
}

// add adds certified claims to what is known. All have the same locations, so that the conjunction is inductive.
func (x *Exchange) add(c Claims) {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := map[ir.Loc]term.Term{}
	for l, f := range c {
		all[l] = x.st.Import(f)
		if g, ok := x.known[l]; ok {
			all[l] = x.st.And(all[l], g)
		}
	}
	if x.known == nil {
		close(x.arrived)
	}
	x.known = all
	x.parts++
	close(x.news)
	x.news = make(chan struct{})
}

// canonical are claims at the entry and at each loop head, in terms of a store of their own, and their text; without bounds of types, unless
// whole. It is nil if they say nothing or are too large.
func (x *Exchange) canonical(inv map[ir.Loc]term.Term, whole bool) (c Claims, text string) {
	st := term.NewStore()
	c = Claims{x.p.Main.Entry: st.True()}
	var b strings.Builder
	something := false
	for l, info := range x.p.Locs {
		if info == nil || !info.Loop {
			continue
		}
		f, ok := inv[ir.Loc(l)]
		switch {
		case !ok || !f.Valid():
			f = st.False() // nobody comes there: the certifier sees whether that is so
		case whole:
			f = st.Import(f)
		default:
			f = st.And(slices.DeleteFunc(slices.Clone(term.Conjuncts(st.Import(f))), ofRange)...)
		}
		c[ir.Loc(l)] = f
		something = something || !f.IsTrue()
		fmt.Fprintf(&b, "%d %s\n", l, f.SMTLIB())
		if b.Len() > claimSize {
			return nil, ""
		}
	}
	if !something {
		return nil, ""
	}
	return c, b.String()
}

// assumed is what engines can assume now, of how many claims it is made, and what is closed when there is more.
func (x *Exchange) assumed() (inv map[ir.Loc]term.Term, parts int, news <-chan struct{}) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known != nil {
		inv = map[ir.Loc]term.Term{}
	}
	st := term.NewStore() // which nobody changes while engines read it
	for l, f := range x.known {
		if !f.IsFalse() { // engines leave out what is not reached
			inv[l] = st.Import(f)
		}
	}
	return inv, x.parts, x.news
}

// count is how many claims are known.
func (x *Exchange) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.parts
}

// Guest is a lane in which e assumes what is known, beside lanes that do not. It begins when something is known, and
// again when there is more, once it has run for as long as all times before together, so that it loses half of its time at most. When no
// other lane is left it does not wait for more.
func (x *Exchange) Guest(share int, e *engine.Engine) Lane {
	over, ready := make(chan struct{}), make(chan struct{})
	go func() {
		select {
		case <-x.arrived:
		case <-over:
			<-x.first
		}
		close(ready)
	}()
	lane := Of(share, &engine.Engine{Name: e.Name, Doc: e.Doc, Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		res := &verdict.Result{Reason: verdict.Incomplete, Detail: "nothing is known of others"}
		done, before := 0, time.Duration(0)
		for ctx.Err() == nil {
			inv, parts, news := x.assumed()
			if parts == done {
				select {
				case <-news:
					continue
				case <-over:
				case <-ctx.Done():
				}
				if <-x.first; parts == x.count() {
					return res, nil
				}
				continue
			}
			done = parts
			began := time.Now()
			until := began.Add(max(claimTime, before))
			part, cancel := context.WithCancel(ctx)
			go func() {
				select {
				case <-news:
				case <-part.Done():
				}
				select {
				case <-time.After(time.Until(until)):
				case <-part.Done():
				}
				cancel()
			}()
			own := *task
			own.Assume, own.Offer = inv, nil
			var err error
			res, err = assuming(e).Run(joined{part, ctx}, &own)
			cancel()
			before += time.Since(began)
			if err != nil || res.Verdict != verdict.Unknown {
				return res, err
			}
		}
		return res, nil
	}})
	lane.After, lane.Over = ready, over
	return lane
}

// joined is a context that ends before another one, and yields like that.
type joined struct {
	context.Context
	outer context.Context
}

func (c joined) Err() error {
	if err := c.outer.Err(); err != nil {
		return err
	}
	return c.Context.Err()
}

// Scout is an engine that gives no answer: it offers what numeric domains and guessed polynomials say.
func Scout() *engine.Engine {
	return &engine.Engine{
		Name: "scout",
		Doc:  "Offers invariants of octagons, polyhedra and polynomials to others.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			if inv, _ := octagons(ctx, task.Program); inv != nil {
				task.Offer(inv)
			}
			if inv := linear(ctx, task.Program); inv != nil {
				task.Offer(inv)
			}
			if f := FeaturesOf(task.Program); f.Products+f.Sums > 0 {
				if inv, ok := polynomials(ctx, task); ok {
					task.Offer(inv)
				}
			}
			return &verdict.Result{Reason: verdict.Incomplete, Detail: "invariants were offered to others"}, nil
		},
	}
}

// linearTime is how long linear relations are looked for.
const linearTime = 2 * time.Second

// linear are linear relations at loop heads, by one pass with widening; nil if they are not found in time.
func linear(ctx context.Context, p *ir.Program) map[ir.Loc]term.Term {
	ctx, cancel := context.WithTimeout(ctx, linearTime)
	defer cancel()
	d := polyhedra.New(p, polyhedra.Options{Stop: func() bool { return ctx.Err() != nil }})
	states, err := fixpoint.Run(ctx, p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil || ctx.Err() != nil {
		return nil
	}
	c := sem.New(term.NewStore(), p)
	inv := map[ir.Loc]term.Term{}
	for l, info := range p.Locs {
		if info != nil && info.Loop && !d.IsBottom(states[l]) {
			inv[ir.Loc(l)] = d.Formula(c, states[l])
		}
	}
	return inv
}
