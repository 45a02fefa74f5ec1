package term

import (
	"hash/maphash"
	"strconv"

	"craig/logic/num"
)

// Store makes and keeps terms.
type Store struct {
	table []slot  // open addressing, a power of two long, at most half full
	nodes []*node // by ID - 1
	chunk []node  // nodes to hand out
	tru   Term
	fls   Term
	vars  map[string]Term
	funcs map[string]Term // a first application of each function, for its signature
	fresh map[string]int

	epoch  uint32 // node.mark == epoch: in the junction that is being built
	junct  []Term
	args   []Term
	coeffs []num.Rat
	sums   []*sum // free buffers

	ranged map[*node]*ranged // see rangesOf

	walks  []*memo[struct{}]
	substs []*memo[Term]
	evals  []*memo[value]
}

// slot is an entry of the hash table; id 0 is empty.
type slot struct{ hash, id uint32 }

// NewStore makes a store that has true and false.
func NewStore() *Store {
	s := &Store{
		table: make([]slot, 1<<10),
		vars:  map[string]Term{},
		funcs: map[string]Term{},
		fresh: map[string]int{},
	}
	s.tru = s.mk(True, Bool, "", num.Rat{}, nil, nil)
	s.fls = s.mk(False, Bool, "", num.Rat{}, nil, nil)
	s.tru.n.neg, s.fls.n.neg = s.fls.n, s.tru.n
	return s
}

// Len is the number of terms made.
func (s *Store) Len() int { return len(s.nodes) }

var seed = maphash.MakeSeed()

func hashOf(op Op, sort Sort, name string, c num.Rat, args []Term, coeff []num.Rat) uint32 {
	const k = 0x9e3779b97f4a7c15
	h := (uint64(op)<<32 | uint64(sort.s.id)) * k
	if name != "" {
		h ^= maphash.String(seed, name)
	}
	if !c.IsZero() || op == Const {
		h = (h ^ c.Hash()) * k
	}
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a.n.id)) * k
	}
	for _, c := range coeff {
		h = (h ^ h>>31 ^ c.Hash()) * k
	}
	return uint32(h >> 32)
}

func (n *node) is(op Op, sort Sort, name string, c num.Rat, args []Term, coeff []num.Rat) bool {
	if n.op != op || n.sort != sort || len(n.args) != len(args) || len(n.coeff) != len(coeff) ||
		n.name != name || !n.num.Eq(c) {
		return false
	}
	for i, a := range args {
		if n.args[i] != a {
			return false
		}
	}
	for i, c := range coeff {
		if !n.coeff[i].Eq(c) {
			return false
		}
	}
	return true
}

// find returns the term made of these parts, or the slot where it belongs.
func (s *Store) find(hash uint32, op Op, sort Sort, name string, c num.Rat, args []Term, coeff []num.Rat) (Term, uint32) {
	mask := uint32(len(s.table) - 1)
	i := hash & mask
	for ; s.table[i].id != 0; i = (i + 1) & mask {
		if s.table[i].hash == hash {
			if n := s.nodes[s.table[i].id-1]; n.is(op, sort, name, c, args, coeff) {
				return Term{n}, i
			}
		}
	}
	return Term{}, i
}

// mk is the only maker of nodes; it does not simplify. args and coeff are copied.
func (s *Store) mk(op Op, sort Sort, name string, c num.Rat, args []Term, coeff []num.Rat) Term {
	hash := hashOf(op, sort, name, c, args, coeff)
	t, i := s.find(hash, op, sort, name, c, args, coeff)
	if t.Valid() {
		return t
	}
	for _, a := range args {
		if a.n.store != s {
			panic("term: an argument of another store")
		}
	}
	if len(s.chunk) == 0 {
		s.chunk = make([]node, 256)
	}
	n := &s.chunk[0]
	s.chunk = s.chunk[1:]
	*n = node{id: uint32(len(s.nodes) + 1), hash: hash, op: op, sort: sort, name: name, num: c, store: s}
	if len(args) > 0 {
		n.args = append(make([]Term, 0, len(args)), args...)
	}
	if len(coeff) > 0 {
		n.coeff = append(make([]num.Rat, 0, len(coeff)), coeff...)
	}
	s.nodes = append(s.nodes, n)
	s.table[i] = slot{hash, n.id}
	if 2*len(s.nodes) > len(s.table) {
		s.grow()
	}
	return Term{n}
}

func (s *Store) grow() {
	s.table = make([]slot, 4*len(s.table))
	mask := uint32(len(s.table) - 1)
	for _, n := range s.nodes {
		i := n.hash & mask
		for s.table[i].id != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = slot{n.hash, n.id}
	}
}

func (s *Store) mk1(op Op, sort Sort, a Term) Term {
	args := [1]Term{a}
	return s.mk(op, sort, "", num.Rat{}, args[:], nil)
}

func (s *Store) mk2(op Op, sort Sort, a, b Term) Term {
	args := [2]Term{a, b}
	return s.mk(op, sort, "", num.Rat{}, args[:], nil)
}

func (s *Store) mk3(op Op, sort Sort, a, b, c Term) Term {
	args := [3]Term{a, b, c}
	return s.mk(op, sort, "", num.Rat{}, args[:], nil)
}

// sorted is mk2 for a commutative operator.
func (s *Store) sorted(op Op, sort Sort, a, b Term) Term {
	if a.n.id > b.n.id {
		a, b = b, a
	}
	return s.mk2(op, sort, a, b)
}

func (s *Store) True() Term  { return s.tru }
func (s *Store) False() Term { return s.fls }

func (s *Store) Bool(b bool) Term {
	if b {
		return s.tru
	}
	return s.fls
}

// Var is the variable of that name. The same name with another sort panics.
func (s *Store) Var(name string, sort Sort) Term {
	if v, ok := s.vars[name]; ok {
		if v.n.sort != sort {
			panic("term: variable " + name + " of sort " + v.n.sort.String() + " used with sort " + sort.String())
		}
		return v
	}
	v := s.mk(Var, sort, name, num.Rat{}, nil, nil)
	s.vars[name] = v
	return v
}

// LookupVar is the variable of that name, if the store has it.
func (s *Store) LookupVar(name string) (Term, bool) {
	v, ok := s.vars[name]
	return v, ok
}

// Fresh is a variable named base!k that the store does not have yet.
func (s *Store) Fresh(base string, sort Sort) Term {
	for {
		k := s.fresh[base]
		s.fresh[base] = k + 1
		name := base + "!" + strconv.Itoa(k)
		if _, ok := s.vars[name]; !ok {
			return s.Var(name, sort)
		}
	}
}

func (s *Store) constant(v num.Rat, sort Sort) Term { return s.mk(Const, sort, "", v, nil, nil) }

func (s *Store) Int(v int64) Term       { return s.constant(num.I(v).Rat(), Int) }
func (s *Store) IntNum(v num.Int) Term  { return s.constant(v.Rat(), Int) }
func (s *Store) RealNum(v num.Rat) Term { return s.constant(v, Real) }
func (s *Store) zero(sort Sort) Term    { return s.constant(num.Rat{}, sort) }
func need(ok bool, op string, ts ...Term) {
	if !ok {
		for _, t := range ts {
			op += " " + t.Sort().String()
		}
		panic("term: ill-sorted " + op)
	}
}

// Apply applies the uninterpreted function of that name. Without arguments it is Var. The same
// name with another signature panics.
func (s *Store) Apply(name string, result Sort, args ...Term) Term {
	if len(args) == 0 {
		return s.Var(name, result)
	}
	if f, ok := s.funcs[name]; ok {
		same := f.n.sort == result && len(f.n.args) == len(args)
		for i := 0; same && i < len(args); i++ {
			same = f.n.args[i].n.sort == args[i].n.sort
		}
		if !same {
			panic("term: function " + name + " used with two signatures")
		}
		return s.mk(Apply, result, name, num.Rat{}, args, nil)
	}
	t := s.mk(Apply, result, name, num.Rat{}, args, nil)
	s.funcs[name] = t
	return t
}

// FuncFits says whether Apply accepts the function of that name with this signature.
func (s *Store) FuncFits(name string, args []Sort, result Sort) bool {
	f, ok := s.funcs[name]
	if !ok {
		return true
	}
	same := f.n.sort == result && len(f.n.args) == len(args)
	for i := 0; same && i < len(args); i++ {
		same = f.n.args[i].n.sort == args[i]
	}
	return same
}
