package same

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Limits of what is executed.
const (
	maxStates = 200   // of one side, at a time
	maxSteps  = 20000 // statements of both sides
	maxRounds = 3     // of a loop
)

// state is one of an execution with terms for values.
type state struct {
	facts
	env    map[*core.Var]*term // of local variables that no pointer leads to
	memory *term
	life   *term          // memory when objects may last have ended
	duties map[*term]bool // what has to be defined, for this to be
}

func (s *state) clone() *state {
	return &state{facts{maps.Clone(s.known), maps.Clone(s.value)}, maps.Clone(s.env), s.memory, s.life, maps.Clone(s.duties)}
}

// exit is how statements are left.
type exit uint8

const (
	falls exit = iota
	breaks
	continues
	returns
	jumps
)

// outcome is how an execution of statements ends.
type outcome struct {
	*state
	exit  exit
	label *core.Label // of the old side, to which it jumps
	value *term       // that it returns, or nil
}

// result is a value of an expression.
type result struct {
	*state
	t *term
}

// at is a place in memory.
type at struct {
	*state
	addr  *term
	kind  string // how a value lies there
	deref bool   // a pointer leads there
}

// unable is thrown where statements have something that is not executed.
type unable struct{ why string }

// execution executes statements of one side.
type execution struct {
	c     *comparison
	w     *terms
	side  int
	steps *int
	whole bool // statements with a partner are executed as one where they have others in them
}

func (x *execution) of() *side {
	if x.side == 0 {
		return x.c.f.old
	}
	return x.c.f.new
}

func (x *execution) unable(format string, args ...any) {
	panic(unable{fmt.Sprintf(format, args...)})
}

// register tells whether a variable is one of the function that no pointer leads to.
func (x *execution) register(v *core.Var) bool {
	return (v.Storage == core.Auto || v.Storage == core.Param) && v.Type.IsScalar() && v.Type.Kind != types.Complex && v.Type.Quals&(types.Volatile|types.Atomic) == 0 && !x.of().addressed[v] && v.Register == ""
}

// twin is the variable of the old side that one of this side belongs to; itself if there is none.
func (x *execution) twin(v *core.Var) *core.Var {
	if x.side == 1 {
		if old := x.c.vars.back[v]; old != nil {
			return old
		}
		if v.Storage == core.Static || v.Storage == core.Thread {
			if old := x.c.namesake(v); old != nil && x.c.attempt(func() bool { return x.c.variables(old, v) }) {
				return old
			}
		}
	}
	return v
}

// list executes statements.
func (x *execution) list(list []core.Stmt, s *state) (out []outcome) {
	now := []*state{s}
	for _, stmt := range list {
		var next []*state
		for _, s := range now {
			for _, o := range x.stmt(stmt, s) {
				if o.exit == falls {
					next = append(next, o.state)
				} else {
					out = append(out, o)
				}
			}
		}
		if now = next; len(now)+len(out) > maxStates {
			x.unable("too many executions")
		}
	}
	for _, s := range now {
		out = append(out, outcome{state: s})
	}
	return out
}

// block executes a block, which may be nil.
func (x *execution) block(b *core.Block, s *state) []outcome {
	if b == nil {
		return []outcome{{state: s}}
	}
	return x.leave(b, x.list(x.of().lists[b], s))
}

// leave ends the objects of a block: a pointer that leads to one leads nowhere from now on.
func (x *execution) leave(b *core.Block, out []outcome) []outcome {
	var ended []*term
	for v, home := range x.of().home {
		if home == b && x.of().addressed[v] {
			ended = append(ended, x.w.of(x.named("object", x.twin(v))))
		}
	}
	if len(ended) > 0 {
		slices.SortFunc(ended, func(a, b *term) int { return a.id - b.id })
		for _, o := range out {
			o.life = x.w.of("ended", append([]*term{o.life}, ended...)...)
		}
	}
	return out
}

// stmt executes a statement.
func (x *execution) stmt(stmt core.Stmt, s *state) (out []outcome) {
	if *x.steps++; *x.steps > maxSteps {
		x.unable("too many steps")
	}
	fall := func(list ...*state) {
		for _, s := range list {
			out = append(out, outcome{state: s})
		}
	}
	switch t := stmt.(type) {
	case *core.If, *core.Switch, *core.Block:
		if x.whole && x.partner(stmt) {
			return x.opaque(stmt, s)
		}
	case *core.Loop:
		if x.partner(stmt) {
			return x.opaque(stmt, s)
		}
	case *core.Builtin, *core.Asm, *core.Opaque, *core.GotoPtr:
		return x.opaque(stmt, s)
	case *core.Declare:
		if t.Init != nil || !x.register(t.Var) || t.Var.Type.IsVariablyModified() {
			return x.opaque(stmt, s)
		}
	}
	if touchesVolatile(stmt) {
		return x.opaque(stmt, s)
	}
	switch t := stmt.(type) {
	case *core.Declare:
		s.env[t.Var] = nil
		fall(s)
	case *core.Remark, *core.Case, *core.Labeled: // who comes to a label otherwise is looked at elsewhere
		fall(s)
	case *core.Eval:
		for _, r := range x.expr(t.X, s) {
			fall(r.state)
		}
	case *core.Assign:
		for _, r := range x.expr(t.Src, s) {
			fall(x.store(t.Dst, r)...)
		}
	case *core.Call:
		fall(x.call(t, s)...)
	case *core.Block:
		return x.block(t, s)
	case *core.If:
		for _, r := range x.expr(t.X, s) {
			for _, b := range x.branch(x.scalar(r, t.X.Type())) {
				if b.t == nil {
					out = append(out, x.block(t.Else, b.state)...)
				} else {
					out = append(out, x.block(t.Then, b.state)...)
				}
			}
		}
	case *core.Loop:
		core.EachStmt(&core.Block{List: []core.Stmt{t}}, func(s core.Stmt) { // each round has another object, at an address of its own
			if d, ok := s.(*core.Declare); ok && x.of().addressed[d.Var] {
				x.unable("a loop with objects of its own")
			}
		})
		now := []*state{s}
		for range maxRounds {
			var next []*state
			round := func(b *core.Block, s *state, then func(s *state)) {
				for _, o := range x.block(b, s) {
					switch o.exit {
					case falls, continues:
						then(o.state)
					case breaks:
						fall(o.state)
					default:
						out = append(out, o)
					}
				}
			}
			for _, s := range now {
				round(t.Body, s, func(s *state) { round(t.Step, s, func(s *state) { next = append(next, s) }) })
			}
			if now = next; len(now) == 0 {
				return out
			}
			if len(now)+len(out) > maxStates {
				break
			}
		}
		x.unable("a loop")
	case *core.Switch:
		return x.choose(t, s)
	case *core.Goto:
		l := t.Label
		if x.side == 1 && x.c.f.labels.back[l] != nil {
			l = x.c.f.labels.back[l]
		}
		out = append(out, outcome{state: s, exit: jumps, label: l})
	case *core.Break:
		out = append(out, outcome{state: s, exit: breaks})
	case *core.Continue:
		out = append(out, outcome{state: s, exit: continues})
	case *core.Return:
		if t.X == nil {
			return []outcome{{state: s, exit: returns}}
		}
		for _, r := range x.expr(t.X, s) {
			out = append(out, outcome{state: r.state, exit: returns, value: r.t})
		}
	default:
		x.unable("a statement")
	}
	return out
}

// choose executes a switch.
func (x *execution) choose(t *core.Switch, s *state) (out []outcome) {
	list := x.of().lists[t.Body]
	labels := 0
	for _, l := range list {
		if _, ok := l.(*core.Case); ok {
			labels++
		}
	}
	if labels != len(t.Body.Cases()) {
		x.unable("a label in a block of a switch")
	}
	enter := func(i int, s *state) {
		for _, o := range x.leave(t.Body, x.list(list[i:], s)) {
			if o.exit == breaks {
				o.exit = falls
			}
			out = append(out, o)
		}
	}
	for _, r := range x.expr(t.X, s) {
		rest, other := r.state, -1
		for i, l := range list {
			l, ok := l.(*core.Case)
			switch {
			case !ok:
			case l.Default:
				other = i
			case l.Low != l.High:
				x.unable("a range of cases")
			case rest != nil:
				is := x.w.apply("eq", 32, true, r.t, x.w.num(l.Low, r.t.bits, r.t.signed))
				if here := rest.clone(); x.w.assume(&here.facts, is, true) {
					enter(i, here)
				}
				if !x.w.assume(&rest.facts, is, false) {
					rest = nil
				}
			}
		}
		switch {
		case rest == nil:
		case other >= 0:
			enter(other, rest)
		default:
			out = append(out, outcome{state: rest})
		}
	}
	return out
}

// branch is what comes of asking whether a value is 0: where it is, there is no term.
func (x *execution) branch(r result) (out []result) {
	if is, known := x.w.decide(&r.facts, r.t); known {
		if !is {
			r.t = nil
		}
		return []result{r}
	}
	other := r.clone()
	x.w.assume(&r.facts, r.t, true)
	x.w.assume(&other.facts, r.t, false)
	return []result{r, {other, nil}}
}

// duty enters that something is to be defined; what is decided already is not entered.
func (s *state) duty(t *term) { s.duties[t] = true }

// kindOf says how values of a type lie in memory.
func kindOf(t *types.Type) string {
	if t.IsInteger() {
		return fmt.Sprint("i", t.Bits(), t.IsSigned(), t.Kind == types.Bool)
	}
	if t.Kind == types.Pointer {
		return "p"
	}
	var b strings.Builder
	fmt.Fprint(&b, "k", t.Kind, " ", t.SizeOf())
	if t.Elem != nil { // of arrays, complex numbers and vectors
		fmt.Fprint(&b, " of ", kindOf(t.Elem))
	}
	if t.IsRecord() { // what is between the members need not be copied
		b.WriteString(" {")
		for _, f := range t.Record.Fields {
			fmt.Fprint(&b, f.Offset, " ", kindOf(f.Type), " ", f.Bits, f.Bit, " ", f.Width, ";")
		}
		b.WriteString("}")
	}
	return b.String()
}

// convention says how a function is called that an expression gives: a call by way of another type is undefined.
func convention(f core.Expr) string {
	t := f.Type()
	if t.Kind == types.Pointer {
		t = t.Elem
	}
	if t.Sig == nil {
		return "unknown"
	}
	var b strings.Builder
	fmt.Fprint(&b, t.Sig.Variadic, t.Sig.Proto, t.Sig.Old, " ", kindOf(t.Sig.Result))
	for _, p := range t.Sig.Params {
		b.WriteString(", " + kindOf(p.Type))
	}
	return b.String()
}

// number is how many bits a value of a type has in terms, and whether one of them is a sign.
func number(t *types.Type) (bits int, signed bool) {
	switch {
	case t.Kind == types.Pointer:
		return int(t.SizeOf()) * 8, false
	case t.IsInteger():
		return t.Bits(), t.IsSigned()
	}
	return 0, false
}

// place finds places. What is accessed is not null where the old function is defined; the address of a member of nothing is no access.
func (x *execution) place(p core.Place, s *state, access bool) (out []at) {
	offset := func(from core.Place, n int64, kind string) {
		for _, a := range x.place(from, s, access) {
			a.addr = x.w.apply("add", a.addr.bits, false, a.addr, x.w.small(n, a.addr.bits, false))
			out = append(out, at{a.state, a.addr, kind, a.deref})
		}
	}
	switch p := p.(type) {
	case *core.VarPlace:
		if x.c.standIn(p.Var) {
			x.unable("what stands for something else")
		}
		v := x.twin(p.Var)
		return []at{{s, x.w.raw(x.named("addr", v), x.c.pointerBits(), false, types.Integer{}), kindOf(p.Var.Type), false}}
	case *core.LiteralPlace:
		l := p.Literal
		if x.side == 1 {
			l = x.c.literalOf(l)
		}
		return []at{{s, x.w.raw(x.named("literal", l), x.c.pointerBits(), false, types.Integer{}), kindOf(l.Type), false}}
	case *core.FieldPlace:
		kind := kindOf(p.Typ)
		if p.Field.Bits {
			kind += fmt.Sprint(" bits ", p.Field.Bit, " ", p.Field.Width)
		}
		offset(p.X, p.Field.Offset, kind)
	case *core.DerefPlace:
		for _, r := range x.expr(p.X, s) {
			if !access || x.leads(r) {
				out = append(out, at{r.state, r.t, kindOf(p.Typ), true})
			}
		}
	default:
		x.unable("a place")
	}
	return out
}

// named is an operator for something that is one thing.
func (x *execution) named(what string, of any) string { return fmt.Sprintf("%s %p", what, of) }

// leads has it be known that a pointer is not null, since the old function follows it; false if it is.
func (x *execution) leads(r result) bool {
	for t := r.t; ; {
		b, _ := base(t)
		if b.op == "add" && len(b.args) == 2 && b.args[1].op == "scaled" {
			t = b.args[0]
			continue
		}
		if b.op == "add" && b.args[0].op == "scaled" {
			t = b.args[1]
			continue
		}
		if x.side == 0 {
			return x.w.assume(&r.facts, b, true)
		}
		return true
	}
}

// load reads a place.
func (x *execution) load(p core.Place, typ *types.Type, s *state) (out []result) {
	bits, signed := number(typ)
	if v, ok := p.(*core.VarPlace); ok && x.register(v.Var) {
		t, known := s.env[v.Var]
		switch {
		case !known:
			t = x.begin(v.Var)
			s.env[v.Var] = t
		case t == nil && x.side == 0: // the old function reads what has no value
			return nil
		case t == nil:
			s.duty(x.w.of("never"))
			t = x.w.fresh(bits, signed)
		}
		return []result{{s, t}}
	}
	for _, a := range x.place(p, s, true) {
		if a.deref {
			a.duty(x.w.of("read "+a.kind, a.addr, a.life))
		}
		_, member := p.(*core.FieldPlace)
		out = append(out, result{a.state, x.read(a, bits, signed, member)})
	}
	return out
}

// begin is what a variable has at the beginning: the same as that of the other side that it belongs to.
func (x *execution) begin(v *core.Var) *term {
	bits, signed := number(v.Type)
	return x.w.raw(x.named("begin", x.twin(v)), bits, signed, types.Integer{})
}

// read is the value in memory.
func (x *execution) read(a at, bits int, signed, member bool) *term {
	m := a.memory
	for {
		switch {
		case m.op == "store "+a.kind && m.args[1] == a.addr && !strings.Contains(a.kind, " bits "): // whose values are cut
			return m.args[2]
		case len(m.args) == 3 && len(m.op) > 6 && m.op[:6] == "store " && apart(m.args[1], a.addr):
			m = m.args[0]
			continue
		case m.op == "allocated" && member && a.deref && given(a.addr): // a fresh block is none that there was
			m = m.args[0].args[0]
			continue
		}
		return x.w.raw("load "+a.kind, bits, signed, types.Integer{}, m, a.addr)
	}
}

// given tells whether an address is made of what there was at the beginning.
func given(t *term) bool {
	b, _ := base(t)
	return len(b.args) == 0 && !b.isConst()
}

// apart tells whether two addresses are those of two variables.
func apart(a, b *term) bool {
	a, _ = base(a)
	b, _ = base(b)
	return a != b && len(a.op) > 5 && a.op[:5] == "addr " && len(b.op) > 5 && b.op[:5] == "addr "
}

// store writes a value.
func (x *execution) store(p core.Place, r result) (out []*state) {
	if v, ok := p.(*core.VarPlace); ok && x.register(v.Var) {
		r.env[v.Var] = r.t
		return []*state{r.state}
	}
	for _, a := range x.place(p, r.state, true) {
		if a.deref {
			a.duty(x.w.of("write "+a.kind, a.addr, a.life))
		}
		bits, signed := number(p.Type())
		if _, member := p.(*core.FieldPlace); bits == 0 || x.read(a, bits, signed, member) != r.t { // otherwise it is there
			a.memory = x.w.of("store "+a.kind, a.memory, a.addr, r.t)
		}
		out = append(out, a.state)
	}
	return out
}

// call calls a function: it is one of its arguments and of memory, which has all that has been done.
func (x *execution) call(c *core.Call, s *state) (out []*state) {
	rows := []result{{s, nil}}
	args := [][]*term{nil}
	each := func(e core.Expr, change func(t *term) *term) {
		var next []result
		var more [][]*term
		for i, r := range rows {
			for _, y := range x.expr(e, r.state) {
				next = append(next, y)
				more = append(more, append(slices.Clip(args[i]), change(y.t)))
			}
		}
		rows, args = next, more
	}
	f := core.Called(c.Fun)
	library := f != nil && x.c.defs[f] == nil
	each(c.Fun, func(t *term) *term { return t })
	for i, a := range c.Args {
		each(a, func(t *term) *term {
			if library && x.c.conf.Byte != nil && x.c.conf.Byte(f.Name, i) {
				return x.w.apply("conv", 8, false, t)
			}
			return t
		})
	}
	for i, r := range rows {
		defined := true
		for k, a := range args[i][1:] {
			if x.side == 0 && library && c.Args[k].Type().Kind == types.Pointer && x.c.conf.Follows != nil && x.c.conf.Follows(f.Name, k) {
				defined = defined && x.leads(result{r.state, a})
			}
		}
		if !defined {
			continue
		}
		if f != nil && f.NoReturn {
			if x.side == 1 {
				r.duty(x.w.of("never"))
				out = append(out, r.state)
			}
			continue // the old function has not returned
		}
		m := x.w.of(fmt.Sprint("call ", len(args[i]), " ", convention(c.Fun)), append([]*term{r.memory}, args[i]...)...)
		if library && x.c.conf.Fresh != nil && x.c.conf.Fresh(f.Name) {
			r.memory = x.w.of("allocated", m)
		} else {
			r.memory = x.w.of("done", m)
			r.life = r.memory
		}
		if c.Dst == nil {
			out = append(out, r.state)
			continue
		}
		bits, signed := number(c.Dst.Type())
		r.t = x.w.raw("result "+kindOf(c.Dst.Type()), bits, signed, types.Integer{}, m)
		out = append(out, x.store(c.Dst, r)...)
	}
	return out
}
