// Package term has hash-consed, sorted terms: build, simplify, substitute, evaluate, print.
//
// A Store makes terms; two terms of one store are equal if and only if they are the same value
// (==). A store is for one goroutine: every engine and every checker has its own, and Import
// carries a term from one to another by the names of its variables and functions. Terms have
// creation numbers (ID), and whatever iterates over terms iterates in that order, so that two
// runs do the same steps. An argument's ID is less than that of the term.
//
// Terms are simplified when they are built. Linear arithmetic is canonical: a sum is
// Σ cᵢ·tᵢ + c with distinct, non-sum tᵢ in the order of their IDs and cᵢ ≠ 0; an atom is s ≤ 0,
// s < 0 (Real only) or s = 0 where the sum s has coprime integer coefficients. Over the integers
// atoms are tightened, a strict or negated inequality becomes s ≤ 0 again, and an equality that
// fails the gcd test is false. An equality's first coefficient is positive. The constant of a
// Real atom is any rational; an atom over ToReal terms alone is an atom over the integers.
//
// Not stands in front of anything but true, false, Not and inequalities.
//
// Building a term again that the store already has allocates nothing.
package term

import (
	"sync"

	"craig/logic/num"
)

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
	Float // floating-point operation on bit patterns: FloatOp
)

var opNames = [...]string{"invalid", "true", "false", "var", "const", "not", "and", "or", "ite", "eq",
	"le-zero", "lt-zero", "eq-zero", "sum", "mul", "div", "mod", "select", "store", "const-array",
	"apply", "bitand", "bitor", "bitxor", "shl", "shr", "to_real", "to_int", "float"}

func (o Op) String() string { return opNames[o] }

// Term is a term of a store. The zero value is no term.
type Term struct{ n *node }

type node struct {
	id, hash uint32
	mark     uint32 // see Store.epoch
	op       Op
	sort     Sort
	name     string
	num      num.Rat
	args     []Term
	coeff    []num.Rat
	neg      *node // the negation, if the store has it
	store    *Store
}

// Sort is a sort; comparable with ==.
type Sort struct{ s *sort }

type sort struct {
	id          uint32
	name        string
	index, elem Sort   // of arrays
	constructor string // of Uninterpreted sorts with arguments
	args        []Sort
}

// The sorts Bool, Int and Real.
var (
	Bool = Sort{&sort{id: 1, name: "Bool"}}
	Int  = Sort{&sort{id: 2, name: "Int"}}
	Real = Sort{&sort{id: 3, name: "Real"}}
)

// sorts has the interned sorts by what SMT-LIB calls them.
var sorts = struct {
	sync.Mutex
	byName map[string]Sort
}{byName: map[string]Sort{"Bool": Bool, "Int": Int, "Real": Real}}

func internSort(made sort) Sort {
	sorts.Lock()
	defer sorts.Unlock()
	if s, ok := sorts.byName[made.name]; ok {
		return s
	}
	made.id = uint32(len(sorts.byName) + 1)
	sorts.byName[made.name] = Sort{&made}
	return Sort{&made}
}

// Array is the sort of arrays from index to elem. Interned; safe for concurrent use.
func Array(index, elem Sort) Sort {
	return internSort(sort{name: "(Array " + index.s.name + " " + elem.s.name + ")", index: index, elem: elem})
}

// Uninterpreted is the sort of that name, which must not be Bool, Int or Real; with arguments,
// that of a sort constructor, which must not be Array.
func Uninterpreted(name string, args ...Sort) Sort {
	if len(args) > 0 {
		symbol := Symbol(name)
		text := "(" + symbol
		for _, a := range args {
			text += " " + a.s.name
		}
		return internSort(sort{name: text + ")", constructor: symbol, args: args})
	}
	s := internSort(sort{name: Symbol(name)})
	if s == Bool || s == Int || s == Real {
		panic("term: " + name + " is not an uninterpreted sort")
	}
	return s
}

func (s Sort) IsArray() bool { return s.s.index.s != nil }

// IsNumeric says whether the sort is Int or Real.
func (s Sort) IsNumeric() bool { return s == Int || s == Real }

// Index and Elem are those of an array sort.
func (s Sort) Index() Sort { return s.s.index }
func (s Sort) Elem() Sort  { return s.s.elem }

// Constructor is the symbol, as SMT-LIB writes it, and the arguments of an uninterpreted sort
// that has some.
func (s Sort) Constructor() (symbol string, args []Sort) { return s.s.constructor, s.s.args }

// String is the sort as SMT-LIB writes it.
func (s Sort) String() string {
	if s.s == nil {
		return "<no sort>"
	}
	return s.s.name
}

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
func (t Term) IntValue() (num.Int, bool) {
	if t.n.op != Const || t.n.sort != Int {
		return num.Int{}, false
	}
	return t.n.num.Int()
}

// Conjuncts splits a conjunction; true has none.
func Conjuncts(t Term) []Term { return junctions(t, And, True) }

// Disjuncts splits a disjunction; false has none.
func Disjuncts(t Term) []Term { return junctions(t, Or, False) }

func junctions(t Term, op, unit Op) []Term {
	switch t.Op() {
	case op:
		return t.Args()
	case unit:
		return nil
	}
	return []Term{t}
}
