// Package term has hash-consed, sorted terms: build, simplify, substitute, evaluate, print.
//
// A Store makes terms; two terms of one store are equal if and only if they are the same value
// (==). A store is for one goroutine: every engine and every checker has its own, and Import
// carries a term from one to another by the names of its variables and functions. Terms have
// creation numbers (ID), and whatever iterates over terms iterates in that order, so that two
// runs do the same steps.
//
// Terms are simplified when they are built. Linear arithmetic is canonical: a sum is
// Σ cᵢ·tᵢ + c with distinct, non-sum tᵢ in the order of their IDs and cᵢ ≠ 0; an atom is s ≤ 0,
// s < 0 (Real only) or s = 0 where the sum s has coprime integer coefficients. Over the integers
// atoms are tightened, a strict or negated inequality becomes s ≤ 0 again, and an equality that
// fails the gcd test is false. An equality's first coefficient is positive.
package term

import "craig/logic/num"

// Op is the operator of a term.
type Op uint8

const (
	Invalid Op = iota
	True
	False
	Var   // Name
	Const // Num, of sort Int or Real
	Not
	And        // n-ary, n >= 2, flattened, sorted by ID, no duplicates, no complementary pair
	Or         // likewise
	Ite        // condition, then, else; any sort but Bool (Bool: And and Or)
	Eq         // of two Bool, Array or uninterpreted terms; arithmetic uses EqZero
	LeZero     // Arg(0) <= 0
	LtZero     // Arg(0) < 0, Real only
	EqZero     // Arg(0) = 0
	Sum        // Σ Coeff(i)·Arg(i) + Num
	Mul        // product of two or more non-constant terms; nonlinear
	Div        // Int: Euclidean quotient Arg(0) div Arg(1); Real: Arg(0)/Arg(1), divisor not constant. x/0 is an unknown function of x
	Mod        // Int: Euclidean remainder; 0 <= r < |divisor|
	Select     // array, index
	Store_     // array, index, element
	ConstArray // element; every cell has it
	Apply      // uninterpreted function: Name, arguments
	BitAnd     // on two's complement integers of unbounded width
	BitOr
	BitXor
	Shl // x·2^s for s >= 0, x for s < 0
	Shr // floor(x / 2^s) for s >= 0, x for s < 0
	ToReal
	ToInt // floor
)

// Term is a term of a store. The zero value is no term.
type Term struct{ n *node }

type node struct {
	id    uint32
	op    Op
	sort  Sort
	name  string
	num   num.Rat
	args  []Term
	coeff []num.Rat
	store *Store
}

// Sort is a sort; comparable with ==.
type Sort struct{ s *sort }

type sort struct {
	name        string
	index, elem Sort
}

// Store makes and keeps terms.
type Store struct{ _ int }

func NewStore() *Store { panic("unimplemented") }

// The sorts Bool, Int and Real.
var Bool, Int, Real Sort

func Array(index, elem Sort) Sort    { panic("unimplemented") } // interned, safe for concurrent use
func Uninterpreted(name string) Sort { panic("unimplemented") }
func (s Sort) IsArray() bool         { panic("unimplemented") }
func (s Sort) Index() Sort           { panic("unimplemented") }
func (s Sort) Elem() Sort            { panic("unimplemented") }
func (s Sort) String() string        { panic("unimplemented") } // as SMT-LIB writes it

func (t Term) Valid() bool         { return t.n != nil }
func (t Term) Op() Op              { return t.n.op }
func (t Term) Sort() Sort          { return t.n.sort }
func (t Term) ID() uint32          { return t.n.id }
func (t Term) Store() *Store       { return t.n.store }
func (t Term) NumArgs() int        { return len(t.n.args) }
func (t Term) Arg(i int) Term      { return t.n.args[i] }
func (t Term) Args() []Term        { return t.n.args }     // not to be changed
func (t Term) Coeff(i int) num.Rat { return t.n.coeff[i] } // of a Sum
func (t Term) Num() num.Rat        { return t.n.num }      // the value of a Const, the constant of a Sum
func (t Term) Name() string        { return t.n.name }     // of a Var or Apply
func (t Term) IsTrue() bool        { return t.n.op == True }
func (t Term) IsFalse() bool       { return t.n.op == False }
func (t Term) IsConst() bool       { return t.n.op == Const || t.n.op == True || t.n.op == False }

// IntValue returns the value of a constant of sort Int.
func (t Term) IntValue() (num.Int, bool) { panic("unimplemented") }

// Leaves.
func (s *Store) True() Term                        { panic("unimplemented") }
func (s *Store) False() Term                       { panic("unimplemented") }
func (s *Store) Bool(b bool) Term                  { panic("unimplemented") }
func (s *Store) Var(name string, sort Sort) Term   { panic("unimplemented") } // the same name with another sort panics
func (s *Store) Fresh(base string, sort Sort) Term { panic("unimplemented") } // a variable named base!k that the store does not have yet
func (s *Store) Int(v int64) Term                  { panic("unimplemented") }
func (s *Store) IntNum(v num.Int) Term             { panic("unimplemented") }
func (s *Store) RealNum(v num.Rat) Term            { panic("unimplemented") }

// Boolean structure. And() is true, Or() is false.
func (s *Store) Not(a Term) Term        { panic("unimplemented") }
func (s *Store) And(ts ...Term) Term    { panic("unimplemented") }
func (s *Store) Or(ts ...Term) Term     { panic("unimplemented") }
func (s *Store) Implies(a, b Term) Term { panic("unimplemented") }
func (s *Store) Iff(a, b Term) Term     { panic("unimplemented") }
func (s *Store) Ite(c, a, b Term) Term  { panic("unimplemented") }

// Relations; both sides have the same sort.
func (s *Store) Eq(a, b Term) Term { panic("unimplemented") } // any sort
func (s *Store) Ne(a, b Term) Term { panic("unimplemented") }
func (s *Store) Le(a, b Term) Term { panic("unimplemented") }
func (s *Store) Lt(a, b Term) Term { panic("unimplemented") }
func (s *Store) Ge(a, b Term) Term { panic("unimplemented") }
func (s *Store) Gt(a, b Term) Term { panic("unimplemented") }

// Arithmetic.
func (s *Store) Add(ts ...Term) Term          { panic("unimplemented") } // at least one
func (s *Store) Sub(a, b Term) Term           { panic("unimplemented") }
func (s *Store) Neg(a Term) Term              { panic("unimplemented") }
func (s *Store) Scale(c num.Rat, a Term) Term { panic("unimplemented") } // c·a; over Int, c is an integer
func (s *Store) Mul(a, b Term) Term           { panic("unimplemented") } // linear if a side is constant
func (s *Store) Div(a, b Term) Term           { panic("unimplemented") } // Euclidean on Int
func (s *Store) Mod(a, b Term) Term           { panic("unimplemented") }
func (s *Store) BitAnd(a, b Term) Term        { panic("unimplemented") } // x & (2^k - 1) becomes Mod
func (s *Store) BitOr(a, b Term) Term         { panic("unimplemented") }
func (s *Store) BitXor(a, b Term) Term        { panic("unimplemented") }
func (s *Store) Shl(a, b Term) Term           { panic("unimplemented") }
func (s *Store) Shr(a, b Term) Term           { panic("unimplemented") }
func (s *Store) ToReal(a Term) Term           { panic("unimplemented") }
func (s *Store) ToInt(a Term) Term            { panic("unimplemented") }

// Arrays and functions.
func (s *Store) Select(a, i Term) Term                             { panic("unimplemented") } // skips stores at indices that differ by a constant
func (s *Store) Store(a, i, e Term) Term                           { panic("unimplemented") }
func (s *Store) ConstArray(sort Sort, e Term) Term                 { panic("unimplemented") } // sort is the array's
func (s *Store) Apply(name string, result Sort, args ...Term) Term { panic("unimplemented") }

// Rebuild makes a term with t's operator and other arguments, simplified.
func (s *Store) Rebuild(t Term, args []Term) Term { panic("unimplemented") }

// Subst replaces variables (or any subterms that are keys of m) simultaneously.
func (s *Store) Subst(t Term, m map[Term]Term) Term { panic("unimplemented") }

// Import copies a term of another store, by name.
func (s *Store) Import(t Term) Term { panic("unimplemented") }

// Vars appends the variables of t that are not in seen, in the order of their IDs within t's
// depth-first walk, and marks them.
func Vars(t Term, seen map[Term]bool, to []Term) []Term { panic("unimplemented") }

// Walk calls f on every distinct subterm of t, arguments first.
func Walk(t Term, f func(Term)) { panic("unimplemented") }

// Eval is the value of t, a constant term, where value gives the constants of variables
// (for arrays: a Store_ chain over a ConstArray). ok is false where t has a part
// without a value (an uninterpreted function, a variable without a value, a division by 0).
func (s *Store) Eval(t Term, value func(Term) (Term, bool)) (Term, bool) { panic("unimplemented") }

// Conjuncts splits a conjunction; true has none.
func Conjuncts(t Term) []Term { panic("unimplemented") }

// String writes t for people, infix: "x + 2*y <= 3 && a[i] == 0".
func (t Term) String() string { panic("unimplemented") }

// SMTLIB writes t as SMT-LIB 2.6 does, sharing large subterms by let.
func (t Term) SMTLIB() string { panic("unimplemented") }
