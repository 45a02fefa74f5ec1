package product

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// merger makes one list of statements of both bodies.
type merger struct {
	p       *Product
	driver  *core.Func
	at      core.Pos
	sideVar *core.Var
	begin   []core.Stmt // declarations
	sides   [2]*side
	args    [2][]core.Expr
	hinted  int                      // relations that have been thought of
	left    map[*core.Loop]*core.Var // the flags that loops at the level of the bodies have been left
}

// merge puts both bodies in the place of the calls.
func (p *Product) merge(driver *core.Func) {
	m := &merger{p: p, driver: driver, at: driver.Pos, left: map[*core.Loop]*core.Var{}}
	for _, u := range p.prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Name == Side {
				m.sideVar = d.Var
			}
		}
	}
	var calls [2]*core.Call
	var at [2]int
	for i, s := range driver.Body.List {
		if c, ok := s.(*core.Call); ok {
			for k, f := range []*core.Func{p.old, p.new} {
				if core.Called(c.Fun) == f.Var {
					calls[k], at[k] = c, i
				}
			}
		}
	}
	if calls[0] == nil || calls[1] == nil || p.old == p.new {
		p.refuse(p.old.Pos, "the calls are not found")
	}
	list := driver.Body.List
	before, between, after := list[:at[0]:at[0]], list[at[0]+1:at[1]:at[1]], list[at[1]+1:]
	var items [2][]item
	var start []core.Stmt
	for k, f := range []*core.Func{p.old, p.new} {
		s := &side{m: m, number: int64(k), dst: calls[k].Dst}
		m.sides[k] = s
		m.args[k] = calls[k].Args
		items[k] = flatten(f.Body.List)
		s.local(items[k])
		s.returns(f, items[k])
		for i, v := range f.Params {
			v.Storage = core.Auto
			m.begin = append(m.begin, &core.Declare{At: m.at, Var: v})
			start = append(start, m.assign(v, calls[k].Args[i]))
		}
		driver.Temps = append(driver.Temps, f.Temps...)
		if s.ret != nil {
			start = append(start, m.set(s.ret, m.number(0)))
		}
	}
	body := m.items(items[0], items[1], around{}, around{}, p.conf.Plan.Pairs)
	all := append([]core.Stmt{}, before...)
	all = append(append(append(all, m.begin...), start...), body...)
	all = append(all, m.set(m.sideVar, m.number(1)))
	for _, s := range between {
		if a, ok := s.(*core.Assign); ok {
			if v, ok := a.Dst.(*core.VarPlace); ok && v.Var == m.sideVar {
				continue
			}
		}
		all = append(all, s)
	}
	driver.Body.List = append(all, after...)
	for k, f := range []*core.Func{p.old, p.new} { // whose variables are the driver's now
		for g := range p.sides[k].funcs {
			p.sides[k].defs[g].Body.Calls(func(c *core.Call) {
				if core.Called(c.Fun) == f.Var {
					p.refuse(f.Pos, "recursive functions are not merged")
				}
			})
		}
		u := p.prog.Units[k]
		u.Globals = slices.DeleteFunc(u.Globals, func(g core.Global) bool {
			d, ok := g.(*core.FuncDef)
			return ok && d.Func == f
		})
	}
}

// returns finds the return at the end of a function, and has a flag if there are others.
func (s *side) returns(f *core.Func, items []item) {
	if n := len(items); n > 0 && items[n-1].loop == nil && len(items[n-1].under) == 0 {
		if list := items[n-1].stmts; len(list) > 0 {
			if r, ok := list[len(list)-1].(*core.Return); ok {
				s.tail = r
			}
		}
	}
	core.EachStmt(f.Body, func(x core.Stmt) {
		if r, ok := x.(*core.Return); ok && core.Stmt(r) != s.tail && s.ret == nil {
			s.ret = s.m.flag("returned")
		}
	})
}

// flag is a new variable of type int.
func (m *merger) flag(name string) *core.Var {
	v := &core.Var{Name: Prefix + name, Type: m.integer(), Pos: m.at, Storage: core.Auto}
	m.begin = append(m.begin, &core.Declare{At: m.at, Var: v})
	return v
}

func (m *merger) number(n int64) core.Expr {
	return &core.IntConst{At: m.at, Value: types.IntOf(n), Typ: m.integer()}
}

func (m *merger) load(v *core.Var) core.Expr {
	return &core.Load{At: m.at, X: &core.VarPlace{At: m.at, Var: v}}
}

func (m *merger) not(x core.Expr) core.Expr {
	return &core.Unary{At: m.at, Op: core.Not, X: x, Typ: m.integer()}
}

func (m *merger) and(x, y core.Expr) core.Expr {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return &core.Logical{At: m.at, X: x, Y: y, Typ: m.integer()}
}

func (m *merger) assign(v *core.Var, x core.Expr) core.Stmt {
	return &core.Assign{At: m.at, Dst: &core.VarPlace{At: m.at, Var: v}, Src: x}
}

func (m *merger) set(v *core.Var, x core.Expr) core.Stmt { return m.assign(v, x) }

// truth is 1 or 0 for an expression that is a condition.
func (m *merger) truth(x core.Expr) core.Expr {
	if x == nil {
		return m.number(1)
	}
	return m.not(m.not(x))
}

// items merges two lists, with the pairs that are among their loops.
func (m *merger) items(a, b []item, x, y around, pairs []Pair) (out []core.Stmt) {
	i, j := 0, 0   // items that are done
	la, lb := 0, 0 // loops among them
	run := func(k int, list []item, from *int, count *int, around around, until int) {
		for ; *from < len(list); *from++ {
			if list[*from].loop != nil {
				if *count == until {
					return
				}
				*count++
			}
			out = append(out, m.item(k, list[*from], around)...)
		}
	}
	last := Pair{Old: -1, New: -1}
	for _, q := range pairs {
		run(0, a, &i, &la, x, q.Old)
		run(1, b, &j, &lb, y, q.New)
		if i >= len(a) || j >= len(b) {
			m.p.refuse(m.at, "the loops are not paired")
		}
		out = append(out, m.loop(a[i], b[j], x, y, q, [2]bool{q.Old == last.Old, q.New == last.New})...)
		last = q
		if q.Until != 2 {
			i++
			la++
		}
		if q.Until != 1 {
			j++
			lb++
		}
	}
	run(0, a, &i, &la, x, -1)
	run(1, b, &j, &lb, y, -1)
	return out
}

// item is an item of one side.
func (m *merger) item(k int, it item, a around) []core.Stmt {
	s := m.sides[k]
	n := len(it.under)
	if n > 0 && it.under[n-1].set {
		c := it.under[n-1]
		m.declare(c)
		on, before := s.holds(it.under[:n-1], a.on)
		return append(before, m.set(m.sideVar, m.number(s.number)), m.set(c.v, m.number(0)), m.when(s.goes(around{on: on, out: a.out}), m.set(c.v, m.truth(c.x))))
	}
	var before []core.Stmt
	a.on, before = s.holds(it.under, a.on)
	list := it.stmts
	if it.loop != nil {
		list = []core.Stmt{it.loop}
	}
	return append(before, s.guarded(list, a)...)
}

// when is a statement under a condition, which may be nil.
func (m *merger) when(c core.Expr, s core.Stmt) core.Stmt {
	if c == nil {
		return s
	}
	return &core.If{At: m.at, X: c, Then: &core.Block{At: m.at, List: []core.Stmt{s}}}
}

// declare declares the variable of a condition.
func (m *merger) declare(c *condition) {
	if c.v.Type == nil {
		c.v.Type = m.integer()
		m.begin = append(m.begin, &core.Declare{At: m.at, Var: c.v})
	}
}

// holds are the flags of conditions, besides others, after statements that set some of them.
func (s *side) holds(list []*condition, on []*core.Var) (all []*core.Var, before []core.Stmt) {
	all = append(all, on...)
	for _, c := range list {
		s.m.declare(c)
		if !c.not {
			all = append(all, c.v)
			continue
		}
		v := s.m.flag("else")
		var outer core.Expr
		for _, w := range all {
			outer = s.m.and(outer, s.m.load(w))
		}
		before = append(before, s.m.set(v, s.m.truth(s.m.and(outer, s.m.not(s.m.load(c.v))))))
		all = append(all, v)
	}
	return all, before
}

// turn is a loop of one side that is merged.
type turn struct {
	s      *side
	cond   core.Expr
	body   []core.Stmt
	step   []core.Stmt
	outer  around      // where the loop is come to
	inner  around      // in its body
	first  []core.Stmt // what is done before the condition is looked at, which is the end of the step, too
	times  int
	before []core.Stmt
}

// turn begins a loop of one side, or has it go on.
func (m *merger) turn(k int, it item, a around, times int, goesOn bool) *turn {
	s := m.sides[k]
	t := &turn{s: s, times: times, outer: a}
	t.outer.on, t.before = s.holds(it.under, a.on)
	t.cond, t.body = head(it.loop)
	if it.loop.Step != nil {
		t.step = it.loop.Step.List
	}
	if first, cond, rest := rotated(t.body); t.cond == nil && cond != nil {
		t.cond, t.body, t.step = cond, rest, append(append([]core.Stmt{}, t.step...), first...)
		t.first = first
	}
	breaks, continues := flags(t.body)
	breaksStep, _ := flags(t.step)
	switch {
	case !breaks && !breaksStep:
	case goesOn:
		t.inner.out = m.left[it.loop]
	default:
		t.inner.out = m.flag("left")
		m.left[it.loop] = t.inner.out
		t.before = append(t.before, m.set(t.inner.out, m.number(0)))
	}
	if !goesOn {
		t.before = append(t.before, s.guarded(t.first, t.outer)...)
	}
	if continues {
		t.inner.body = m.flag("body")
		t.inner.on = []*core.Var{t.inner.body}
	}
	return t
}

// goes is the condition under which another round comes, of the flags alone; nil: it does.
func (t *turn) goes() core.Expr {
	c := t.s.goes(t.outer)
	if t.inner.out != nil {
		c = t.s.m.and(c, t.s.m.not(t.s.m.load(t.inner.out)))
	}
	return c
}

// heads leaves a loop, or goes where leave says, where no other round comes.
func (t *turn) heads(leave core.Stmt) (list []core.Stmt) {
	m := t.s.m
	list = append(list, m.set(m.sideVar, m.number(t.s.number)))
	if c := m.and(t.goes(), t.cond); c != nil {
		list = append(list, m.when(m.not(c), leave))
	}
	if t.inner.body != nil {
		list = append(list, m.set(t.inner.body, m.number(1)))
	}
	return list
}

// steps is what comes behind the body, wherever that is left for the next round.
func (t *turn) steps() []core.Stmt {
	a := t.inner
	a.on = nil
	return t.s.guarded(t.step, a)
}

// round is the body and the step, with loops in it as they stand.
func (t *turn) round() []core.Stmt { return append(t.s.guarded(t.body, t.inner), t.steps()...) }

// rest is the loop by itself.
func (t *turn) rest() core.Stmt {
	m := t.s.m
	return m.loops(append(t.heads(&core.Break{At: m.at}), t.round()...))
}

func (m *merger) loops(list []core.Stmt) core.Stmt {
	return &core.Loop{At: m.at, How: core.While, Body: &core.Block{At: m.at, List: list, End: m.at}}
}

// rotated takes apart a body that begins with statements without jumps and then looks at a condition, as that of while (n--) does.
func rotated(list []core.Stmt) (first []core.Stmt, cond core.Expr, rest []core.Stmt) {
	for i, s := range list {
		switch s.(type) {
		case *core.Assign, *core.Call, *core.Eval, *core.Remark:
			continue
		}
		if c := core.LoopCondition(s); c != nil {
			return list[:i], c, list[i+1:]
		}
		break
	}
	return nil, nil, nil
}

// loop merges two loops: as long as both go on they do so together, and then the longer one goes on. goesOn says which of them have been merged with
// another one before.
func (m *merger) loop(a, b item, x, y around, q Pair, goesOn [2]bool) []core.Stmt {
	t, u := m.turn(0, a, x, q.OldTimes, goesOn[0]), m.turn(1, b, y, q.NewTimes, goesOn[1])
	leave := &core.Break{At: m.at}
	body := append(t.heads(leave), u.heads(leave)...)
	body = append(body, m.hints(t, u)...)
	if q.OldTimes == 1 && q.NewTimes == 1 {
		p, r := flatten(t.body), flatten(u.body)
		var pairs []Pair
		if la, lb := loops(p), loops(r); len(la) == len(lb) {
			for i := range la {
				k, l := times(la[i], lb[i])
				pairs = append(pairs, Pair{i, i, k, l, 0})
			}
		}
		body = append(body, m.items(p, r, t.inner, u.inner, pairs)...)
		body = append(append(body, t.steps()...), u.steps()...)
	} else {
		for _, s := range []*turn{t, u} {
			for i := range s.times {
				var list []core.Stmt
				if i == 0 {
					list = s.round()
				} else {
					end := &core.Label{Pos: m.at}
					list = append(s.heads(&core.Goto{At: m.at, Label: end}), s.round()...)
					list = append(list, &core.Labeled{At: m.at, Label: end})
				}
				body = append(body, &core.Block{At: m.at, List: list, End: m.at})
			}
		}
	}
	out := append(append([]core.Stmt{}, t.before...), u.before...)
	out = append(out, m.loops(body))
	if q.Until != 2 {
		out = append(out, t.rest())
	}
	if q.Until != 1 {
		out = append(out, u.rest())
	}
	return out
}
