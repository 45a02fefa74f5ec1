// Package model has values of terms, and models that evaluate them.
package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/logic/num"
	"craig/logic/term"
)

// Value is a value: r of a number, of an element of an uninterpreted sort (its number), of a truth
// value (0 or 1); a of an array.
type Value struct {
	Num   num.Rat
	Array *Array
}

var (
	Zero = Value{}
	One  = Value{Num: num.I(1).Rat()}
)

func Bool(b bool) Value {
	if b {
		return One
	}
	return Zero
}

func (v Value) IsTrue() bool { return !v.Num.IsZero() }

// Key makes values comparable with ==.
type Key struct {
	n, d int64
	s    string
}

func (v Value) Key() Key {
	if v.Array != nil {
		return Key{s: v.Array.Text()}
	}
	n, ok1 := v.Num.Num().Int64()
	d, ok2 := v.Num.Den().Int64()
	if ok1 && ok2 {
		return Key{n: n, d: d}
	}
	return Key{s: v.Num.String()}
}

func (v Value) Equal(w Value) bool {
	if v.Array == w.Array && v.Array == nil {
		return v.Num.Eq(w.Num)
	}
	return v.Array == w.Array || v.Key() == w.Key()
}

// Array is an array: a store into parent, or the constant array of def.
type Array struct {
	Parent       *Array
	Index, Value Value
	Default      Value

	canonical string
}

// Opaque is an array that equals those of the same name only, and whose elements nobody looks at.
func Opaque(name string) *Array { return &Array{canonical: name} }

func (a *Array) At(i Value) Value {
	for ; a.Parent != nil; a = a.Parent {
		if a.Index.Equal(i) {
			return a.Value
		}
	}
	return a.Default
}

// cells returns what differs from the default, in an order that depends on the contents alone.
func (a *Array) cells() (list []*Array, def Value) {
	for ; a.Parent != nil; a = a.Parent {
		list = append(list, a)
	}
	byIndex := func(x, y *Array) int {
		if c := x.Index.Num.Cmp(y.Index.Num); c != 0 || x.Index.Array == nil {
			return c
		}
		return cmp.Compare(x.Index.Array.Text(), y.Index.Array.Text())
	}
	slices.SortStableFunc(list, byIndex) // the last store first
	list = slices.CompactFunc(list, func(x, y *Array) bool { return byIndex(x, y) == 0 })
	return slices.DeleteFunc(list, func(c *Array) bool { return c.Value.Equal(a.Default) }), a.Default
}

// Text is the same for equal arrays only.
func (a *Array) Text() string {
	if a.canonical == "" {
		var b strings.Builder
		list, def := a.cells()
		b.WriteString("[" + def.text())
		for _, c := range list {
			b.WriteString(" " + c.Index.text() + ":" + c.Value.text())
		}
		a.canonical = b.String() + "]"
	}
	return a.canonical
}

func (v Value) text() string {
	if v.Array != nil {
		return v.Array.Text()
	}
	return v.Num.String()
}

// Model is the package's Model. The values do not change once it is made.
type Model struct {
	Store *term.Store
	Vars  map[term.Term]Value
	Funcs map[Func]Value // of applications and of divisions by 0, by the text of the arguments

	Tick   func(int) // told of work; may panic
	Prefix int       // of the engine's stack, so many entries are known to be true
	Memo   Memo
}

type Func struct {
	Name string // "div" and "mod" for divisions by 0
	Args string
}

func ArgsText(args []Value) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.text())
		b.WriteByte(',')
	}
	return b.String()
}

// Eval is t's value.
func (m *Model) Eval(t term.Term) term.Term { return m.term(m.Value(t), t.Sort()) }

// Default is the value of what the model does not mention.
func Default(s term.Sort) Value {
	if s.IsArray() {
		return Value{Array: &Array{Default: Default(s.Elem())}}
	}
	return Zero
}

// term writes a value as a constant term.
func (m *Model) term(v Value, s term.Sort) term.Term {
	switch {
	case s == term.Bool:
		return m.Store.Bool(v.IsTrue())
	case s == term.Int:
		return m.Store.IntNum(v.Num.Num())
	case s == term.Real:
		return m.Store.RealNum(v.Num)
	case s.IsArray():
		list, def := v.Array.cells()
		t := m.Store.ConstArray(s, m.term(def, s.Elem()))
		for _, c := range list {
			t = m.Store.Store(t, m.term(c.Index, s.Index()), m.term(c.Value, s.Elem()))
		}
		return t
	}
	return m.Store.Var(s.String()+"!val!"+v.Num.String(), s)
}

func (m *Model) Holds(f term.Term) bool { return m.Value(f).IsTrue() }

// Value computes t's value from those of its variables.
func (m *Model) Value(t term.Term) Value {
	switch t.Op() {
	case term.True:
		return One
	case term.False:
		return Zero
	case term.Const:
		return Value{Num: t.Num()}
	}
	switch t.Op() {
	case term.LeZero, term.LtZero, term.EqZero, term.Not:
		return m.compute(t) // as cheap as a look at the memo
	case term.Sum:
		if t.NumArgs() <= 4 {
			return m.compute(t)
		}
	}
	if v, ok := m.Memo.get(t.ID()); ok {
		return v
	}
	v := m.compute(t)
	m.Memo.put(t.ID(), v)
	return v
}

func (m *Model) compute(t term.Term) Value {
	m.Tick(1 + t.NumArgs())
	switch t.Op() {
	case term.Var:
		if v, ok := m.Vars[t]; ok {
			return v
		}
		return m.unknown(t)
	case term.Not:
		return Bool(!m.Holds(t.Arg(0)))
	case term.And:
		for _, a := range t.Args() {
			if !m.Holds(a) {
				return Zero
			}
		}
		return One
	case term.Or:
		for _, a := range t.Args() {
			if m.Holds(a) {
				return One
			}
		}
		return Zero
	case term.Ite:
		if m.Holds(t.Arg(0)) {
			return m.Value(t.Arg(1))
		}
		return m.Value(t.Arg(2))
	case term.Sum:
		r := t.Num()
		for i, a := range t.Args() {
			r = r.Add(t.Coeff(i).Mul(m.Value(a).Num))
		}
		return Value{Num: r}
	case term.LeZero:
		return Bool(m.Value(t.Arg(0)).Num.Sign() <= 0)
	case term.LtZero:
		return Bool(m.Value(t.Arg(0)).Num.Sign() < 0)
	case term.EqZero:
		return Bool(m.Value(t.Arg(0)).Num.IsZero())
	case term.Eq:
		return Bool(m.Value(t.Arg(0)).Equal(m.Value(t.Arg(1))))
	case term.Select:
		return m.Value(t.Arg(0)).Array.At(m.Value(t.Arg(1)))
	case term.Store_:
		return Value{Array: &Array{Parent: m.Value(t.Arg(0)).Array, Index: m.Value(t.Arg(1)), Value: m.Value(t.Arg(2))}}
	case term.ConstArray:
		return Value{Array: &Array{Default: m.Value(t.Arg(0))}}
	}
	args := make([]Value, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = m.Value(a)
	}
	if v, ok := Operate(t, args); ok {
		return v
	}
	if v, ok := m.Funcs[Func{FuncName(t), ArgsText(args)}]; ok {
		return v
	}
	return Default(t.Sort())
}

// unknown is the value of a variable that the model does not mention. Elements of uninterpreted
// sorts that the model itself has named are those elements.
func (m *Model) unknown(t term.Term) Value {
	if s := t.Sort(); s != term.Bool && !s.IsNumeric() && !s.IsArray() {
		if k, ok := strings.CutPrefix(t.Name(), s.String()+"!val!"); ok {
			if n, err := strconv.ParseInt(k, 10, 64); err == nil {
				return Value{Num: num.I(n).Rat()}
			}
		}
	}
	return Default(t.Sort())
}

// FuncName names the table that has the value of t, an application or a division by 0.
func FuncName(t term.Term) string {
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

// Operate applies an arithmetic operator; ok is false for functions and divisions by 0.
func Operate(t term.Term, args []Value) (v Value, ok bool) {
	if t.Op() == term.Apply {
		return Value{}, false
	}
	x := args[0].Num
	switch t.Op() {
	case term.Mul:
		for _, a := range args[1:] {
			x = x.Mul(a.Num)
		}
		return Value{Num: x}, true
	case term.ToReal:
		return Value{Num: x}, true
	case term.ToInt:
		return Value{Num: x.Floor().Rat()}, true
	case term.Float:
		var patterns [3]num.Int
		for i, a := range args {
			patterns[i] = a.Num.Num()
		}
		return Value{Num: t.FloatOp().Apply(patterns[:len(args)]...).Rat()}, true
	}
	y := args[1].Num
	if t.Op() == term.Div && t.Sort() == term.Real {
		if y.IsZero() {
			return Value{}, false
		}
		return Value{Num: x.Div(y)}, true
	}
	a, b := x.Num(), y.Num()
	var r num.Int
	switch t.Op() {
	case term.Div, term.Mod:
		if b.IsZero() {
			return Value{}, false
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
				return Value{}, false
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
					return Value{}, false
				}
			}
			r = a.Shr(uint(k))
		}
	default:
		panic("smt: no value for " + t.Op().String())
	}
	return Value{Num: r.Rat()}, true
}

// Memo is a hash table from term IDs to values.
type Memo struct {
	slots []memoSlot
	n     int
}

type memoSlot struct {
	id uint32 // 0: empty
	v  Value
}

func (m *Memo) get(id uint32) (Value, bool) {
	if len(m.slots) == 0 {
		return Value{}, false
	}
	mask := uint32(len(m.slots) - 1)
	for i := id & mask; ; i = (i + 1) & mask {
		switch m.slots[i].id {
		case id:
			return m.slots[i].v, true
		case 0:
			return Value{}, false
		}
	}
}

// Reset empties m and keeps its memory.
func (m *Memo) Reset() {
	clear(m.slots)
	m.n = 0
}

func (m *Memo) put(id uint32, v Value) {
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
