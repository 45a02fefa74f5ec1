package solvers

import (
	"fmt"
	"slices"
	"strings"

	"craig/logic/smt"
	"craig/logic/term"
)

// interpolation is a way to interpolate, by name.
type interpolation struct {
	name     string
	method   smt.Method
	strength smt.Strength
}

var interpolations = []interpolation{
	{"strong", smt.ByProof, smt.McMillan},
	{"pudlak", smt.ByProof, smt.Pudlak},
	{"weak", smt.ByProof, smt.Dual},
	{"wp", smt.Backward, smt.McMillan},
	{"sp", smt.Forward, smt.McMillan},
}

// simply is what a name ends in if interpolants are to have few half-spaces.
const simply = "+simple"

// Interpolations lists the names that InterpolatorByName knows: from proofs, the strongest first, and over cores.
// The first is the default.
func Interpolations() []string {
	var names []string
	for _, i := range interpolations {
		names = append(names, i.name, i.name+simply)
	}
	return names
}

// InterpolatorByName returns what makes interpolators of a name. An error means that there is none.
func InterpolatorByName(name string) (func(*term.Store) smt.Interpolator, error) {
	base, simple := strings.CutSuffix(name, simply)
	at := slices.IndexFunc(interpolations, func(i interpolation) bool { return i.name == base })
	if at < 0 {
		return nil, fmt.Errorf("unknown interpolation %q: want one of %s", name, strings.Join(Interpolations(), ", "))
	}
	opts := []smt.InterpolatorOption{smt.WithMethod(interpolations[at].method), smt.WithStrength(interpolations[at].strength)}
	if simple {
		opts = append(opts, smt.WithSimplification(smt.Fewest))
	}
	return func(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st, opts...) }, nil
}
