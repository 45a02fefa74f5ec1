package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/logic/num"
)

// element matches a byte of what a parameter leads to.
var element = pattern.New(`^(?:\*([A-Za-z_]\w*)|([A-Za-z_]\w*)\[\d+\])$`)

// data says of an error, to which r is an execution, that it depends on bytes which the function only reads: of two calls that are the same but for these
// one goes wrong, and one comes to an end. Callers do not check each byte before they hand it over, so that it is the function that has to. "" if this is not
// known. An assertion about bytes says itself that callers are to check them.
func (s *search) data(ctx context.Context, r *run.Result) (why string, err error) {
	env := r.Program.Environment
	if env == nil || r.Calls || r.Trace.Goal.Property == "unreach-call" || sizeGuessed(r) || s.restsOnGuess(r) {
		return "", nil
	}
	if p := countedBy(r); p != "" && !env.Bytes[p] {
		return "", nil
	}
	from := ""
	for _, v := range explain.Of(r.Program, r.Trace).Entry {
		switch m := element.FindStringSubmatch(v.Name); {
		case m != nil && env.Bytes[m[1]+m[2]]:
			from = m[1] + m[2]
		case !designator.MatchString(v.Name): // it may depend on something that cannot be held fast
			return "", nil
		}
	}
	if from == "" {
		return "", nil
	}
	for range 2 {
		list, st := words(explain.Entry(r.Program, r.Trace))
		var same, few []string
		for _, w := range s.legible(ctx, list) {
			switch v := st[w.name]; {
			case !designator.MatchString(w.name): // a byte
			case w.typ.Kind == ir.Pointer && v.IsZero():
				same = append(same, w.name+" == 0")
			case w.typ.Kind == ir.Pointer:
				same = append(same, w.name+" != 0")
			case v.Cmp(num.I(fewRounds)) > 0:
				few = append(few, fmt.Sprintf("%s <= %d", w.name, fewRounds))
				fallthrough
			default:
				same = append(same, w.name+" == "+constant(v, w.typ))
			}
		}
		end, err := s.ends(ctx, same...)
		if err != nil {
			return "", err
		}
		if end.Verdict == verdict.False && !s.restsOnGuess(end) {
			return "whether it goes wrong depends on the bytes that " + from + " leads to", nil
		}
		if few == nil { // the loops are short
			break
		}
		at := exceptionOf(r)
		if r, err = s.ask(ctx, few); err != nil || r.Verdict != verdict.False || exceptionOf(r) != at {
			return "", err
		}
	}
	return "", nil
}

// restsOnGuess says that an execution rests on what guessed looks for. A function without a body counts if the execution comes by a call of it.
func (s *search) restsOnGuess(r *run.Result) bool {
	var notes []ir.Note
	for _, n := range r.Notes {
		if _, body := cfront.WithoutBody(n); !body && n.Aspect != ir.AboutResults || comesBy(r, n.Pos) {
			notes = append(notes, n)
		}
	}
	return guessed(notes) != "" || slices.ContainsFunc(csource.Inputs(r.Program, r.Trace), func(in csource.Input) bool {
		return strings.HasSuffix(in.Name, "()") && !r.Program.Surrounds(in.Pos)
	})
}

// fewRounds is as often as loops may go round in a call that is to come to an end.
const fewRounds = 8

// blame says which errors are mistakes since only calls between good ones go wrong at them: a contract such as n != 4 that keeps an index within an array
// is a test of the function that is one off, as it sees to what is smaller and to what is larger. Likewise one such as n >= 0 for a parameter of which the function sees to
// numbers that are too large: it takes n from callers that it does not trust. Or n == 0, where an object that the
// function makes itself is too small for 1, 2, 3 and so on.
func (s *search) blame(ctx context.Context, f formula) error {
	c := s.contract
	if c.Class != Necessary {
		return nil
	}
	for i, x := range c.Clauses {
		if x.Needs == nil || x.Needs.Trace.Goal.Property != "bounds" || sizeGuessed(x.Needs) || countedBy(x.Needs) != "" {
			continue
		}
		w := f[i].only()
		if w == nil {
			continue
		}
		var wrong num.Int
		list := explain.Entry(x.Needs.Program, x.Needs.Trace)
		k := slices.IndexFunc(list, func(v explain.Value) bool { return v.Name == w.name })
		if k < 0 {
			continue
		}
		wrong = list[k].Value
		m := csource.MemoryOf(x.Needs.Program, x.Needs.Trace)
		// Calls with few are what such a function is for.
		if m != nil && !m.Given && m.Outside() && wrong.Sign() > 0 && wrong.Cmp(num.I(fewRounds)) <= 0 {
			end, err := s.ends(ctx, append(slices.Delete(c.texts(), i, i+1), w.name+" >= 1", fmt.Sprintf("%s <= %d", w.name, fewRounds))...)
			if err != nil {
				return err
			}
			if end.Verdict == verdict.True {
				s.accuse(x.Needs, fmt.Sprintf("it goes wrong outside of an object that the function has made itself, wherever %s is 1 to %d", w.name, fewRounds))
				continue
			}
		}
		if f[i].masks() {
			continue
		}
		between := true
		for _, side := range []string{" < ", " > "} {
			end, err := s.ends(ctx, append(c.texts(), w.name+side+constant(wrong, w.typ))...)
			if err != nil {
				return err
			}
			between = between && end.Verdict == verdict.False
		}
		if !between && wrong.Sign() < 0 && (m == nil || !m.Given) && !strings.ContainsAny(w.name, "*.>") {
			end, err := s.ends(ctx, append(c.texts(), w.name+" == "+constant(w.typ.Max(), w.typ))...)
			if err != nil {
				return err
			}
			if end.Verdict == verdict.False {
				s.accuse(x.Needs, fmt.Sprintf("it goes wrong where %s is negative, and sees to it where it is too large", w.name))
			}
		}
		if between {
			s.accuse(x.Needs, fmt.Sprintf("it goes wrong where %s is %s, and neither where it is less nor where it is more", w.name, wrong))
		}
	}
	return nil
}

// accuse notes why the error to which r is an execution is a mistake of the function.
func (s *search) accuse(r *run.Result, why string) {
	at := exceptionOf(r)
	for i := range s.contract.Errors {
		if x := &s.contract.Errors[i]; x.Pos.File == at.File && x.Pos.Line == at.Line && x.Property == at.Property {
			x.Mistake = why
		}
	}
}

// masks says that a clause is about bits.
func (c clause) masks() bool {
	return slices.ContainsFunc(c, func(a *atom) bool { return strings.Contains(a.text, "&") })
}

// only is the one number that a clause is about, and constants; nil if there is none.
func (c clause) only() *word {
	var w *word
	for _, a := range c {
		if len(a.words) != 1 || a.words[0].typ.Kind != ir.Integer || len(a.only) > 0 || w != nil && a.words[0] != w {
			return nil
		}
		w = a.words[0]
	}
	return w
}
