// Package sat is a conflict-driven clause-learning solver in the shape of MiniSat, with a hook
// for a theory and a tracer of its refutations.
//
// Files: sat.go (types, variables, clauses), propagate.go (two watched literals, the trail),
// analyze.go (first unique implication point, minimisation, final conflicts), search.go (Solve),
// restart.go (restarts and phases of the search), reduce.go (clause deletion), heap.go (variable order), trace.go (proofs).
//
// Use is incremental: variables and clauses may be added between calls of Solve, and by the
// theory during one. Retractable facts are assumptions; the solver keeps the trail of the
// assumptions that two successive calls begin with, so that a stack of assumptions that grows
// and shrinks at its end costs what changed. Everything that is learned stays valid.
//
// [Eén, Sörensson 2003] An Extensible SAT-solver. [Audemard, Simon 2009] Predicting Learnt Clauses Quality in Modern SAT
// Solvers.
package sat

// Var is a propositional variable, numbered from 0.
type Var int32

// Lit is a variable or its negation.
type Lit uint32

// NoLit is no literal.
const NoLit = ^Lit(0)

// Pos is the literal that is true when v is.
func (v Var) Pos() Lit { return Lit(v) << 1 }

// Neg is the literal that is true when v is false.
func (v Var) Neg() Lit { return Lit(v)<<1 | 1 }

func (l Lit) Var() Var    { return Var(l >> 1) }
func (l Lit) Not() Lit    { return l ^ 1 }
func (l Lit) IsNeg() bool { return l&1 != 0 }

// Value is the truth value of a literal. The zero value is no value.
type Value int8

const (
	Undef Value = 0
	True  Value = 1
	False Value = -1
)

// Status is the outcome of Solve. The zero value is Unknown.
type Status uint8

const (
	Unknown Status = iota
	Sat
	Unsat
)

// Theory decides conjunctions of literals whose variables mean something to it. The solver calls
// it with the trail in order; a clause that it returns consists of literals that are false now
// (a conflict, true in the theory) and is only read until the next call.
type Theory interface {
	// Assign hears of literals that became true, in trail order. It does cheap work: it may
	// return a conflict, and may call Solver.Imply.
	Assign(lits []Lit) (conflict []Lit)
	// Check does dear work once nothing more follows cheaply; results as Assign.
	Check() (conflict []Lit)
	// Explain returns the clause that implied l with the given hint (see Solver.Imply): l and
	// literals that were false before l became true.
	Explain(l Lit, hint int32) []Lit
	// NewLevel opens a decision level; Backtrack(n) undoes what was assigned since level n+1
	// was opened.
	NewLevel()
	Backtrack(n int)
	// FinalCheck is called when every decision variable has a value. Accept means that the
	// theory has a model; Continue that it added variables or clauses or made a variable a
	// decision; GiveUp ends Solve with Unknown.
	FinalCheck() (Verdict, []Lit)
	// Phase suggests the value with which v is decided; Undef leaves it to the solver.
	Phase(v Var) Value
}

// Verdict is the outcome of a final check.
type Verdict uint8

const (
	Accept Verdict = iota
	Continue
	GiveUp
)

// ref is the offset of a clause in the arena. As the reason of an assignment it may have temporaryBit set, for a clause of the theory,
// or be a theory hint with theoryBit set. In a list of watches binaryBit is set for clauses of two literals.
type ref uint32

const (
	noRef        ref = 0
	theoryBit    ref = 1 << 31
	temporaryBit ref = 1 << 30
	binaryBit    ref = 1 << 30
)

// A clause in the arena is headerLen words and its literals: size and flags, activity (float32
// bits) or the new place while the arena is compacted, proof number, standing (reduce.go).
const (
	headerLen = 4
	flagBits  = 3

	flagLearnt  = 1
	flagTemp    = 2 // a materialised theory reason: not watched, dies with the assignment
	flagDeleted = 4
)

// A watch of a clause that is not false while blocker is true, which is the other literal of a clause of two.
type watch struct {
	c       ref
	blocker Lit
}

// clause is the watched one.
func (w watch) clause() ref { return w.c &^ binaryBit }

// Solver is a solver. Make one with New.
type Solver struct {
	theory Theory
	proving
	ok bool // false: the clauses are unsatisfiable without assumptions
	database
	assignment
	branching

	reduction

	restarts   restarts
	levelSeen  []uint32 // by level: the last count that met it
	levelStamp uint32

	assumptions []Lit // of the current or last Solve
	core        []Lit
	suggested   []Lit

	scratch

	// Tick, if not nil, is told of work while Solve runs. It may leave Solve by a panic; the
	// solver cannot be used any more then.
	Tick func(work int)

	Stats Stats
}

// proving is what a proof needs.
type proving struct {
	tracer Tracer
	nextID ClauseID
	unitID []ClauseID // by variable, the unit clause of a level-0 literal
	traced int        // how much of the level-0 trail has unit clauses
}

// database has the clauses.
type database struct {
	arena  []Lit
	wasted int
	orig   []ref
	learnt []ref

	watches [][]watch // by literal l: the clauses that watch ¬l, visited when l becomes true
}

// assignment is the trail, and what is known of variables on it.
type assignment struct {
	vals   []Value // by literal
	level  []int32
	reason []ref
	pos    []int32 // position in the trail
	axiom  []Value // by variable: the value it has in every model that matters
	seen   []uint8
	trail  []Lit
	lim    []int32
	qhead  int // next trail entry to propagate
	thead  int // next trail entry to tell the theory
}

// branching says what is decided next.
type branching struct {
	phase    []bool // saved: true is positive
	target   []bool // what is decided in a stable phase (restart.go)
	decision []bool
	activity []float64
	varInc   float64
	order    heap
}

// scratch is memory for short use.
type scratch struct {
	out     []Lit
	stack   []Lit
	toClear []Var
	chain   []ClauseID
	zeros   []Var
	addBuf  []Lit
}

// Stats counts work.
type Stats struct {
	Solves, Conflicts, Decisions, Propagations, Restarts, Reductions int64
}

// New makes a solver without clauses; theory and tracer may be nil. A tracer makes conflict
// analysis slower.
func New(theory Theory, tracer Tracer) *Solver {
	s := &Solver{theory: theory, proving: proving{tracer: tracer}, ok: true, branching: branching{varInc: 1}, reduction: reduction{claInc: 1, maxLearnt: 2000}}
	s.arena = append(s.arena, 0) // offset 0 is noRef
	s.order.activity = &s.activity
	return s
}

// NewVar makes a variable. It is decided on only if decision is true; the others get values by
// propagation, or none.
func (s *Solver) NewVar(decision bool) Var {
	v := Var(len(s.level))
	s.watches = append(s.watches, nil, nil)
	s.vals = append(s.vals, Undef, Undef)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, noRef)
	s.pos = append(s.pos, 0)
	s.phase = append(s.phase, false)
	s.target = append(s.target, false)
	s.decision = append(s.decision, decision)
	s.axiom = append(s.axiom, Undef)
	s.seen = append(s.seen, 0)
	s.activity = append(s.activity, 0)
	s.order.index = append(s.order.index, -1)
	if s.tracer != nil {
		s.unitID = append(s.unitID, 0)
	}
	if decision {
		s.order.insert(v)
	}
	return v
}

// NumVars is the number of variables.
func (s *Solver) NumVars() int { return len(s.level) }

// SetDecision says whether the solver may decide on v.
func (s *Solver) SetDecision(v Var, decision bool) {
	s.decision[v] = decision
	if decision && s.vals[v.Pos()] == Undef {
		s.order.insert(v)
	}
}

// SetAxiom says that l is valid, although it is only assumed when that serves a purpose: learned
// clauses and cores leave it out. Not for solvers with a tracer.
func (s *Solver) SetAxiom(l Lit) {
	s.axiom[l.Var()] = True
	if l.IsNeg() {
		s.axiom[l.Var()] = False
	}
}

// idle reports whether the false literal q can be left out of a learned clause: it is false at
// level 0, or its negation is an axiom.
func (s *Solver) idle(q Lit) bool {
	v := q.Var()
	return s.level[v] == 0 || s.axiom[v] != Undef && (s.axiom[v] == True) == q.IsNeg()
}

// SetPhase sets the value with which v is decided next.
func (s *Solver) SetPhase(v Var, positive bool) { s.phase[v] = positive }

// Value is l's value under the current trail: after Sat, in the model.
func (s *Solver) Value(l Lit) Value { return s.vals[l] }

// Level is the decision level of an assigned variable.
func (s *Solver) Level(v Var) int { return int(s.level[v]) }

// NumLevels is the number of open decision levels.
func (s *Solver) NumLevels() int { return len(s.lim) }

// OK is false once the clauses alone are unsatisfiable.
func (s *Solver) OK() bool { return s.ok }

func (s *Solver) size(c ref) int         { return int(s.arena[c] >> flagBits) }
func (s *Solver) flag(c ref, f Lit) bool { return s.arena[c]&f != 0 }
func (s *Solver) lits(c ref) []Lit {
	return s.arena[c+headerLen : int(c)+headerLen+s.size(c)]
}
func (s *Solver) id(c ref) ClauseID { return ClauseID(s.arena[c+2]) }

func (s *Solver) alloc(lits []Lit, flags Lit, id ClauseID) ref {
	c := ref(len(s.arena))
	if c >= binaryBit-1024 {
		panic("sat: clause memory exhausted")
	}
	s.arena = append(s.arena, Lit(len(lits))<<flagBits|flags, 0, Lit(id), 0)
	s.arena = append(s.arena, lits...)
	return c
}

func (s *Solver) free(c ref) {
	s.arena[c] |= flagDeleted
	s.wasted += headerLen + s.size(c)
}

func (s *Solver) attach(c ref) {
	l := s.lits(c)
	if len(l) == 2 {
		c |= binaryBit
	}
	s.watches[l[0].Not()] = append(s.watches[l[0].Not()], watch{c, l[1]})
	s.watches[l[1].Not()] = append(s.watches[l[1].Not()], watch{c, l[0]})
}

// AddClause adds a clause for good. It may be called at any time except from Assign, Check and
// Explain; the trail is undone as far as the clause needs. The result is OK().
func (s *Solver) AddClause(lits ...Lit) bool { return s.add(lits, Origin{}) }

// AddTagged adds a clause and tells the tracer where it comes from.
func (s *Solver) AddTagged(o Origin, lits ...Lit) bool { return s.add(lits, o) }

func (s *Solver) add(lits []Lit, o Origin) bool {
	if !s.ok {
		return false
	}
	var id ClauseID
	if s.tracer != nil {
		id = s.newID()
		s.tracer.Original(id, o, lits)
	}
	// Normalise: no duplicates, no tautology, nothing false at level 0.
	buf := s.addBuf[:0]
	s.zeros = s.zeros[:0]
	taut := false
	for _, l := range lits {
		v := l.Var()
		switch {
		case s.vals[l] == True && s.level[v] == 0:
			taut = true
		case s.vals[l] == False && s.level[v] == 0:
			s.zeros = append(s.zeros, v)
		case s.seen[v] == 1+uint8(l&1):
		case s.seen[v] != 0:
			taut = true
		default:
			s.seen[v] = 1 + uint8(l&1)
			buf = append(buf, l)
		}
	}
	s.addBuf = buf
	for _, l := range buf {
		s.seen[l.Var()] = 0
	}
	if taut {
		return true
	}
	if s.tracer != nil && len(buf) < len(lits) {
		id = s.traceStrengthened(id, buf)
	}
	switch len(buf) {
	case 0:
		s.ok = false
		return false
	case 1:
		s.cancelUntil(0)
		s.orig = append(s.orig, s.alloc(buf, 0, id))
		s.enqueue(buf[0], s.orig[len(s.orig)-1])
		return true
	}
	// Watch two literals that are not false, or the ones that were falsified last.
	for i := range 2 {
		for j := i + 1; j < len(buf); j++ {
			if s.watchRank(buf[j]) > s.watchRank(buf[i]) {
				buf[i], buf[j] = buf[j], buf[i]
			}
		}
	}
	if s.vals[buf[0]] == False {
		s.cancelUntil(int(s.level[buf[0].Var()]) - 1)
	}
	c := s.alloc(buf, 0, id)
	s.orig = append(s.orig, c)
	s.attach(c)
	if s.vals[buf[1]] == False {
		l1 := s.level[buf[1].Var()]
		if s.vals[buf[0]] == Undef || s.level[buf[0].Var()] > l1 {
			s.cancelUntil(int(l1))
			s.enqueue(buf[0], c)
		}
	}
	return true
}

// watchRank orders literals for watching: true, unassigned, then false by falling level.
func (s *Solver) watchRank(l Lit) int32 {
	const top = 1 << 30
	switch s.vals[l] {
	case True:
		return top + 1
	case Undef:
		return top
	}
	return s.level[l.Var()]
}
