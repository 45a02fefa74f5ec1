package tracer

import (
	"context"
	"strconv"
	"time"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// path is the symbolic state at the end of the current path: the store s (the embedded State) and
// the path condition Π, asserted in the solver conjunct by conjunct, a level each. It changes
// and is taken back like a stack.
//
// Inputs are numbered along the path, so that two paths with a common prefix have the same terms
// for what that prefix reads, and models of one path mean something on another.
type path struct {
	*sem.State
	st     *term.Store
	solver smt.Solver
	ctx    context.Context

	pc       []term.Term
	models   models
	inputs   map[*ir.Var][]term.Term // the inputs that stand for v, in order along a path
	count    map[*ir.Var]int         // how many of them are in use
	used     []*ir.Var               // in which order they were taken
	ranged   map[term.Term]bool      // variables whose range is asserted
	rangeLog []term.Term

	ranges map[term.Term]term.Term // what rangeOf has returned

	vars    *varCache
	forms   *forms
	typeOf  map[term.Term]ir.Type // of inputs
	subst   map[term.Term]term.Term
	queries int
	open    int // how long the path condition was when a question stayed open; 0: none has

	instances map[term.Term]term.Term // what at has returned since the store changed last
	version   uint64                  // of the store then
}

// mark is a place on the path to go back to.
type mark struct{ store, pc, used, ranged int }

func newPath(ctx context.Context, c *sem.Context, solver smt.Solver) *path {
	p := &path{
		State: c.NewState(), st: c.Store, solver: solver, ctx: ctx,
		inputs: map[*ir.Var][]term.Term{}, count: map[*ir.Var]int{},
		ranged: map[term.Term]bool{}, ranges: map[term.Term]term.Term{}, vars: newVarCache(),
		typeOf: map[term.Term]ir.Type{}, subst: map[term.Term]term.Term{},
		instances: map[term.Term]term.Term{},
	}
	p.State.Input = p.input
	return p
}

// input takes the next input for v.
func (p *path) input(v *ir.Var) term.Term {
	k := p.count[v]
	p.count[v] = k + 1
	p.used = append(p.used, v)
	if k < len(p.inputs[v]) {
		return p.inputs[v][k]
	}
	t := p.st.Var(v.Name+"'"+strconv.Itoa(k+1), sem.Sort(v.Type))
	p.inputs[v] = append(p.inputs[v], t)
	p.typeOf[t] = v.Type
	return t
}

func (p *path) mark() mark {
	return mark{p.State.Mark(), len(p.pc), len(p.used), len(p.rangeLog)}
}

// undo goes back to m.
func (p *path) undo(m mark) {
	p.State.Undo(m.store)
	for len(p.pc) > m.pc {
		p.solver.Pop()
		p.pc = p.pc[:len(p.pc)-1]
	}
	p.models.cut(m.pc)
	if p.open > m.pc {
		p.open = 0
	}
	for _, v := range p.used[m.used:] {
		p.count[v]--
	}
	p.used = p.used[:m.used]
	for _, x := range p.rangeLog[m.ranged:] {
		delete(p.ranged, x)
	}
	p.rangeLog = p.rangeLog[:m.ranged]
}

// assertRanges asserts, at the current level, the ranges of variables that f mentions and that
// nothing has mentioned before.
func (p *path) assertRanges(f term.Term) {
	for _, x := range p.vars.of(f) {
		if p.ranged[x] {
			continue
		}
		p.ranged[x] = true
		p.rangeLog = append(p.rangeLog, x)
		if r := p.rangeOf(x); !r.IsTrue() {
			p.solver.Assert(r)
		}
	}
}

// rangeOf is the range of an input or of a variable's initial value.
func (p *path) rangeOf(x term.Term) term.Term {
	if r, ok := p.ranges[x]; ok {
		return r
	}
	r := p.newRange(x)
	p.ranges[x] = r
	return r
}

func (p *path) newRange(x term.Term) term.Term { return p.Range(p.exprType(x), x) }

// exprType is the type of an input or of a variable's initial value; Void of anything else.
func (p *path) exprType(x term.Term) ir.Type {
	if ty, ok := p.typeOf[x]; ok {
		return ty
	}
	if v := p.VarOf(x); v != nil {
		return v.Type
	}
	return ir.Type{}
}

// assume adds f to the path condition.
func (p *path) assume(f term.Term) {
	if f.IsTrue() {
		return
	}
	p.solver.Push()
	p.assertRanges(f)
	p.solver.Assert(f)
	p.pc = append(p.pc, f)
}

// try adds f to the path condition unless that makes it unsatisfiable. It reports whether it did;
// it does where the solver gives up.
func (p *path) try(f term.Term) bool {
	if f.IsConst() {
		return f.IsTrue()
	}
	known := p.models.find(p.pc, f)
	var found smt.Model
	if !known {
		found, known = p.extend(p.forms, f)
	}
	m := p.mark()
	p.assume(f)
	if known {
		p.models.add(found, len(p.pc))
		return true
	}
	ans := p.check()
	if ans.Status == smt.Unsat {
		p.undo(m)
		return false
	}
	p.models.add(ans.Model, len(p.pc))
	return true
}

// Limits of a question that may stay open: a branch counts as feasible then, and a state as not
// subsumed. Where one has stayed open, those that extend it get less.
const (
	patience = 2 * time.Second
	haste    = 50 * time.Millisecond
)

// check decides the path condition, with patience.
func (p *path) check(assumptions ...term.Term) smt.Answer {
	limit := patience
	if p.open > 0 && len(p.pc) >= p.open {
		limit = haste
	}
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	p.queries++
	ans := p.solver.Check(ctx, assumptions...)
	if ans.Status == smt.Unknown && p.open == 0 {
		p.open = len(p.pc)
	}
	return ans
}

// insist decides the path condition, for as long as it takes.
func (p *path) insist(assumptions ...term.Term) smt.Answer {
	p.queries++
	return p.solver.Check(p.ctx, assumptions...)
}

// refuted says whether a kept model shows that the path condition does not imply f.
func (p *path) refuted(f term.Term) bool { return p.models.find(p.pc, p.st.Not(f)) }

// implies says that the path condition implies f, a formula over inputs. If it does not, there
// may be a model that says so.
func (p *path) implies(f term.Term) bool {
	if f.IsConst() {
		return f.IsTrue()
	}
	if p.refuted(f) {
		return false
	}
	ans := p.ask(p.st.Not(f))
	return ans.Status == smt.Unsat
}

// impliesEach says of each of fs whether the path condition implies it. A model disposes of all
// that it falsifies.
func (p *path) impliesEach(fs []term.Term) []bool {
	ok := make([]bool, len(fs))
	var open []int
	for i, f := range fs {
		switch {
		case f.IsTrue():
			ok[i] = true
		case !f.IsFalse() && !p.refuted(f):
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		neg := make([]term.Term, len(open))
		for k, i := range open {
			neg[k] = p.st.Not(fs[i])
		}
		ans := p.ask(p.st.Or(neg...))
		rest := open[:0]
		for _, i := range open {
			switch ans.Status {
			case smt.Unsat:
				ok[i] = true
			case smt.Unknown:
				ok[i] = len(fs) > 1 && p.ask(p.st.Not(fs[i])).Status == smt.Unsat
			default:
				if !ans.Model.Eval(fs[i]).IsFalse() {
					rest = append(rest, i)
				}
			}
		}
		open = rest
	}
	return ok
}

// ask checks the path condition together with f and assumptions.
func (p *path) ask(f term.Term, assumptions ...term.Term) smt.Answer {
	return p.asked(f, p.check, assumptions...)
}

// asked is ask with check or insist.
func (p *path) asked(f term.Term, check func(...term.Term) smt.Answer, assumptions ...term.Term) smt.Answer {
	m := p.mark()
	p.solver.Push()
	p.assertRanges(f)
	for _, a := range assumptions {
		p.assertRanges(a)
	}
	p.solver.Assert(f)
	ans := check(assumptions...)
	p.solver.Pop()
	p.undo(m)
	p.models.add(ans.Model, len(p.pc))
	return ans
}

// at is f, a formula over program variables, in the current state: over inputs.
func (p *path) at(f term.Term) term.Term {
	if f.IsConst() {
		return f
	}
	if v := p.Version(); v != p.version {
		p.version = v
		clear(p.instances)
	}
	if g, ok := p.instances[f]; ok {
		return g
	}
	clear(p.subst)
	for _, x := range p.vars.of(f) {
		if v := p.VarOf(x); v != nil {
			if t := p.Get(v); t != x {
				p.subst[x] = t
			}
		}
	}
	g := p.st.Subst(f, p.subst)
	p.instances[f] = g
	return g
}

// varCache remembers the variables of terms.
type varCache struct{ of_ map[term.Term][]term.Term }

func newVarCache() *varCache { return &varCache{of_: map[term.Term][]term.Term{}} }

// of returns the variables of t in the order of a depth-first walk.
func (c *varCache) of(t term.Term) []term.Term {
	vs, ok := c.of_[t]
	if !ok {
		vs = term.Vars(t, nil, nil)
		c.of_[t] = vs
	}
	return vs
}

// mentions says whether x occurs in t.
func (c *varCache) mentions(t, x term.Term) bool {
	for _, y := range c.of(t) {
		if x == y {
			return true
		}
	}
	return false
}
