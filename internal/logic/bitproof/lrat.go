package bitproof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// LRAT writes a refutation that Check accepts as other checkers read it: each clause has a number, and those that it follows from, in the order of
// propagation. Clauses of which nothing makes use are left out.
//
// [Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp 2017] Efficient Certified RAT Verification.
func (c *Circuit) LRAT(w io.Writer, steps [][]Lit) error {
	r := &recorder{p: newPropagation(len(c.gates)), seen: make([]bool, len(c.gates)), unit: make([]int32, len(c.gates))}
	r.given = r.number(nil, nil)
	c.Clauses(func(lits ...Lit) { r.given = r.number(slices.Clone(lits), nil) })
	for n := int32(1); n <= r.given && !r.p.contradiction; n++ {
		r.add(n)
	}
	for i, s := range steps {
		if r.p.contradiction {
			break
		}
		if err := c.known(s); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		if slices.ContainsFunc(s, func(l Lit) bool { return r.p.of(l) > 0 || slices.Contains(s, -l) }) {
			continue // nothing follows from it
		}
		start := len(r.p.trail)
		if !r.p.suppose(s) {
			return fmt.Errorf("step %d does not follow", i)
		}
		from := r.from(s, start)
		r.p.forget(start)
		r.add(r.number(s, from))
	}
	if !r.p.contradiction {
		return errors.New("the steps do not end with a contradiction")
	}
	return r.write(w)
}

// recorder numbers clauses from 1, first those that are given.
type recorder struct {
	p       *propagation
	clauses [][]Lit   // by number
	hints   [][]int32 // by number: which clauses it follows from
	given   int32     // the last number that is
	unit    []int32   // by gate: the clause that only says which value it has; 0 if there is none
	seen    []bool    // by gate; scratch
}

func (r *recorder) number(lits []Lit, from []int32) int32 {
	r.clauses, r.hints = append(r.clauses, lits), append(r.hints, from)
	return int32(len(r.clauses) - 1)
}

// add adds a clause, and clauses for what follows from it for good.
func (r *recorder) add(n int32) {
	start := len(r.p.trail)
	r.p.add(n, r.clauses[n])
	for _, l := range r.p.trail[start:] {
		g := max(l, -l)
		n := r.p.reason[g]
		if len(r.clauses[n]) > 1 {
			n = r.number([]Lit{l}, append(r.units(n, g), n))
		}
		r.unit[g] = n
	}
	if r.p.contradiction {
		r.number(nil, append(r.units(r.p.broken, 0), r.p.broken))
	}
}

// units are the clauses that say which values the gates of a clause have, but for one gate.
func (r *recorder) units(n int32, but Lit) (list []int32) {
	for _, l := range r.clauses[n] {
		if g := max(l, -l); g != but {
			list = append(list, r.unit[g])
		}
	}
	return list
}

// from are the clauses that the contradiction on the trail follows from, whose part from start on follows from the negation of lits.
func (r *recorder) from(lits []Lit, start int) []int32 {
	var units, chain []int32
	var marked []Lit
	mark := func(n int32, of []Lit) {
		for _, l := range of {
			g := max(l, -l)
			if r.seen[g] {
				continue
			}
			r.seen[g] = true
			if marked = append(marked, g); n > 0 && r.unit[g] > 0 {
				units = append(units, r.unit[g])
			}
		}
	}
	mark(0, lits)
	mark(r.p.broken, r.clauses[r.p.broken])
	chain = append(chain, r.p.broken)
	for _, l := range slices.Backward(r.p.trail[start:]) {
		if g := max(l, -l); r.seen[g] && r.p.reason[g] > 0 {
			chain = append(chain, r.p.reason[g])
			mark(r.p.reason[g], r.clauses[r.p.reason[g]])
		}
	}
	for _, g := range marked {
		r.seen[g] = false
	}
	slices.Reverse(chain)
	return append(units, chain...)
}

// write writes what the last clause, which is empty, follows from.
func (r *recorder) write(w io.Writer) error {
	needed := make([]bool, len(r.clauses))
	needed[len(needed)-1] = true
	for n := len(needed) - 1; n > int(r.given); n-- {
		if needed[n] {
			for _, h := range r.hints[n] {
				needed[h] = true
			}
		}
	}
	b := bufio.NewWriter(w)
	for n := int(r.given) + 1; n < len(needed); n++ {
		if needed[n] {
			fmt.Fprintf(b, "%d ", n)
			for _, l := range r.clauses[n] {
				fmt.Fprintf(b, "%d ", l)
			}
			b.WriteString("0 ")
			for _, h := range r.hints[n] {
				fmt.Fprintf(b, "%d ", h)
			}
			fmt.Fprintln(b, 0)
		}
	}
	return b.Flush()
}

// CheckLRAT returns nil if a text as LRAT writes it refutes the clauses of the circuit. It propagates nothing but what the text says.
func (c *Circuit) CheckLRAT(text string) error {
	clauses := map[int64][]Lit{}
	last := int64(0)
	c.Clauses(func(lits ...Lit) {
		last++
		clauses[last] = slices.Clone(lits)
	})
	for line := range strings.Lines(text) {
		var parts [2][]int64 // literals and numbers of clauses
		i := -1
		n := int64(0)
		for field := range strings.FieldsSeq(line) {
			v, err := strconv.ParseInt(field, 10, 32)
			switch {
			case err != nil || i == 2:
				return fmt.Errorf("%q is no clause with what it follows from", strings.TrimSpace(line))
			case i < 0:
				n, i = v, 0
			case v == 0:
				i++
			default:
				parts[i] = append(parts[i], v)
			}
		}
		if i != 2 || n <= last {
			return fmt.Errorf("clause %d after clause %d is not whole", n, last)
		}
		last = n
		lits := make([]Lit, len(parts[0]))
		for k, l := range parts[0] {
			lits[k] = Lit(l)
		}
		if err := c.known(lits); err != nil {
			return fmt.Errorf("clause %d: %w", n, err)
		}
		if !follows(lits, parts[1], clauses) {
			return fmt.Errorf("clause %d does not follow", n)
		}
		if len(lits) == 0 {
			return nil
		}
		clauses[n] = lits
	}
	return errors.New("there is no empty clause")
}

// follows says that with the negation of lits each of the clauses has one literal left that may be true, but the last one none.
func follows(lits []Lit, from []int64, clauses map[int64][]Lit) bool {
	isFalse := map[Lit]bool{}
	for _, l := range lits {
		isFalse[l] = true
	}
	for _, n := range from {
		left := Lit(0)
		clause, ok := clauses[n]
		if !ok {
			return false
		}
		for _, l := range clause {
			switch {
			case isFalse[l] || l == left:
			case left != 0:
				return false
			default:
				left = l
			}
		}
		if left == 0 {
			return true
		}
		isFalse[-left] = true
	}
	return false
}
