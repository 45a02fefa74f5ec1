package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/internal/logic/smtlib"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// getProof answers with a refutation of the assertions, after it has been checked: a list of
// clauses with the reasons why they hold, the last one empty. What the reasons mean is said by
// package logic/smt/proof.
//
// Before the atoms stands what the script does not declare: constants and functions that the search has made up, and for
// each uninterpreted sort that sums speak of a function that numbers its elements. With that all terms are well-sorted.
//
//	(proof
//	(declare-fun number!1 (U) Int)
//	(atom a1 (<= x 3))
//	(clause c1 (a1) :rule input)
//	(clause c2 ((not a1) a2) :rule Farkas :coefficients (1 1))
//	(clause c3 () :rule resolution :premises (c2 c1)))
func (in *Interpreter) getProof() error {
	if !in.opts.proofs {
		return problemf("(set-option :produce-proofs true) is needed before the first assertion")
	}
	if err := in.after("unsat"); err != nil {
		return err
	}
	ctx, cancel := in.limit()
	defer cancel()
	fs, err := in.plain(ctx, in.refuted())
	if err != nil {
		return err
	}
	if err := in.writable(fs); err != nil {
		return err
	}
	ans, r := smt.Refute(ctx, in.st, fs...)
	if ans.Status == smt.Sat {
		panic("smtlib/script: a model of what was unsat")
	}
	if r == nil {
		return problemf("no proof was found: %s", ans.Reason)
	}
	if err := falsify.Check(r); err != nil {
		return problemf("the proof could not be checked: %v", err)
	}
	in.printProof(r.(*proof.Refutation))
	return nil
}

// refuted are the assertions and assumptions that the last answer, unsat, is about.
func (in *Interpreter) refuted() []term.Term {
	var fs []term.Term
	in.asserted(func(a *assertion) {
		if !a.held || slices.Contains(in.last.core, a.f) {
			fs = append(fs, a.f)
		}
	})
	for _, a := range in.last.assumed {
		if slices.Contains(in.last.core, a) {
			fs = append(fs, a)
		}
	}
	return fs
}

// replay finds the last answer, unsat, once more, with a proof, and checks that.
func (in *Interpreter) replay(ctx context.Context) {
	fs := in.refuted()
	lemmas := in.solver.Lemmas()
	in.verify(in.others.CheckLemmas(fs, lemmas))
	for _, l := range lemmas {
		fs = append(fs, l.Says)
	}
	for i, f := range fs {
		fs[i] = in.solver.Names(f)
	}
	fs, err := in.plain(ctx, fs)
	if err != nil {
		fmt.Fprintf(in.diagnostics, "not checked: %v\n", err)
		return
	}
	ans, r := smt.Refute(ctx, in.st, fs...)
	switch {
	case ans.Status == smt.Sat:
		panic("smtlib/script: a model of what was unsat")
	case r == nil:
		fmt.Fprintf(in.diagnostics, "not checked: no proof was found: %s\n", ans.Reason)
	default:
		if err := falsify.Check(r); errors.Is(err, proof.ErrTooHard) {
			fmt.Fprintf(in.diagnostics, "not checked: %v\n", err)
		} else {
			in.verify(err)
		}
	}
}

func (in *Interpreter) printProof(r *proof.Refutation) {
	in.say("(proof")
	numbers := in.declareProof(r)
	for i, a := range r.Atoms {
		text := ""
		switch {
		case a.Formula.Valid():
			text = in.text(a.Formula)
		default:
			relation := "<="
			if a.Strict {
				relation = "<"
			}
			text = fmt.Sprintf("(%s %s 0)", relation, in.sum(a.Sum, numbers))
		}
		in.say("(atom a%d %s)", i+1, text)
	}
	for i, s := range r.Steps {
		lits := make([]string, len(s.Clause))
		for j, l := range s.Clause {
			lits[j] = fmt.Sprintf("a%d", max(l, -l))
			if l < 0 {
				lits[j] = "(not " + lits[j] + ")"
			}
		}
		text := fmt.Sprintf("(clause c%d (%s) :rule %s", i+1, strings.Join(lits, " "), s.Rule)
		if len(s.Premises) > 0 {
			premises := make([]string, len(s.Premises))
			for j, p := range s.Premises {
				premises[j] = fmt.Sprintf("c%d", p+1)
			}
			text += " :premises (" + strings.Join(premises, " ") + ")"
		}
		if s.Rule == proof.Split {
			text += fmt.Sprintf(" :split (<= %s %s)", in.sum(s.At, numbers), s.Bound)
		}
		text += rationals(" :coefficients", s.Coefs) + rationals(" :others", s.Others)
		if len(s.Cases) > 0 {
			cases := make([]string, len(s.Cases))
			for j, c := range s.Cases {
				cases[j] = in.text(c)
			}
			text += " :cases (" + strings.Join(cases, " ") + ")"
		}
		if i == len(r.Steps)-1 {
			text += ")"
		}
		in.say("%s)", text)
	}
}

// declareProof declares what the refutation speaks of and the script does not declare. numbers are the functions that number the
// elements of uninterpreted sorts in its sums.
func (in *Interpreter) declareProof(r *proof.Refutation) (numbers map[term.Sort]string) {
	numbers = map[term.Sort]string{}
	known, taken := map[string]bool{}, map[string]bool{}
	vars := map[term.Term]bool{}
	for _, d := range in.declarations() {
		vars[d.Var], known[d.Func], taken[d.Symbol] = true, true, true
	}
	declare := func(symbol string, args []term.Term, result term.Sort) {
		sorts := make([]string, len(args))
		for i, a := range args {
			sorts[i] = smtlib.SortText(a.Sort())
		}
		in.say("(declare-fun %s (%s) %s)", symbol, strings.Join(sorts, " "), smtlib.SortText(result))
	}
	look := func(t term.Term) {
		term.Walk(t, func(u term.Term) {
			name, symbol := u.Name(), term.Symbol(u.Name())
			switch u.Op() {
			case term.Var:
				if !vars[u] {
					vars[u] = true
					declare(symbol, nil, u.Sort())
				}
				return
			case term.Apply:
			case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
				name, symbol = "\x00"+u.Op().String(), u.Op().String()
			case term.Float:
				name, symbol = "\x00"+u.FloatOp().String(), u.FloatOp().String()
			default:
				return
			}
			if !known[name] {
				known[name] = true
				declare(symbol, u.Args(), u.Sort())
			}
		})
	}
	sum := func(s proof.Sum) {
		for _, t := range s.Terms {
			look(t)
			if sort := t.Sort(); sort != term.Int && sort != term.Real && numbers[sort] == "" {
				name := fmt.Sprintf("number!%d", len(numbers)+1)
				for taken[name] {
					name += "!"
				}
				numbers[sort] = name
				declare(name, []term.Term{t}, term.Int)
			}
		}
	}
	for _, a := range r.Atoms {
		if a.Formula.Valid() {
			look(a.Formula)
		} else {
			sum(a.Sum)
		}
	}
	for _, s := range r.Steps {
		for _, c := range s.Cases {
			look(c)
		}
		if s.Rule == proof.Split {
			sum(s.At)
		}
	}
	return numbers
}

// rationals writes a list of numbers after a keyword; nothing if there are none.
func rationals(keyword string, list []num.Rat) string {
	if len(list) == 0 {
		return ""
	}
	texts := make([]string, len(list))
	for i, v := range list {
		sort := term.Int
		if !v.IsInt() {
			sort = term.Real
		}
		texts[i] = term.Numeral(v, sort)
	}
	return keyword + " (" + strings.Join(texts, " ") + ")"
}

// sum writes a sum, where numbers number the elements of uninterpreted sorts.
func (in *Interpreter) sum(s proof.Sum, numbers map[term.Sort]string) string {
	parts := []string{"+"}
	for i, t := range s.Terms {
		text, sort := in.text(t), t.Sort()
		if number := numbers[sort]; number != "" {
			text, sort = "("+number+" "+text+")", term.Int
		}
		parts = append(parts, fmt.Sprintf("(* %s %s)", term.Numeral(s.Coefs[i], sort), text))
	}
	sort := term.Int
	if len(s.Terms) > 0 && s.Terms[0].Sort() == term.Real || !s.Const.IsInt() {
		sort = term.Real
	}
	return "(" + strings.Join(append(parts, term.Numeral(s.Const, sort)), " ") + ")"
}
