package verdict

import (
	"craig/logic/num"
	"craig/logic/term"
)

// Identity says why an equation p = 0 between polynomials follows from others on a path: Scale·p is the sum of Parts. It is a hint, for
// whatever equation of a proof it fits; a checker computes the sum, and whether each equation of Parts holds.
type Identity struct {
	Scale num.Int // not 0; odd, if the equation is modulo a power of 2
	Parts []Multiple
}

// Multiple is an equation between integers, over the variables at the place where the path begins, times a polynomial over them,
// which is called a cofactor.
type Multiple struct {
	Equation term.Term
	Times    []Monomial
}

// Monomial is a product of a number and of variables.
type Monomial struct {
	Coeff num.Int
	Vars  []term.Term
}
