package lrat

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"craig/internal/logic/bitproof"
	"craig/logic/term"
)

// WriteClauses writes the clauses of a circuit for SAT solvers and checkers of their proofs. Comments before them say which terms the gates
// belong to: docs/certificate.md.
func WriteClauses(w io.Writer, c *bitproof.Circuit) error {
	b := bufio.NewWriter(w)
	if all := c.Terms(); len(all) > 0 {
		explain(b, c, all)
	}
	n := 0
	c.Clauses(func(...bitproof.Lit) { n++ })
	fmt.Fprintf(b, "p cnf %d %d\n", len(c.Gates())-1, n)
	c.Clauses(func(lits ...bitproof.Lit) { writeClause(b, lits) })
	return b.Flush()
}

func writeClause(w io.Writer, lits []bitproof.Lit) {
	for _, l := range lits {
		fmt.Fprintf(w, "%d ", l)
	}
	fmt.Fprintln(w, 0)
}

// explain writes, of each term that has gates, what it is, and its bits, the lowest one first; of a formula, the gate that it is.
func explain(w io.Writer, c *bitproof.Circuit, all map[term.Term][]bitproof.Lit) {
	var order []term.Term
	for t := range all {
		order = append(order, t)
	}
	slices.SortFunc(order, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	numbers := map[term.Term]int{}
	for i, t := range order {
		numbers[t] = i + 1
	}
	for i, t := range order {
		text := fmt.Sprintf("t%d = %s :", i+1, shallow(t, numbers))
		for _, l := range all[t] {
			text += fmt.Sprintf(" %d", l)
		}
		comment(w, text)
	}
	for _, l := range c.Roots() {
		comment(w, fmt.Sprintf("true: %d", l))
	}
}

// longest is how many bytes a line of a comment has at most: there are checkers that read no longer ones.
const longest = 900

// comment writes lines of a comment. Where a line ends with a backslash, it goes on in the next one, after "c ".
func comment(w io.Writer, text string) {
	text = strings.NewReplacer("\n", " ", "\r", " ").Replace(text)
	for len(text) > longest {
		fmt.Fprintf(w, "c %s\\\n", text[:longest])
		text = text[longest:]
	}
	fmt.Fprintf(w, "c %s\n", text)
}

// shallow is t, an operator with its arguments, those by number that have one.
func shallow(t term.Term, numbers map[term.Term]int) string {
	op := t.Op().String()
	switch t.Op() {
	case term.Var, term.Const:
		return t.SMTLIB()
	case term.Apply:
		op = term.Symbol(t.Name())
	case term.Float:
		op = t.FloatOp().String()
	}
	parts := []string{op}
	for i, a := range t.Args() {
		text := fmt.Sprintf("t%d", numbers[a])
		if numbers[a] == 0 {
			text = a.SMTLIB()
		}
		if t.Op() == term.Sum && !t.Coeff(i).IsOne() {
			text = "(* " + term.Numeral(t.Coeff(i), t.Sort()) + " " + text + ")"
		}
		parts = append(parts, text)
	}
	if t.Op() == term.Sum {
		parts = append(parts, term.Numeral(t.Num(), t.Sort()))
	}
	return "(" + strings.Join(parts, " ") + ")"
}
