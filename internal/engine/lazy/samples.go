package lazy

import (
	"craig/logic/num"
	"craig/logic/term"
)

// This file runs procedures on small values, for candidates to be guessed from (fit.go). What it
// finds proves nothing.

const (
	maxSamples  = 80     // executions of a procedure
	maxSteps    = 600    // arcs of one
	maxAllSteps = 12_000 // arcs of all of them
	maxDepth    = 100    // of calls
)

// sample is an execution of a procedure from its entry to its exit: the values of the variables
// there.
type sample struct {
	in  map[term.Term]term.Term
	out []num.Int
}

// samples runs p, whose variables are integers at its entry and exit, from several states. The
// values are those of a fixed sequence, so that they are the same in every run of craig.
func (s *search) samples(p *proc) (out []sample) {
	for _, v := range append(p.nodes[0].syms, s.here(p).primes...) {
		if v.Sort() != term.Int {
			return nil
		}
	}
	r := &runner{search: s, all: maxAllSteps}
	for range maxSamples {
		entry := p.nodes[0]
		in := map[term.Term]term.Term{}
		for _, v := range entry.syms {
			in[v] = r.any(v.Sort())
		}
		r.steps = min(maxSteps, r.all)
		before := r.steps
		vals, ok := r.run(entry, in, 0)
		if r.all -= before - r.steps; ok {
			x := sample{in: in}
			for _, v := range vals {
				if i, isInt := v.IntValue(); isInt {
					x.out = append(x.out, i)
				}
			}
			out = append(out, x)
		}
	}
	return out
}

// runner executes procedures.
type runner struct {
	*search
	seed  uint32
	steps int // that the execution may still take
	all   int // likewise, of all executions
}

// next is a number below n.
func (r *runner) next(n uint32) uint32 {
	r.seed = r.seed*1664525 + 1013904223 // [Knuth, TAOCP 2, 3.3.4, Table 1, line 16]
	return (r.seed >> 16) % n
}

// any is a small value.
func (r *runner) any(sort term.Sort) term.Term {
	switch sort {
	case term.Bool:
		return r.Store.Bool(r.next(2) == 0)
	case term.Int:
		return r.Store.Int(int64(r.next(10)) - 2)
	}
	return r.Store.ConstArray(sort, r.Store.Int(0))
}

// run goes from n, where the variables have the given values, to its procedure's exit, and gives
// the values of the variables there. ok is false if the execution gets stuck or is too long.
func (r *runner) run(n *node, vals map[term.Term]term.Term, depth int) (exit []term.Term, ok bool) {
	for n.loc != n.proc.fn.Exit {
		if r.steps--; r.steps < 0 || depth > maxDepth {
			return nil, false
		}
		next, env := (*arc)(nil), map[term.Term]term.Term(nil)
		for _, a := range n.arcs {
			env = r.inputs(a, vals)
			if c, known := r.value(a.cond, env); known && c.IsTrue() {
				next = a
				break
			}
		}
		if next == nil {
			return nil, false
		}
		if vals, ok = r.follow(next, env, depth); !ok {
			return nil, false
		}
		n = next.to
	}
	for _, v := range n.syms {
		exit = append(exit, vals[v])
	}
	return exit, true
}

// inputs adds values of what the arc leaves open.
func (r *runner) inputs(a *arc, vals map[term.Term]term.Term) map[term.Term]term.Term {
	if len(a.inputs) == 0 && (a.call == nil || len(a.call.unset) == 0) {
		return vals
	}
	env := map[term.Term]term.Term{}
	for v, t := range vals {
		env[v] = t
	}
	for _, in := range a.inputs {
		env[in.Term] = r.any(in.Term.Sort())
	}
	if a.call != nil {
		for _, u := range a.call.unset {
			env[u] = r.any(u.Sort())
		}
	}
	return env
}

func (r *runner) value(t term.Term, env map[term.Term]term.Term) (term.Term, bool) {
	return r.Store.Eval(t, func(v term.Term) (term.Term, bool) {
		x, ok := env[v]
		return x, ok
	})
}

// follow takes an arc, and gives the values of the variables of its target.
func (r *runner) follow(a *arc, env map[term.Term]term.Term, depth int) (map[term.Term]term.Term, bool) {
	var returned []term.Term
	if a.call != nil {
		entry := a.call.callee.nodes[0]
		in := map[term.Term]term.Term{}
		for i, t := range a.call.args {
			v, ok := r.value(t, env)
			if !ok {
				return nil, false
			}
			in[entry.syms[i]] = v
		}
		var ok bool
		if returned, ok = r.run(entry, in, depth+1); !ok {
			return nil, false
		}
	}
	to := map[term.Term]term.Term{}
	for i, t := range a.vals {
		v, ok := term.Term{}, false
		if a.call != nil && a.call.returned[i] != nil {
			for k, w := range a.call.callee.exits() {
				if w == a.call.returned[i] {
					v, ok = returned[k], true
				}
			}
		} else {
			v, ok = r.value(t, env)
		}
		if !ok {
			return nil, false
		}
		to[a.to.syms[i]] = v
	}
	return to, true
}
