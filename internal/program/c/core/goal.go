package core

import (
	"slices"

	"craig/internal/program/c/types"
)

// Checked is X, an operation that must not go wrong: a Unary, a Binary or a Convert. Its operands are evaluated first, then it is seen
// whether all Goals hold, in their order, and then the operation is done. An execution in which a goal does not hold ends there. Or X is a
// pointer, whose value is used where it stands: that is the goal's operand; or a PtrAdd, and the index is.
type Checked struct {
	X     Expr
	Goals []Goal
}

// Goal is what must hold of the operands of an operation. It is violated with Property, which is one of package property.
type Goal struct {
	Demand   Demand
	Property string
}

// Demand is a condition on an operation and its operands.
type Demand uint8

const (
	// Nonzero: the divisor is not 0.
	Nonzero Demand = iota
	// Distance: the right operand of a shift is at least 0, and less than the number of bits of the left one.
	Distance
	// NotNegative: the left operand of a shift is at least 0.
	NotNegative
	// Fits: the mathematical result, of a remainder the quotient, is one of the result's type. That of a conversion to an integer is the
	// operand without its fraction.
	Fits
	// Number: the result of floats is not a NaN, if no operand is one.
	Number
	// Finite: the result of floats is not infinite, if all operands are finite, and a divisor is not 0.
	Finite
	// NotNull: the pointer is not null.
	NotNull
	// Index: the integer of a PtrAdd is the index of an element of the array, of known length, that its pointer is made of.
	Index
	// IndexOrEnd: likewise, or the length of the array.
	IndexOrEnd
	// Inside: the bytes of the place that is accessed lie in the object that the pointer was derived from, which lives; and the object is no
	// constant if they are written. The pointer is that of a DerefPlace, from which the place is reached.
	Inside
	// Given: the scalar that is read has been given a value since the life of its object began. It is demanded of a Load; of a Call, that the
	// function has given its result one.
	Given
)

// String is a name, for people who look into programs.
func (d Demand) String() string {
	return [...]string{"nonzero", "distance", "not negative", "fits", "number", "finite", "not null", "index", "index or end", "inside", "given"}[d]
}

func (x *Checked) Pos() Pos          { return x.X.Pos() }
func (x *Checked) Type() *types.Type { return x.X.Type() }
func (*Checked) expr()               {}

// Array is the type of the array, of known length, whose elements x counts; nil if there is none. An array of at most one element at the end of
// a structure may be longer than its type says.
func (x *PtrAdd) Array() *types.Type {
	d, ok := x.X.(*Decay)
	if !ok || x.Sub {
		return nil
	}
	t := d.X.Type()
	if t.Kind != types.Array || t.Len < 0 || t.IsVariable() {
		return nil
	}
	if f, ok := d.X.(*FieldPlace); ok && t.Len <= 1 {
		if r := f.X.Type().Record; r.Union || f.Field == &r.Fields[len(r.Fields)-1] {
			return nil
		}
	}
	return t
}

// Demands tells whether one of the goals makes a demand.
func Demands(goals []Goal, d Demand) bool {
	return slices.ContainsFunc(goals, func(g Goal) bool { return g.Demand == d })
}
