package smt

import (
	"context"
	"errors"
	"slices"

	"craig/internal/logic/sat"
	"craig/internal/yield"
	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// Native is the package's Solver.
//
// Formulas become literals once and for all (cnf.go): the defining clauses of gates, atoms and
// purified terms are valid, so that they and everything learned from them outlive Pop. What was asserted
// before the first Push is never taken back and becomes clauses; what is asserted later is the stack of
// assumptions of the SAT solver, which keeps its trail from one Check to the next. Gates and atoms that nothing on the stack mentions are not decided on (nodes.go).
type Native struct {
	st  *term.Store
	sat *sat.Solver
	ar  *arith
	eg  *egraph   // not in proof mode
	rec *recorder // proof mode; otherwise nil

	encoding
	assertions
	recalled
	effort
	mode
	history

	ctx     context.Context
	guarded bool   // tick may panic
	work    int    // since the last look at ctx
	why     string // why the last Check gave up

	lemmas    lemmaBase
	model     *model.Model // of the last accepted final check
	cand      *candidate
	witness   map[term.Term]term.Term // by equality of arrays: an index at which they differ
	witnessOf map[term.Term]term.Term // and back
	stats     Stats
	lemmasAt  int64 // Stats.Lemmas at the last reset
	sizeAt    int   // size after the last reset
}

// encoding is what SAT solver and simplex know terms by.
type encoding struct {
	nodes  []node  // nodes[0] is unused
	nodeOf []int32 // by term ID; 0 none
	gateOf map[gateKey]int32
	part   int32 // proof mode: the part that is being asserted

	wanted    []int32 // by SAT variable: reasons to decide on it
	owner     []int32 // by SAT variable: the formula it was made for
	divisions []division
	nodeOfVar []int32           // by simplex variable: the number it stands for
	live      [numLists][]int32 // nodes in use, by what a final check does with them
	inUse     int               // how many nodes are in use
	pending   []sat.Lit         // axioms of nodes that came into use
	inLemma   bool              // nodes come into use by a lemma
	tail      []int32           // nodes in use whose axioms no entry of the stack brings
	trueLit   sat.Lit
	stamp     uint32 // of the nodes that markRelevant found last
}

// assertions are what has been asserted.
type assertions struct {
	stack  []entry
	levels []int // by Push: the length of stack
	lits   []sat.Lit
	falsum int // 1 + index of the first stack entry that is false as it stands; 0 none
}

// recalled are earlier models.
type recalled struct {
	models []*model.Model // the last used first
	spare  model.Memo     // memory for the next one
}

// effort is how far a Check has come.
type effort struct {
	diophAt    int // the round of the next look at the equations
	lemmasNext int // the round of the next look at operators before integrality
	finals     int // final checks that branched or asked for lemmas
	rounds     int // final checks with fractional values
	atMost     int // if not 0: how many final checks there may be before bits are looked at
}

// mode says what an engine is made for.
type mode struct {
	fresh      bool // one hard Check
	cofactors  bool // which takes multiples of equations; see multiples.go
	preferBits bool // see PreferBits
	quick      bool // see Quick
}

// history is what became of the last hard questions.
type history struct {
	bitWins      int  // how many were decided by bits
	boxLosses    int  // how many of those with floats many boxes have not decided
	lostProducts bool // the last one that was multiplied out was not decided by that
}

// Stats counts what a Native did.
type Stats struct {
	Checks, ByModel, Afresh, Blasted, Lemmas, Branches, Cuts int64

	Conflicts, Decisions, Propagations, Restarts, Pivots int64
}

// entry is an assertion on the stack.
type entry struct {
	f       term.Term
	encoded bool
	root    int32 // its node, in use; 0 if there is none
	lits    int   // the length of Native.lits before it
}

// New makes a solver for terms of st.
func New(st *term.Store) *Native { return newNative(st, nil) }

func newNative(st *term.Store, rec *recorder) *Native {
	e := &Native{st: st, rec: rec}
	e.init()
	return e
}

// init makes the parts of the engine that grow.
func (e *Native) init() {
	var tracer sat.Tracer
	if e.rec != nil {
		tracer = e.rec
		e.gateOf = map[gateKey]int32{}
	}
	if e.rec == nil {
		e.eg = newEgraph(e)
	}
	e.ar = newArith()
	e.sat = sat.New((*theory)(e), tracer)
	e.ar.sat = e.sat
	e.ar.Stop, e.ar.Tick = e.stopped, e.tick
	e.sat.Tick = e.tick
	e.nodes = make([]node, 1)
	e.trueLit = e.sat.NewVar(false).Pos()
	e.sat.AddTagged(sat.Origin{Kind: valid}, e.trueLit)
	e.lemmas.init()
}

// Formulas, atoms and lemmas that are not in use any more cost memory and time. Once there are
// resetAfter of them and they are resetFactor times what the stack needed after the last time,
// the engine begins anew.
var (
	resetAfter  = 40000 // variables for the sake of tests
	resetFactor = 8
)

// size is how much the engine knows.
func (e *Native) size() int { return len(e.nodes) + len(e.ar.atoms) + int(e.stats.Lemmas-e.lemmasAt) }

// reset begins anew if the engine has become too large for its stack.
func (e *Native) reset() {
	if n := e.size(); n < resetAfter || n < resetFactor*e.sizeAt {
		return
	}
	e.renew()
	e.encodeStack(len(e.stack))
	e.sizeAt = e.size()
}

// renew forgets everything but the stack and the models.
func (e *Native) renew() {
	e.stats.add(e)
	for i := range e.stack {
		e.stack[i].encoded, e.stack[i].root, e.stack[i].lits = false, 0, 0
	}
	*e = Native{st: e.st, mode: e.mode, history: history{bitWins: e.bitWins}, assertions: e.assertions, recalled: e.recalled, stats: e.stats, ctx: e.ctx, guarded: e.guarded, lemmasAt: e.stats.Lemmas}
	e.lits = nil
	e.init()
}

// Stats returns the counters.
func (e *Native) Stats() Stats {
	s := e.stats
	s.add(e)
	return s
}

// add adds what the parts of e have counted.
func (s *Stats) add(e *Native) {
	s.Conflicts += e.sat.Stats.Conflicts
	s.Decisions += e.sat.Stats.Decisions
	s.Propagations += e.sat.Stats.Propagations
	s.Restarts += e.sat.Stats.Restarts
	s.Pivots += e.ar.Pivots
}

// Assert adds a formula to the current level.
func (e *Native) Assert(f term.Term) {
	switch f.Op() {
	case term.And:
		for _, g := range f.Args() {
			e.Assert(g)
		}
		return
	case term.True:
		return
	case term.False:
		if e.falsum == 0 {
			e.falsum = len(e.stack) + 1
		}
	}
	e.stack = append(e.stack, entry{f: f})
}

// Push opens a level.
func (e *Native) Push() { e.levels = append(e.levels, len(e.stack)) }

// Pop closes a level.
func (e *Native) Pop() {
	n := e.levels[len(e.levels)-1]
	e.levels = e.levels[:len(e.levels)-1]
	e.truncate(n)
	e.lemmas.pop(e, len(e.levels))
	for _, m := range e.models {
		m.Prefix = min(m.Prefix, n)
	}
}

// truncate removes the stack entries from n on.
func (e *Native) truncate(n int) {
	for i := len(e.stack) - 1; i >= n; i-- {
		x := &e.stack[i]
		if x.encoded {
			e.lits = e.lits[:x.lits]
			if x.root != 0 {
				e.unuse(x.root)
			}
		}
		*x = entry{}
	}
	e.stack = e.stack[:n]
	if e.falsum > n {
		e.falsum = 0
	}
}

// Check decides the assertions with the assumptions.
func (e *Native) Check(ctx context.Context, assumptions ...term.Term) Answer {
	e.stats.Checks++
	if e.falsum != 0 {
		return Answer{Status: Unsat}
	}
	for i, a := range assumptions {
		if a.IsFalse() {
			return Answer{Status: Unsat, Core: assumptions[i : i+1 : i+1]}
		}
	}
	return e.guard(ctx, assumptions)
}

func (e *Native) check(assumptions []term.Term) Answer {
	if m := e.recall(assumptions); m != nil {
		e.stats.ByModel++
		return Answer{Status: Sat, Model: m}
	}
	if e.stopped() {
		return Answer{Reason: ended(e.ctx)}
	}
	if e.preferBits {
		base := len(e.stack)
		for _, a := range assumptions {
			e.stack = append(e.stack, entry{f: a})
		}
		ans := e.byBoxes(base, fewBoxes)
		if ans.Status == Unknown {
			ans = e.byBits(base, 0)
		}
		e.truncate(base)
		if ans.Status != Unknown {
			return ans
		}
		if e.stopped() {
			return Answer{Reason: ended(e.ctx)}
		}
	}
	e.reset()
	e.why, e.rounds, e.finals, e.diophAt, e.lemmasNext = "", 0, 0, firstDioph, firstLemmas
	base := len(e.stack)
	for _, a := range assumptions {
		e.stack = append(e.stack, entry{f: a})
	}
	e.encodeStack(base)
	ans := e.solve(base)
	if len(assumptions) > 0 {
		e.lemmas.pop(e, len(e.levels)-1)
	}
	e.truncate(base)
	if !e.stopped() {
		e.ar.tidy()
	}
	return ans
}

// encodeStack gives the entries of the stack their literals; those from base on are the assumptions. What was asserted
// before the first Push is never taken back: it becomes clauses, which nothing that is learned from them has to mention.
func (e *Native) encodeStack(base int) {
	i := len(e.stack)
	for i > 0 && !e.stack[i-1].encoded {
		i--
	}
	if len(e.levels) > 0 {
		base = e.levels[0]
	}
	for ; i < len(e.stack); i++ {
		x := &e.stack[i]
		if i < base {
			x.encoded, x.root, x.lits = true, e.forGood(x.f), len(e.lits)
			continue
		}
		n, l := e.formula(x.f, positive)
		x.encoded, x.root, x.lits = true, n, len(e.lits)
		if n != 0 {
			e.use(n)
			e.lits = append(e.lits, e.pending...)
			e.pending = e.pending[:0]
		}
		e.lits = append(e.lits, l)
	}
}

// forGood makes f true, as long as the engine lasts, and returns its node.
func (e *Native) forGood(f term.Term) int32 {
	t, sign := f, sat.Lit(0)
	if f.Op() == term.Not {
		t, sign = f.Arg(0), 1
	}
	n := e.lookup(t)
	if n == 0 {
		n = e.newFormula(t)
	}
	e.sat.AddClause(e.nodes[n].lit ^ sign) // before the clauses that define it, which need not mention it then
	e.formula(f, positive)
	e.use(n)
	for _, l := range e.pending {
		e.sat.AddClause(l)
	}
	e.pending = e.pending[:0]
	return n
}

// solve decides the encoded stack; the entries from base on are the assumptions.
func (e *Native) solve(base int) Answer {
	n := len(e.lits)
	for _, t := range e.tail {
		e.lits = append(e.lits, e.nodes[t].axioms...)
	}
	status := sat.Unknown
	if e.hasBits() {
		status = e.sat.Solve(e.lits, e.briefly())
		if status == sat.Unknown && !e.stopped() {
			e.atMost = 0
			if ans := e.inOtherWays(base); ans.Status != Unknown {
				e.lits = e.lits[:n]
				return ans
			}
			e.why = notQuickly
			if !e.quick {
				e.why = ""
				status = e.sat.Solve(e.lits, e.stopped)
			}
		}
	} else if e.rec != nil && e.atMost != 0 || e.quick {
		status = e.sat.Solve(e.lits, e.briefly())
	} else {
		status = e.sat.Solve(e.lits, e.stopped)
	}
	e.lits = e.lits[:n]
	switch status {
	case sat.Sat:
		m := e.model
		for i := range e.stack {
			if !m.Holds(e.stack[i].f) {
				return Answer{Reason: "incomplete: the model found does not satisfy " + brief(e.stack[i].f)}
			}
		}
		m.Prefix = base
		e.remember(m)
		return Answer{Status: Sat, Model: m}
	case sat.Unsat:
		return Answer{Status: Unsat, Core: e.core(base)}
	}
	switch {
	case e.ctx.Err() != nil:
		e.why = ended(e.ctx)
	case e.quick:
		e.why = notQuickly
	case e.why == "":
		e.why = "incomplete: search gave up"
	case e.why == tooLong:
		if ans := e.byBits(base, 0); ans.Status != Unknown {
			return ans
		}
		return e.afresh(base, 0)
	}
	return Answer{Reason: e.why}
}

// A search that takes more than maxFinals final checks is begun afresh: what the basis, the
// values and the learned clauses of earlier Checks suggest has not helped.
var maxFinals = 150

const tooLong = "incomplete: too many final checks"

// afresh decides the stack with a new engine, which multiplies out, and which gives up after so many final
// checks if these are not 0; the entries from base on are the assumptions.
func (e *Native) afresh(base, atMost int) Answer {
	f := newNative(e.st, nil)
	f.fresh, f.quick, f.atMost = true, e.quick, atMost
	return e.by(f, base)
}

// withCofactors is afresh with multiples of equations.
func (e *Native) withCofactors(base, atMost int) Answer {
	f := newNative(e.st, nil)
	f.fresh, f.cofactors, f.quick, f.atMost = true, true, e.quick, atMost
	return e.by(f, base)
}

// by has f, a new engine, decide the stack.
func (e *Native) by(f *Native, base int) Answer {
	for _, x := range e.stack[:base] {
		f.Assert(x.f)
	}
	var assumptions []term.Term
	for _, x := range e.stack[base:] {
		assumptions = append(assumptions, x.f)
	}
	ans := f.Check(e.ctx, assumptions...)
	e.stats.Afresh++
	e.stats.Lemmas += f.stats.Lemmas
	e.stats.Branches += f.stats.Branches
	e.stats.Cuts += f.stats.Cuts
	e.stats.add(f)
	if m, ok := ans.Model.(*model.Model); ok {
		m.Prefix = base
		e.remember(m)
	}
	return ans
}

// core translates the core of the SAT solver to assumptions.
func (e *Native) core(base int) []term.Term {
	var core []term.Term
	lits := e.sat.Core()
	for i := base; i < len(e.stack); i++ {
		end := len(e.lits)
		if i+1 < len(e.stack) {
			end = e.stack[i+1].lits
		}
		l := e.lits[end-1] // the literals before are axioms
		if slices.Contains(lits, l) && !slices.Contains(core, e.stack[i].f) {
			core = append(core, e.stack[i].f)
		}
	}
	return core
}

// ended is the reason of an answer after ctx was done: what its owner gave as the cause.
func ended(ctx context.Context) string {
	if cause := context.Cause(ctx); !errors.Is(cause, ctx.Err()) {
		return cause.Error()
	}
	return "timeout"
}

// stopped reports whether the current Check must end.
func (e *Native) stopped() bool {
	yield.Pass()
	return e.ctx != nil && e.ctx.Err() != nil
}

// brief is f's text, cut off.
func brief(f term.Term) string {
	s := f.String()
	if len(s) > 80 {
		s = s[:77] + "..."
	}
	return s
}
