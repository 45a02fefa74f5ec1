package smt

import (
	"slices"

	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// recorder keeps the refutation of an interpolating run: the clauses by number and how each came
// to be.
type recorder struct {
	steps  []step // by sat.ClauseID; steps[0] is unused
	next   reasonKind
	coefs  []num.Rat // of the lemma that comes next
	split  *split    // of the valid clause that comes next
	cases  []term.Term
	empty  sat.ClauseID
	reader *reader
	mark   map[sat.Lit]bool
}

// step is a clause of the refutation.
type step struct {
	kind  stepKind
	part  int32 // originals: of which part
	lits  []sat.Lit
	why   reasonKind
	coefs []num.Rat   // lemmas: by literal
	split *split      // or nil: why a cut holds
	cases []term.Term // to be distinguished in a proof of the clause

	chain  []sat.ClauseID
	pivots []sat.Lit // by chain[1:]: the literal that the clause so far has, the next one negated
}

type stepKind uint8

const (
	assertion stepKind = iota // an original that asserts a conjunct of its part
	original                  // an original that defines a gate of its part
	theorem                   // an original that is valid in the theory
	lemmaStep
	derived
)

// reasonKind says why a lemma holds: its negated literals l are constraints form(l) <= 0.
type reasonKind uint8

const (
	noReason  reasonKind = iota
	farkas               // Σ coef·form(l) is a positive constant, or 0 with a strict one
	divisible            // Σ coef·form(l) over pairs l, l' that are an equality is an integer combination of integer variables plus a constant that is none
)

func (r *recorder) add(id sat.ClauseID, s step) {
	for int(id) >= len(r.steps) {
		r.steps = append(r.steps, step{})
	}
	r.steps[id] = s
}

func (r *recorder) Original(id sat.ClauseID, o sat.Origin, lits []sat.Lit) {
	s := step{kind: original, part: o.Index, lits: distinct(lits)}
	switch o.Kind {
	case asserted:
		s.kind = assertion
	case valid:
		s.kind, s.split, s.cases = theorem, r.split, r.cases
		r.split, r.cases = nil, nil
	}
	r.add(id, s)
	if len(lits) == 0 {
		r.empty = id
	}
}

func distinct(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, len(lits))
	for _, l := range lits {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// because announces why the next lemma holds.
func (r *recorder) because(k reasonKind, coefs []num.Rat) {
	if r != nil {
		r.next, r.coefs = k, append(r.coefs[:0], coefs...)
	}
}

// split says that a cut holds both for at <= bound and for at >= bound + 1, where at has integer
// values.
type split struct {
	at    simplex.RatForm
	bound num.Int
}

// byCases announces that the next valid clause is proved by distinguishing cases.
func (r *recorder) byCases(fs []term.Term) {
	if r != nil {
		r.cases = fs
	}
}

// bySplit announces that the next valid clause is a cut.
func (r *recorder) bySplit(s *split) {
	if r != nil {
		r.split = s
	}
}

func (r *recorder) Lemma(id sat.ClauseID, lits []sat.Lit) {
	s := step{kind: lemmaStep, lits: slices.Clone(lits), why: r.next}
	if r.next != noReason {
		s.coefs = slices.Clone(r.coefs)
	}
	r.next = noReason
	r.add(id, s)
}

func (r *recorder) Derived(id sat.ClauseID, lits []sat.Lit, chain []sat.ClauseID) {
	s := step{kind: derived, lits: slices.Clone(lits), chain: slices.Clone(chain)}
	if r.mark == nil {
		r.mark = map[sat.Lit]bool{}
	}
	clear(r.mark)
	for i, c := range chain {
		pivot := sat.NoLit
		for _, l := range r.steps[c].lits {
			if i > 0 && r.mark[l.Not()] {
				pivot = l.Not()
				delete(r.mark, pivot)
			} else {
				r.mark[l] = true
			}
		}
		if i > 0 {
			s.pivots = append(s.pivots, pivot)
		}
	}
	r.add(id, s)
	if len(lits) == 0 {
		r.empty = id
	}
}

// needed returns the clauses that the empty one depends on, in order.
func (r *recorder) needed() []sat.ClauseID {
	in := make([]bool, len(r.steps))
	in[r.empty] = true
	var ids []sat.ClauseID
	for id := r.empty; id > 0; id-- {
		if in[id] {
			ids = append(ids, id)
			for _, c := range r.steps[id].chain {
				in[c] = true
			}
		}
	}
	slices.Reverse(ids)
	return ids
}
