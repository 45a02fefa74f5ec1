package bitproof

import "craig/logic/num"

// word is a number in two's complement, the lowest bit first; the last bit is the sign.
type word []Lit

// bits is how many bits numbers from lo to hi need, their sign included.
func bits(lo, hi num.Int) int {
	n := 1
	for _, v := range [2]num.Int{lo, hi} {
		if v.Sign() < 0 {
			v = num.I(-1).Sub(v)
		}
		n = max(n, v.BitLen()+1)
	}
	return n
}

// number is a constant in n bits.
func number(v num.Int, n int) word {
	w := make(word, n)
	for i := range w {
		if w[i] = False; !v.Shr(uint(i)).And(num.I(1)).IsZero() {
			w[i] = True
		}
	}
	return w
}

// bit is bit i of a number of any length.
func (w word) bit(i int) Lit { return w[min(i, len(w)-1)] }

// wide is w in n bits.
func (w word) wide(n int) word {
	r := make(word, n)
	for i := range r {
		r[i] = w.bit(i)
	}
	return r
}

// plus is x + y + carry in n bits.
func (c *Circuit) plus(x, y word, carry Lit, n int) word {
	r := make(word, n)
	for i := range r {
		a, b := x.bit(i), y.bit(i)
		differ := c.xor(a, b)
		r[i] = c.xor(differ, carry)
		carry = c.or(c.and(a, b), c.and(differ, carry))
	}
	return r
}

func (c *Circuit) minus(x, y word, n int) word {
	no := make(word, len(y))
	for i, l := range y {
		no[i] = -l
	}
	return c.plus(x, no, True, n)
}

// times is x·y in n bits.
func (c *Circuit) times(x, y word, n int) word {
	r := word{False}
	for i, b := range x[:min(len(x), n)] {
		if b == False {
			continue
		}
		row := make(word, n)
		for j := range row {
			if row[j] = False; j >= i {
				row[j] = c.and(b, y.bit(j-i))
			}
		}
		if i == len(x)-1 { // the sign
			r = c.minus(r, row, n)
		} else {
			r = c.plus(r, row, False, n)
		}
	}
	return r.wide(n)
}

// less says x < y: the difference is negative.
func (c *Circuit) less(x, y word) Lit {
	n := max(len(x), len(y)) + 1
	return c.minus(x, y, n)[n-1]
}

func (c *Circuit) same(x, y word) Lit {
	r := True
	for i := range max(len(x), len(y)) {
		r = c.and(r, -c.xor(x.bit(i), y.bit(i)))
	}
	return r
}

func (c *Circuit) chooseWord(s Lit, x, y word, n int) word {
	r := make(word, n)
	for i := range r {
		r[i] = c.choose(s, x.bit(i), y.bit(i))
	}
	return r
}
