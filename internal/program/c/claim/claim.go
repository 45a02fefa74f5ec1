// Package claim lowers the conditions of contracts: claims, quantifiers, and what is asked of pointers. Package lower does the rest, as a Machine.
package claim

import (
	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// Machine adds to the automaton of a function where it is at.
type Machine interface {
	Loc(pos ir.Pos) ir.Loc
	At() ir.Loc
	Continue(at ir.Loc)
	Emit(s ir.Stmt, pos ir.Pos)
	Jump(to ir.Loc, pos ir.Pos)
	Guard(x core.Expr, yes, no ir.Loc, negated bool) // goes to yes if x is not 0, and to no if it is
	Expr(x core.Expr) *ir.Expr
	Truth(x core.Expr) *ir.Expr
	Block(b *core.Block)
	Assign(to *core.Var, x core.Expr, pos ir.Pos)
	Variable(v *core.Var) *ir.Var
	Temp(t ir.Type, pos ir.Pos) *ir.Var
	Unknown(t ir.Type, pos ir.Pos) *ir.Expr         // an approximation
	Kept(e *ir.Expr, pos ir.Pos) *ir.Expr           // the value that an expression has now
	Cast(t ir.Type, e *ir.Expr) *ir.Expr            // a conversion of integers
	Scalar(x core.Expr) ir.Type                     // the type of a value
	Follow(c *ir.Expr, pos ir.Pos)                  // nothing is decided where this does not hold
	Wrong(why string, pos ir.Pos)                   // ends executions at an error
	Note(kind ir.NoteKind, pos ir.Pos, text string) // tells something
	Pos(at core.Pos) ir.Pos
	Where(why string) // says something of where it is at
	Types() (size, offset ir.Type)
}

// State is what a Machine's function has to know while it lowers conditions.
type State struct {
	Unchecked bool // no goals are made
	asserting bool // the condition is an assertion
	fresh     []*core.Fresh
}

// Do lowers a Claim or a Keep.
func (st *State) Do(m Machine, s core.Stmt, pos ir.Pos) {
	st.Quietly(func() { st.do(m, s, pos) })
}

func (st *State) do(m Machine, s core.Stmt, pos ir.Pos) {
	c, ok := s.(*core.Claim)
	if !ok {
		k := s.(*core.Keep)
		m.Block(k.Pre)
		m.Assign(k.Var, k.X, pos)
		return
	}
	m.Block(c.Pre)
	switch c.Kind {
	case core.Held:
		m.Where(ir.Required)
	case core.Assumed:
		if c.Why != "" {
			m.Note(ir.Assumption, pos, c.Why)
		}
		m.Emit(&ir.Assume{Cond: m.Truth(c.X)}, pos)
	default:
		yes, no := m.Loc(pos), m.Loc(pos)
		st.Asserted(m, c.X, yes, no)
		m.Continue(no)
		m.Wrong(c.Why, pos)
		m.Continue(yes)
	}
}

// Asserted goes to no, which is an error, where a condition does not hold.
func (st *State) Asserted(m Machine, x core.Expr, yes, no ir.Loc) {
	st.asserting = true
	m.Guard(x, yes, no, false)
	st.asserting = false
}

// Quietly does something without goals.
func (st *State) Quietly(do func()) {
	unchecked := st.Unchecked
	st.Unchecked = true
	do()
	st.Unchecked = unchecked
}

// Value finds a value, which is no assertion.
func (st *State) Value(f func() *ir.Expr) *ir.Expr {
	asserting := st.asserting
	st.asserting = false
	e := f()
	st.asserting = asserting
	return e
}

// Quantify goes to yes or no by one instance of a quantifier, which stands for all. If that decides, it is exact; where the quantifier is asserted, it
// is exact otherwise, too, since the program is wrong if any instance can be. negated tells that the quantifier is under an odd number of negations.
func (st *State) Quantify(m Machine, x *core.Quantifier, yes, no ir.Loc, negated bool) {
	pos := m.Pos(core.Begin(x))
	for _, v := range x.Vars {
		if x.Chosen {
			break
		}
		m.Emit(&ir.Havoc{Var: m.Variable(v), Source: ir.FromCall, Name: v.Name}, m.Pos(v.Pos))
	}
	next, otherwise := m.Loc(pos), no
	if x.Exists {
		m.Guard(x.X, yes, next, negated)
	} else {
		otherwise = yes
		m.Guard(x.X, next, no, negated)
	}
	m.Continue(next)
	if !st.asserting || x.Exists != negated {
		m.Note(ir.Overapproximated, pos, "a quantifier is decided by one of its instances")
		m.Emit(&ir.Assume{Cond: ir.ToBool(m.Unknown(ir.Int(1, false), pos))}, pos)
	}
	m.Jump(otherwise, pos)
}

// Expr is the value of a Quantifier or a Question.
func (st *State) Expr(m Machine, x core.Expr) *ir.Expr {
	pos := m.Pos(core.Begin(x))
	q, ok := x.(*core.Quantifier)
	if !ok {
		a := asker{m, st, pos}
		return a.question(x.(*core.Question), m.Scalar(x))
	}
	t, end := m.Temp(m.Scalar(x), pos), m.Loc(pos)
	arms := [2]ir.Loc{m.Loc(pos), m.Loc(pos)}
	st.Value(func() *ir.Expr {
		st.Quantify(m, q, arms[1], arms[0], false)
		return nil
	})
	for i, at := range arms {
		m.Continue(at)
		m.Emit(&ir.Assign{Var: t, Expr: ir.ConstInt(t.Type, int64(i))}, pos)
		m.Jump(end, pos)
	}
	m.Continue(end)
	return ir.VarExpr(t)
}

// asker answers questions. Where package alias cannot tell, the answer is an approximation.
type asker struct {
	Machine
	st  *State
	pos ir.Pos
}

func (a *asker) question(x *core.Question, t ir.Type) *ir.Expr {
	var args []*ir.Expr
	for _, y := range x.Args {
		args = append(args, a.Kept(a.Expr(y), a.pos))
	}
	p, yes := args[0], ir.True()
	_, d := a.Types()
	switch x.What {
	case core.Readable:
		start, size := a.start(p), a.extent(p)
		at := a.offset(p, start)
		yes = ir.And(ir.And(ir.ToBool(p), ir.ToBool(start)), ir.And(ir.Compare(ir.OpLe, at, size), ir.Compare(ir.OpLe, args[1], ir.Binary(ir.OpSub, size, at))))
	case core.Apart:
		yes = a.apart(x.New, p, args[1])
	case core.Writable:
		yes = ir.Writable(p)
	case core.SameObject: // which object, rather than where: no two have the same distance, wherever a block of the heap lies
		null := ir.ConstInt(p.Type, 0)
		yes = ir.Compare(ir.OpEq, ir.PtrDiff(d, a.start(p), null), ir.PtrDiff(d, a.start(args[1]), null))
	case core.Offset:
		return a.Cast(t, a.offset(p, a.start(p)))
	case core.Object:
		return a.Cast(t, ir.PtrDiff(d, a.start(p), ir.ConstInt(p.Type, 0)))
	case core.Extent:
		return a.Cast(t, a.extent(p))
	case core.Freeable:
		a.Follow(ir.Known(p), a.pos)
		yes = ir.Freeable(p)
	}
	return ir.OfBool(t, yes)
}

func (a *asker) start(p *ir.Expr) *ir.Expr {
	return a.Kept(ir.Start(p, a.Unknown(p.Type, a.pos)), a.pos)
}

func (a *asker) extent(p *ir.Expr) *ir.Expr {
	size, _ := a.Types()
	return a.Kept(ir.Extent(p, a.Unknown(size, a.pos)), a.pos)
}

func (a *asker) offset(p, start *ir.Expr) *ir.Expr {
	size, d := a.Types()
	return a.Kept(a.Cast(size, ir.PtrDiff(d, p, start)), a.pos)
}

// apart is 1 if the object that p leads to is as new as it has to be, and that of no other question.
func (a *asker) apart(n *core.Fresh, p, size *ir.Expr) *ir.Expr {
	read := func(v *core.Var) *ir.Expr { return ir.VarExpr(a.Variable(v)) }
	a.Emit(&ir.Assign{Var: a.Variable(n.Start), Expr: ir.Start(p, a.Unknown(p.Type, a.pos))}, a.pos)
	yes := ir.True()
	if n.Mine != nil {
		yes = ir.Not(ir.And(ir.ToBool(read(n.Mine)), ir.Among(p, read(n.Older), size)))
	}
	for _, o := range a.st.fresh {
		if o.Ensures == n.Ensures && o.Seen != n.Seen {
			yes = ir.And(yes, ir.Not(ir.And(ir.ToBool(read(o.Seen)), ir.Compare(ir.OpEq, read(o.Start), read(n.Start)))))
		}
	}
	kept := a.Kept(ir.OfBool(ir.Int(32, true), yes), a.pos)
	seen := a.Variable(n.Seen)
	a.Emit(&ir.Assign{Var: seen, Expr: ir.ConstInt(seen.Type, 1)}, a.pos)
	a.st.fresh = append(a.st.fresh, n)
	return ir.ToBool(kept)
}
