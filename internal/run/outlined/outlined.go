// Package outlined finds outlines of programs with threads: proofs by the obligations of Owicki and Gries, which package outline checks. Nothing of what it does is
// believed.
//
// An outline of few threads is read off invariants of the product of the threads: where a thread is at a location, one of the places of the product holds at which it is there,
// with the invariant that the product has there. For that the product has others move at more locations than usual: package outline knows fewer cases in which
// they need not.
package outlined

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/internal/engine/tracer"
	"craig/internal/evidence/outline"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/logic/refuted"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/program/thread"
	"craig/internal/property"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/solver"
	"craig/logic/term"
)

// Proof is an outline that package outline has accepted.
type Proof struct {
	Threads   int // how many threads are followed besides the first one, as in cfront.Options
	Apart     *ir.Apart
	Outline   outline.Outline
	Count     outline.Count
	Unchecked solver.Unchecked // what was believed of the solver
}

// ErrNone is the error of programs of which there are no outlines.
var ErrNone = errors.New("there are outlines only of programs that make threads, at most three at a time besides the first one, or any number of them in a loop")

// errFalse is the error of programs that violate a property.
var errFalse = errors.New("an execution violates the property, which craig verify shows")

// Find looks for an outline of prog, at first with few threads, and checks it. The error says why there is none, or is ctx's.
func Find(ctx context.Context, prog *prepare.Program, opts run.Options) (*Proof, error) {
	most := cmp.Or(prog.Options().Threads, thread.MaxThreads)
	if most == thread.Any {
		return anyNumber(ctx, prog)
	}
	if most < 0 || most > thread.MaxThreads {
		return nil, ErrNone
	}
	var err, any error
	for n := 1; n <= most; n++ {
		part, cancel := limit.Part(ctx, most-n+1)
		c := prog.Options()
		c.Threads = n
		var p *Proof
		p, err = find(part, prog.With(c), opts)
		if n == 1 && err != nil && !errors.Is(err, ErrNone) && !errors.Is(err, errFalse) && ctx.Err() == nil && prog.Options().Threads == 0 {
			if q, no := anyNumber(ctx, prog); no == nil {
				p, err = q, nil
			} else if errors.As(no, new(*outline.Rejection)) {
				any = no
			}
		}
		cancel()
		if err == nil || errors.Is(err, ErrNone) || errors.Is(err, errFalse) || ctx.Err() != nil {
			return p, err
		}
	}
	if any != nil {
		err = fmt.Errorf("%w; of any number of threads, %w", err, any)
	}
	return nil, err
}

// find is Find with as many threads as the options of prog say.
func find(ctx context.Context, prog *prepare.Program, opts run.Options) (*Proof, error) {
	if err := suits(prog); err != nil {
		return nil, err
	}
	x, product, places, err := prog.ForOutline(ctx)
	if err != nil {
		return nil, err
	}
	if x == nil {
		return nil, ErrNone
	}
	if opts.Engine == nil {
		opts.Engine = tracer.New(tracer.Config{})
	}
	res := run.AttemptWhole(ctx, product, opts)
	switch res.Verdict {
	case verdict.False:
		return nil, errFalse
	case verdict.Unknown:
		return nil, fmt.Errorf("the product of the threads is not proved: %s", strings.TrimSuffix(strings.TrimSpace(res.Detail), "."))
	}
	inv, ok := res.Proof.(verdict.Invariants)
	if !ok {
		return nil, fmt.Errorf("the product of the threads has a proof that is no invariants, but %T", res.Proof)
	}
	for _, guess := range []bool{false, true} {
		o := project(x, product, places, inv, guess)
		var p *Proof
		p, err = checked(ctx, prog, x, o)
		var no *outline.Rejection
		if !errors.As(err, &no) || no.Undecided {
			return p, err
		}
	}
	return nil, err
}

// Check checks the outline that of gives for the threads of prog, as many as its options say.
func Check(ctx context.Context, prog *prepare.Program, of func(*ir.Apart) (outline.Outline, error)) (*Proof, error) {
	if err := suits(prog); err != nil {
		return nil, err
	}
	x, err := prog.SideBySide(ctx)
	if err != nil {
		return nil, err
	}
	if x == nil {
		return nil, ErrNone
	}
	o, err := of(x)
	if err != nil {
		return nil, err
	}
	return checked(ctx, prog, x, o)
}

// checked is an outline of x, the threads of prog, that package outline accepts.
func checked(ctx context.Context, prog *prepare.Program, x *ir.Apart, o outline.Outline) (*Proof, error) {
	if d := x.Program.Doubt; d != nil {
		return nil, d
	}
	tally := new(refuted.Tally)
	count, err := outline.Check(ctx, x, o, asks(prog.Options().Properties), solvers.Believed(tally))
	if err != nil {
		return nil, err
	}
	return &Proof{Threads: prog.Options().Threads, Apart: x, Outline: o, Count: count, Unchecked: tally.Unchecked()}, nil
}

// asks is what properties ask for.
func asks(properties []string) outline.Asks {
	return outline.Asks{Races: slices.Contains(properties, thread.Race), Deadlocks: slices.Contains(properties, thread.Deadlock)}
}

// suits fails if the options of prog ask for what outlines do not prove.
func suits(prog *prepare.Program) error {
	for _, name := range prog.Options().Properties {
		if q := property.Of(name); !slices.Contains(property.Names(), name) || name != thread.Race && name != thread.Deadlock && (q.Memory || q.Alone) {
			return fmt.Errorf("there are no outlines for %s", name)
		}
	}
	return nil
}

// project reads an outline off invariants of the product.
func project(x *ir.Apart, product *ir.Program, places map[ir.Loc]ir.Whereabouts, inv verdict.Invariants, guess bool) outline.Outline {
	st := term.NewStore()
	o := outline.Outline{At: make([]map[ir.Loc]term.Term, len(x.Starts)), Inside: make([]map[ir.Loc]term.Term, len(x.Starts))}
	for i := range x.Starts {
		o.At[i], o.Inside[i] = map[ir.Loc]term.Term{}, map[ir.Loc]term.Term{}
	}
	known := map[string]bool{}
	x.Program.AllVars(func(v *ir.Var) { known[v.Name] = true })
	add := func(at map[ir.Loc]term.Term, l ir.Loc, f term.Term) {
		if old, ok := at[l]; ok {
			f = st.Or(old, f)
		}
		at[l] = f
	}
	counters := make([]term.Term, len(x.Starts))
	for i := range counters {
		counters[i] = st.Var(outline.Counter(i), term.Int)
	}
	alone := make([]ir.Loc, len(x.Starts))
	alone[0] = x.Starts[0]
	places[product.Main.Entry] = ir.Whereabouts{At: alone}
	fill := newFiller(st, product, inv)
	for l, place := range places {
		if !inv[l].Valid() && (place.Inside || !guess) {
			continue // nobody comes here
		}
		f := fill.at(l)
		var parts []term.Term
		for _, c := range term.Conjuncts(st.Import(f)) {
			if speaksOf(c, known) {
				parts = append(parts, c)
			}
		}
		var made []term.Term
		for i, l := range place.At {
			if l != outline.NotMade {
				self := st.Var(x.Selves[i].Name, term.Int)
				for _, other := range made {
					parts = append(parts, st.Not(st.Eq(self, other)))
				}
				made = append(made, self)
			}
		}
		if product.Main.Entry == l {
			parts = nil
		}
		f = st.And(parts...)
		for i, l := range place.At {
			if l <= 0 || place.Inside && i != place.Mover {
				continue
			}
			own := []term.Term{f}
			for j, m := range place.At {
				if j != i {
					own = append(own, st.Eq(counters[j], st.Int(int64(m))))
				}
			}
			to := o.At[i]
			if place.Inside {
				to = o.Inside[i]
			}
			add(to, l, st.And(own...))
		}
	}
	return o
}

// speaksOf tells whether a formula speaks of known variables only.
func speaksOf(f term.Term, known map[string]bool) bool {
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if !known[x.Name()] {
			return false
		}
	}
	return true
}
