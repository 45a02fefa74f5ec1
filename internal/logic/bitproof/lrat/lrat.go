// Package lrat writes circuits and their refutations as other checkers read them: clauses in DIMACS, refutations in LRAT.
package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"craig/internal/logic/bitproof"
)

// Write writes a refutation that the circuit accepts as other checkers read it: each clause has a number, and those that it follows from, in the order of
// propagation. Clauses of which nothing makes use are left out.
//
// [Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp 2017] Efficient Certified RAT Verification.
func Write(w io.Writer, c *bitproof.Circuit, steps [][]bitproof.Lit) error {
	r := &recorder{p: bitproof.NewPropagation(len(c.Gates())), seen: make([]bool, len(c.Gates())), unit: make([]int32, len(c.Gates()))}
	r.given = r.number(nil, nil)
	c.Clauses(func(lits ...bitproof.Lit) { r.given = r.number(slices.Clone(lits), nil) })
	for n := int32(1); n <= r.given && !r.p.Contradiction; n++ {
		r.add(n)
	}
	for i, s := range steps {
		if r.p.Contradiction {
			break
		}
		if err := c.Known(s); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		if slices.ContainsFunc(s, func(l bitproof.Lit) bool { return r.p.Of(l) > 0 || slices.Contains(s, -l) }) {
			continue // nothing follows from it
		}
		start := len(r.p.Trail)
		if !r.p.Suppose(s) {
			return fmt.Errorf("step %d does not follow", i)
		}
		from := r.from(s, start)
		r.p.Forget(start)
		r.add(r.number(s, from))
	}
	if !r.p.Contradiction {
		return errors.New("the steps do not end with a contradiction")
	}
	return r.write(w)
}

// recorder numbers clauses from 1, first those that are given.
type recorder struct {
	p       *bitproof.Propagation
	clauses [][]bitproof.Lit // by number
	hints   [][]int32        // by number: which clauses it follows from
	given   int32            // the last number that is
	unit    []int32          // by gate: the clause that only says which value it has; 0 if there is none
	seen    []bool           // by gate; scratch
}

func (r *recorder) number(lits []bitproof.Lit, from []int32) int32 {
	r.clauses, r.hints = append(r.clauses, lits), append(r.hints, from)
	return int32(len(r.clauses) - 1)
}

// add adds a clause, and clauses for what follows from it for good.
func (r *recorder) add(n int32) {
	start := len(r.p.Trail)
	r.p.Add(n, r.clauses[n])
	for _, l := range r.p.Trail[start:] {
		g := max(l, -l)
		n := r.p.Reason[g]
		if len(r.clauses[n]) > 1 {
			n = r.number([]bitproof.Lit{l}, append(r.units(n, g), n))
		}
		r.unit[g] = n
	}
	if r.p.Contradiction {
		r.number(nil, append(r.units(r.p.Broken, 0), r.p.Broken))
	}
}

// units are the clauses that say which values the gates of a clause have, but for one gate.
func (r *recorder) units(n int32, but bitproof.Lit) (list []int32) {
	for _, l := range r.clauses[n] {
		if g := max(l, -l); g != but {
			list = append(list, r.unit[g])
		}
	}
	return list
}

// from are the clauses that the contradiction on the trail follows from, whose part from start on follows from the negation of lits.
func (r *recorder) from(lits []bitproof.Lit, start int) []int32 {
	var units, chain []int32
	var marked []bitproof.Lit
	mark := func(n int32, of []bitproof.Lit) {
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
	mark(r.p.Broken, r.clauses[r.p.Broken])
	chain = append(chain, r.p.Broken)
	for _, l := range slices.Backward(r.p.Trail[start:]) {
		if g := max(l, -l); r.seen[g] && r.p.Reason[g] > 0 {
			chain = append(chain, r.p.Reason[g])
			mark(r.p.Reason[g], r.clauses[r.p.Reason[g]])
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

// Check returns nil if a text as Write writes it refutes the clauses of the circuit. It propagates nothing but what the text says.
func Check(c *bitproof.Circuit, text string) error {
	clauses := map[int64][]bitproof.Lit{}
	last := int64(0)
	c.Clauses(func(lits ...bitproof.Lit) {
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
		lits := make([]bitproof.Lit, len(parts[0]))
		for k, l := range parts[0] {
			lits[k] = bitproof.Lit(l)
		}
		if err := c.Known(lits); err != nil {
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
func follows(lits []bitproof.Lit, from []int64, clauses map[int64][]bitproof.Lit) bool {
	isFalse := map[bitproof.Lit]bool{}
	for _, l := range lits {
		isFalse[l] = true
	}
	for _, n := range from {
		left := bitproof.Lit(0)
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
