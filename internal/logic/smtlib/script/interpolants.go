package script

import (
	"slices"
	"strings"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// parents turns the beginnings of the subtrees of parts in postorder into the parent of each part,
// -1 of the root. ok is false if the parts are not one tree.
func parents(subtree []int) (parent []int, ok bool) {
	n := len(subtree)
	parent = make([]int, n)
	for i := range parent {
		parent[i] = -1
	}
	for i := range n {
		for child := i - 1; child >= subtree[i]; child = subtree[child] - 1 {
			parent[child] = i
		}
	}
	return parent, !slices.Contains(parent[:n-1], -1)
}

// getInterpolants answers with the interpolant of each part but the last, as SMTInterpol does: a
// sequence for parts in a row, a tree where parentheses group subtrees.
func (in *Interpreter) getInterpolants(c *smtlib.Command) error {
	if !in.opts.interpolants {
		return problemf(":produce-interpolants is false")
	}
	if err := in.after("unsat"); err != nil {
		return err
	}
	parent, ok := parents(c.Subtree)
	if !ok {
		return problemf("the parts are not one tree: the last one is its root, outside of inner parentheses")
	}
	itps, err := in.interpolate(c.Terms, parent)
	if err != nil {
		return err
	}
	texts := make([]string, len(itps)-1)
	for i := range texts {
		texts[i] = in.text(itps[i])
	}
	in.say("(%s)", strings.Join(texts, "\n"))
	return nil
}

// interpolate has tree interpolants of the parts.
func (in *Interpreter) interpolate(parts []term.Term, parent []int) ([]term.Term, error) {
	ctx, cancel := in.limit()
	defer cancel()
	parts, err := in.plain(ctx, parts)
	if err != nil {
		return nil, err
	}
	if err := in.writable(parts); err != nil {
		return nil, err
	}
	ans, itps := smt.NewInterpolator(in.st).InterpolateTree(ctx, parts, parent)
	switch {
	case ans.Status == smt.Sat:
		return nil, problemf("the parts alone are satisfiable")
	case itps == nil:
		return nil, problemf("no interpolants were found: %s", ans.Reason)
	}
	in.stats.interpolants += len(itps) - 1
	if in.cfg.Check {
		in.verify(check.Tree(ctx, parts, parent, itps, in.checker()))
	}
	return itps, nil
}

// getInterpolant answers with one interpolant. (get-interpolant I f) is cvc5's: between the
// assertions and f, which they imply, as a definition of I. (get-interpolant (g …)) is MathSAT's:
// between the assertions of these interpolation groups and the others.
func (in *Interpreter) getInterpolant(c *smtlib.Command) error {
	if !in.opts.interpolants {
		return problemf(":produce-interpolants is false")
	}
	var a, b []term.Term
	if len(c.Args) == 2 {
		in.asserted(func(x *assertion) { a = append(a, x.f) })
		b = []term.Term{in.st.Not(c.Terms[0])}
	} else {
		if err := in.after("unsat"); err != nil {
			return err
		}
		groups := map[string]bool{}
		for _, g := range c.Args[0].List {
			groups[g.Text] = true
		}
		known := map[string]bool{}
		in.asserted(func(x *assertion) {
			known[x.group] = true
			if x.group != "" && groups[x.group] {
				a = append(a, x.f)
			} else {
				b = append(b, x.f)
			}
		})
		for _, g := range c.Args[0].List {
			if !known[g.Text] {
				return problemf("no assertion has the interpolation group %s", smtlib.Quote(brief(g.Text)))
			}
		}
	}
	itps, err := in.interpolate([]term.Term{in.st.And(a...), in.st.And(b...)}, []int{1, -1})
	if err != nil {
		return err
	}
	if len(c.Args) == 2 {
		in.say("(define-fun %s () Bool %s)", smtlib.Quote(c.Args[0].Text), in.text(itps[0]))
	} else {
		in.say("%s", in.text(itps[0]))
	}
	return nil
}

// writable says whether terms can be written in the words of the script: arrays and functions of bit vectors are read as arrays of
// numbers, for which it has no words.
func (in *Interpreter) writable(fs []term.Term) error {
	arrays := map[term.Term]string{}
	for _, d := range in.declarations() {
		if d.Var.Valid() && d.Var.Sort().IsArray() && (len(d.Args) > 0 || smtlib.Packed(d.Result)) {
			arrays[d.Var] = d.Symbol
		}
	}
	var err error
	for _, f := range fs {
		term.Walk(f, func(u term.Term) {
			if symbol, ok := arrays[u]; ok {
				err = problemf("what speaks of %s, an array or a function of bit vectors, cannot be shown", smtlib.Quote(symbol))
			}
		})
	}
	return err
}

// text writes a term with the symbols that the script has declared.
func (in *Interpreter) text(t term.Term) string {
	vars, funcs := map[term.Term]string{}, map[string]string{}
	let := "a!"
	for _, d := range in.declarations() {
		if d.Var.Valid() {
			vars[d.Var] = smtlib.Quote(d.Symbol)
			if smtlib.Width(d.Result) > 0 {
				vars[d.Var] = smtlib.NumberText(d.Result, vars[d.Var])
			}
		} else {
			funcs[d.Func] = d.Symbol
		}
	}
	for _, d := range in.declarations() {
		for strings.HasPrefix(d.Symbol, let) {
			let += "!"
		}
	}
	return t.SMTLIBNamed(term.Naming{Let: let, Symbol: func(u term.Term) string {
		if symbol, ok := vars[u]; ok {
			return symbol
		}
		if symbol, ok := funcs[u.Name()]; ok && u.Op() == term.Apply {
			return smtlib.Quote(symbol)
		}
		return term.Symbol(u.Name())
	}})
}
