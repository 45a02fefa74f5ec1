package identity

import (
	"math/big"

	"craig/logic/term"
)

// Tighter is within, with what sums that are not greater than 0 say of their variables besides: each is looked at once for each variable.
func Tighter(sums []term.Term, within Within) Within {
	type bounds struct{ lo, hi *big.Int }
	known := map[term.Term]bounds{}
	of := func(x term.Term) (lo, hi *big.Int, ok bool) {
		if b, ok := known[x]; ok {
			return b.lo, b.hi, true
		}
		return within(x)
	}
	for _, s := range sums {
		parts, coeffs, constant, ok := linear(s)
		if !ok {
			continue
		}
		for i, x := range parts {
			lo, hi, ok := of(x)
			if !ok || x.Op() != term.Var {
				continue
			}
			// k·x ≤ -rest, for the least rest
			most := new(big.Int).Neg(constant)
			for j, y := range parts {
				if j == i {
					continue
				}
				l, h, known := ends(y, of)
				if ok = ok && known; !ok {
					break
				}
				if coeffs[j].Sign() < 0 {
					l = h
				}
				most.Sub(most, new(big.Int).Mul(coeffs[j], l))
			}
			if !ok {
				continue
			}
			if k := coeffs[i]; k.Sign() > 0 {
				hi = least(hi, floor(most, k))
			} else {
				// x ≥ -most / -k, rounded up
				lo = largest(lo, new(big.Int).Neg(floor(most, new(big.Int).Neg(k))))
			}
			known[x] = bounds{lo, hi}
		}
	}
	return of
}

// linear are the parts of a sum of terms.
func linear(s term.Term) (parts []term.Term, coeffs []*big.Int, constant *big.Int, ok bool) {
	if s.Op() != term.Sum {
		return []term.Term{s}, []*big.Int{big.NewInt(1)}, new(big.Int), true
	}
	c := s.Num()
	ok = c.IsInt()
	for i, x := range s.Args() {
		k := s.Coeff(i)
		ok = ok && k.IsInt()
		parts, coeffs = append(parts, x), append(coeffs, k.Num().Big())
	}
	return parts, coeffs, c.Num().Big(), ok
}

// floor is a/k rounded down, for k > 0.
func floor(a, k *big.Int) *big.Int {
	q, _ := new(big.Int).DivMod(a, k, new(big.Int)) // Euclidean: the remainder is not negative
	return q
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func largest(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
