package term

import "fmt"

// memo has a value for some terms of one store, by ID, for the time of one walk. A term's
// arguments have smaller IDs, so that the ID of a root bounds it.
type memo[V any] struct {
	epoch uint32
	at    []entry[V]
}

type entry[V any] struct {
	epoch uint32
	v     V
}

// lend takes a memo out of the pool, empty and good for the subterms of t.
func lend[V any](pool *[]*memo[V], t Term) *memo[V] {
	var m *memo[V]
	if n := len(*pool); n > 0 {
		m = (*pool)[n-1]
		*pool = (*pool)[:n-1]
	} else {
		m = new(memo[V])
	}
	m.epoch++
	if m.epoch == 0 {
		clear(m.at)
		m.epoch = 1
	}
	if n := int(t.n.id) + 1; n > len(m.at) {
		m.at = append(m.at, make([]entry[V], n-len(m.at))...)
	}
	return m
}

func (m *memo[V]) get(t Term) (V, bool) {
	e := &m.at[t.n.id]
	return e.v, e.epoch == m.epoch
}

func (m *memo[V]) has(t Term) bool { return m.at[t.n.id].epoch == m.epoch }

func (m *memo[V]) set(t Term, v V) { m.at[t.n.id] = entry[V]{m.epoch, v} }

// frame is a term on the stack of a walk and the number of arguments seen. Walks have a stack
// of their own, because terms may be deeper than a goroutine's stack should get.
type frame struct {
	t Term
	i int
}

// Walk calls f on every distinct subterm of t, arguments first.
func Walk(t Term, f func(Term)) {
	s := t.n.store
	seen := lend(&s.walks, t)
	defer func() { s.walks = append(s.walks, seen) }()
	walk(t, seen, f)
}

func walk(t Term, seen *memo[struct{}], f func(Term)) {
	stack := append(make([]frame, 0, 64), frame{t: t})
	seen.set(t, struct{}{})
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i == len(top.t.n.args) {
			t := top.t
			stack = stack[:len(stack)-1]
			f(t)
			continue
		}
		a := top.t.n.args[top.i]
		top.i++
		if !seen.has(a) {
			seen.set(a, struct{}{})
			stack = append(stack, frame{t: a})
		}
	}
}

// Vars appends the variables of t that are not in seen, in the order of t's depth-first walk,
// and marks them. A nil map is an empty one that nobody looks at.
func Vars(t Term, seen map[Term]bool, to []Term) []Term {
	Walk(t, func(u Term) {
		if u.n.op == Var && !seen[u] {
			if seen != nil {
				seen[u] = true
			}
			to = append(to, u)
		}
	})
	return to
}

// Contains says whether x is a subterm of t.
func Contains(t, x Term) bool {
	found := false
	Walk(t, func(u Term) { found = found || u == x })
	return found
}

// Size is the number of distinct subterms.
func Size(t Term) int {
	n := 0
	Walk(t, func(Term) { n++ })
	return n
}

// Subst replaces variables (or any subterms that are keys of m) simultaneously.
func (s *Store) Subst(t Term, m map[Term]Term) Term {
	if len(m) == 0 {
		return t
	}
	done := lend(&s.substs, t)
	r := s.transform(t, func(u Term) (Term, bool) { return done.get(u) }, done.set, func(u Term) (Term, bool) {
		if v, ok := m[u]; ok {
			return v, true
		}
		return u, len(u.n.args) == 0
	})
	s.substs = append(s.substs, done)
	return r
}

// Import copies a term of another store, by name. It only reads the other store.
func (s *Store) Import(t Term) Term {
	if t.n.store == s {
		return t
	}
	done := map[Term]Term{}
	get := func(u Term) (Term, bool) { v, ok := done[u]; return v, ok }
	return s.transform(t, get, func(u, v Term) { done[u] = v }, func(u Term) (Term, bool) {
		if len(u.n.args) > 0 {
			return u, false
		}
		if u.n.op == Var {
			return s.Var(u.n.name, u.n.sort), true
		}
		return s.mk(u.n.op, u.n.sort, "", u.n.num, nil, nil), true
	})
}

// transform rebuilds t bottom up. leaf gives the images of terms that are not rebuilt from the
// images of their arguments.
func (s *Store) transform(t Term, get func(Term) (Term, bool), set func(Term, Term), leaf func(Term) (Term, bool)) Term {
	if r, ok := leaf(t); ok {
		return r
	}
	stack := append(make([]frame, 0, 64), frame{t: t})
	var buf []Term
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i < len(top.t.n.args) {
			a := top.t.n.args[top.i]
			top.i++
			if _, ok := get(a); ok {
				continue
			}
			if r, ok := leaf(a); ok {
				set(a, r)
			} else {
				stack = append(stack, frame{t: a})
			}
			continue
		}
		u := top.t
		stack = stack[:len(stack)-1]
		buf = buf[:0]
		same := u.n.store == s
		for _, a := range u.n.args {
			b, _ := get(a)
			same = same && a == b
			buf = append(buf, b)
		}
		if same {
			set(u, u)
		} else {
			set(u, s.Rebuild(u, buf))
		}
	}
	r, _ := get(t)
	return r
}

// Rebuild makes a term with t's operator and other arguments, simplified. t may be of another
// store.
func (s *Store) Rebuild(t Term, args []Term) Term {
	n := t.n
	if len(args) != len(n.args) {
		panic("term: Rebuild with another number of arguments")
	}
	switch n.op {
	case True, False:
		return s.Bool(n.op == True)
	case Var:
		return s.Var(n.name, n.sort)
	case Const:
		return s.constant(n.num, n.sort)
	case Not:
		return s.Not(args[0])
	case And:
		return s.And(args...)
	case Or:
		return s.Or(args...)
	case Ite:
		return s.Ite(args[0], args[1], args[2])
	case Eq:
		return s.Eq(args[0], args[1])
	case LeZero, LtZero, EqZero:
		return s.CompareZero(n.op, args[0])
	case Sum:
		return s.Linear(n.sort, n.coeff, args, n.num)
	case Mul:
		r := args[0]
		for _, a := range args[1:] {
			r = s.Mul(r, a)
		}
		return r
	case Div:
		return s.Div(args[0], args[1])
	case Mod:
		return s.Mod(args[0], args[1])
	case Select:
		return s.Select(args[0], args[1])
	case Store_:
		return s.Store(args[0], args[1], args[2])
	case ConstArray:
		return s.ConstArray(n.sort, args[0])
	case Apply:
		return s.Apply(n.name, n.sort, args...)
	case BitAnd:
		return s.BitAnd(args[0], args[1])
	case BitOr:
		return s.BitOr(args[0], args[1])
	case BitXor:
		return s.BitXor(args[0], args[1])
	case Shl:
		return s.Shl(args[0], args[1])
	case Shr:
		return s.Shr(args[0], args[1])
	case ToReal:
		return s.ToReal(args[0])
	case ToInt:
		return s.ToInt(args[0])
	case Float:
		return s.Float(t.FloatOp(), args...)
	}
	panic(fmt.Sprint("term: Rebuild of ", n.op))
}
