package smt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// val is a value: r of a number, of an element of an uninterpreted sort (its number), of a truth
// value (0 or 1); a of an array.
type val struct {
	r num.Rat
	a *arrayVal
}

var (
	zeroVal = val{}
	oneVal  = val{r: num.I(1).Rat()}
)

func boolVal(b bool) val {
	if b {
		return oneVal
	}
	return zeroVal
}

func (v val) isTrue() bool { return !v.r.IsZero() }

// key makes values comparable with ==.
type key struct {
	n, d int64
	s    string
}

func (v val) key() key {
	if v.a != nil {
		return key{s: v.a.text()}
	}
	n, ok1 := v.r.Num().Int64()
	d, ok2 := v.r.Den().Int64()
	if ok1 && ok2 {
		return key{n: n, d: d}
	}
	return key{s: v.r.String()}
}

func (v val) equal(w val) bool {
	if v.a == w.a && v.a == nil {
		return v.r.Eq(w.r)
	}
	return v.a == w.a || v.key() == w.key()
}

// arrayVal is an array: a store into parent, or the constant array of def.
type arrayVal struct {
	parent     *arrayVal
	index, val val
	def        val

	canonical string
}

func (a *arrayVal) at(i val) val {
	for ; a.parent != nil; a = a.parent {
		if a.index.equal(i) {
			return a.val
		}
	}
	return a.def
}

// cells returns what differs from the default, in an order that depends on the contents alone.
func (a *arrayVal) cells() (list []*arrayVal, def val) {
	for ; a.parent != nil; a = a.parent {
		list = append(list, a)
	}
	byIndex := func(x, y *arrayVal) int {
		if c := x.index.r.Cmp(y.index.r); c != 0 || x.index.a == nil {
			return c
		}
		return cmp.Compare(x.index.a.text(), y.index.a.text())
	}
	slices.SortStableFunc(list, byIndex) // the last store first
	list = slices.CompactFunc(list, func(x, y *arrayVal) bool { return byIndex(x, y) == 0 })
	return slices.DeleteFunc(list, func(c *arrayVal) bool { return c.val.equal(a.def) }), a.def
}

// text is the same for equal arrays only.
func (a *arrayVal) text() string {
	if a.canonical == "" {
		var b strings.Builder
		list, def := a.cells()
		b.WriteString("[" + def.text())
		for _, c := range list {
			b.WriteString(" " + c.index.text() + ":" + c.val.text())
		}
		a.canonical = b.String() + "]"
	}
	return a.canonical
}

func (v val) text() string {
	if v.a != nil {
		return v.a.text()
	}
	return v.r.String()
}

// model is the package's Model. The values do not change once it is made.
type model struct {
	st    *term.Store
	vars  map[term.Term]val
	funcs map[funcKey]val // of applications and of divisions by 0, by the text of the arguments

	engine *Native // whose Checks evaluate it
	prefix int     // of the engine's stack, so many entries are known to be true
	memo   memo
}

type funcKey struct {
	name string // "div" and "mod" for divisions by 0
	args string
}

func argsText(args []val) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.text())
		b.WriteByte(',')
	}
	return b.String()
}

// Eval is t's value.
func (m *model) Eval(t term.Term) term.Term { return m.term(m.eval(t), t.Sort()) }

// defaultVal is the value of what the model does not mention.
func defaultVal(s term.Sort) val {
	if s.IsArray() {
		return val{a: &arrayVal{def: defaultVal(s.Elem())}}
	}
	return zeroVal
}

// term writes a value as a constant term.
func (m *model) term(v val, s term.Sort) term.Term {
	switch {
	case s == term.Bool:
		return m.st.Bool(v.isTrue())
	case s == term.Int:
		return m.st.IntNum(v.r.Num())
	case s == term.Real:
		return m.st.RealNum(v.r)
	case s.IsArray():
		list, def := v.a.cells()
		t := m.st.ConstArray(s, m.term(def, s.Elem()))
		for _, c := range list {
			t = m.st.Store(t, m.term(c.index, s.Index()), m.term(c.val, s.Elem()))
		}
		return t
	}
	return m.st.Var(s.String()+"!val!"+v.r.String(), s)
}

func (m *model) holds(f term.Term) bool { return m.eval(f).isTrue() }

// eval computes t's value from those of its variables.
func (m *model) eval(t term.Term) val {
	switch t.Op() {
	case term.True:
		return oneVal
	case term.False:
		return zeroVal
	case term.Const:
		return val{r: t.Num()}
	}
	switch t.Op() {
	case term.LeZero, term.LtZero, term.EqZero, term.Not:
		return m.compute(t) // as cheap as a look at the memo
	case term.Sum:
		if t.NumArgs() <= 4 {
			return m.compute(t)
		}
	}
	if v, ok := m.memo.get(t.ID()); ok {
		return v
	}
	v := m.compute(t)
	m.memo.put(t.ID(), v)
	return v
}

func (m *model) compute(t term.Term) val {
	m.engine.tick(1 + t.NumArgs())
	switch t.Op() {
	case term.Var:
		if v, ok := m.vars[t]; ok {
			return v
		}
		return m.unknown(t)
	case term.Not:
		return boolVal(!m.holds(t.Arg(0)))
	case term.And:
		for _, a := range t.Args() {
			if !m.holds(a) {
				return zeroVal
			}
		}
		return oneVal
	case term.Or:
		for _, a := range t.Args() {
			if m.holds(a) {
				return oneVal
			}
		}
		return zeroVal
	case term.Ite:
		if m.holds(t.Arg(0)) {
			return m.eval(t.Arg(1))
		}
		return m.eval(t.Arg(2))
	case term.Sum:
		r := t.Num()
		for i, a := range t.Args() {
			r = r.Add(t.Coeff(i).Mul(m.eval(a).r))
		}
		return val{r: r}
	case term.LeZero:
		return boolVal(m.eval(t.Arg(0)).r.Sign() <= 0)
	case term.LtZero:
		return boolVal(m.eval(t.Arg(0)).r.Sign() < 0)
	case term.EqZero:
		return boolVal(m.eval(t.Arg(0)).r.IsZero())
	case term.Eq:
		return boolVal(m.eval(t.Arg(0)).equal(m.eval(t.Arg(1))))
	case term.Select:
		return m.eval(t.Arg(0)).a.at(m.eval(t.Arg(1)))
	case term.Store_:
		return val{a: &arrayVal{parent: m.eval(t.Arg(0)).a, index: m.eval(t.Arg(1)), val: m.eval(t.Arg(2))}}
	case term.ConstArray:
		return val{a: &arrayVal{def: m.eval(t.Arg(0))}}
	}
	args := make([]val, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = m.eval(a)
	}
	if v, ok := operate(t, args); ok {
		return v
	}
	if v, ok := m.funcs[funcKey{funcName(t), argsText(args)}]; ok {
		return v
	}
	return defaultVal(t.Sort())
}

// unknown is the value of a variable that the model does not mention. Elements of uninterpreted
// sorts that the model itself has named are those elements.
func (m *model) unknown(t term.Term) val {
	if s := t.Sort(); s != term.Bool && !s.IsNumeric() && !s.IsArray() {
		if k, ok := strings.CutPrefix(t.Name(), s.String()+"!val!"); ok {
			if n, err := strconv.ParseInt(k, 10, 64); err == nil {
				return val{r: num.I(n).Rat()}
			}
		}
	}
	return defaultVal(t.Sort())
}

// funcName names the table that has the value of t, an application or a division by 0.
func funcName(t term.Term) string {
	switch {
	case t.Op() == term.Apply:
		return "f" + t.Name()
	case t.Op() == term.Mod:
		return "mod"
	case t.Sort() == term.Real:
		return "quo"
	}
	return "div"
}

// maxShift bounds what Shl computes; what is beyond has no value worth its memory.
const maxShift = 1 << 20

// operate applies an arithmetic operator; ok is false for functions and divisions by 0.
func operate(t term.Term, args []val) (v val, ok bool) {
	if t.Op() == term.Apply {
		return val{}, false
	}
	x := args[0].r
	switch t.Op() {
	case term.Mul:
		for _, a := range args[1:] {
			x = x.Mul(a.r)
		}
		return val{r: x}, true
	case term.ToReal:
		return val{r: x}, true
	case term.ToInt:
		return val{r: x.Floor().Rat()}, true
	case term.Float:
		var patterns [3]num.Int
		for i, a := range args {
			patterns[i] = a.r.Num()
		}
		return val{r: t.FloatOp().Apply(patterns[:len(args)]...).Rat()}, true
	}
	y := args[1].r
	if t.Op() == term.Div && t.Sort() == term.Real {
		if y.IsZero() {
			return val{}, false
		}
		return val{r: x.Div(y)}, true
	}
	a, b := x.Num(), y.Num()
	var r num.Int
	switch t.Op() {
	case term.Div, term.Mod:
		if b.IsZero() {
			return val{}, false
		}
		q, rem := a.DivMod(b)
		if r = q; t.Op() == term.Mod {
			r = rem
		}
	case term.BitAnd:
		r = a.And(b)
	case term.BitOr:
		r = a.Or(b)
	case term.BitXor:
		r = a.Xor(b)
	case term.Shl:
		r = a
		if b.Sign() > 0 && !a.IsZero() {
			k, small := b.Int64()
			if !small || k > maxShift {
				return val{}, false
			}
			r = a.Shl(uint(k))
		}
	case term.Shr:
		r = a
		if b.Sign() > 0 {
			k, small := b.Int64()
			if !small || k > maxShift {
				k = maxShift
				if a.BitLen() > maxShift {
					return val{}, false
				}
			}
			r = a.Shr(uint(k))
		}
	default:
		panic("smt: no value for " + t.Op().String())
	}
	return val{r: r.Rat()}, true
}

// memo is a hash table from term IDs to values.
type memo struct {
	slots []memoSlot
	n     int
}

type memoSlot struct {
	id uint32 // 0: empty
	v  val
}

func (m *memo) get(id uint32) (val, bool) {
	if len(m.slots) == 0 {
		return val{}, false
	}
	mask := uint32(len(m.slots) - 1)
	for i := id & mask; ; i = (i + 1) & mask {
		switch m.slots[i].id {
		case id:
			return m.slots[i].v, true
		case 0:
			return val{}, false
		}
	}
}

// reset empties m and keeps its memory.
func (m *memo) reset() {
	clear(m.slots)
	m.n = 0
}

func (m *memo) put(id uint32, v val) {
	if 2*m.n >= len(m.slots) {
		old := m.slots
		m.slots = make([]memoSlot, max(64, 2*len(old)))
		m.n = 0
		for _, s := range old {
			if s.id != 0 {
				m.put(s.id, s.v)
			}
		}
	}
	mask := uint32(len(m.slots) - 1)
	i := id & mask
	for m.slots[i].id != 0 {
		i = (i + 1) & mask
	}
	m.slots[i] = memoSlot{id, v}
	m.n++
}
