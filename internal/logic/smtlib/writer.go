package smtlib

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"craig/logic/term"
)

// Writer writes a script. Symbols are declared before their first use, globally, so that they
// outlive a pop. Errors of the underlying writer show in Flush.
type Writer struct {
	out          *bufio.Writer
	declared     map[term.Term]bool // variables
	funcs        map[string]bool
	sorts        map[term.Sort]bool
	constructors map[string]bool    // of sorts
	walked       map[term.Term]bool // terms whose symbols are declared
	prefix       string             // of the names of assumptions
}

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{
		out:          bufio.NewWriter(w),
		declared:     map[term.Term]bool{},
		funcs:        map[string]bool{},
		constructors: map[string]bool{},
		sorts:        map[term.Sort]bool{term.Bool: true, term.Int: true, term.Real: true},
		walked:       map[term.Term]bool{},
		prefix:       "assume",
	}
}

// Line writes a line as it is.
func (w *Writer) Line(format string, args ...any) {
	fmt.Fprintf(w.out, format, args...)
	w.out.WriteByte('\n')
}

// Header sets the logic, and has declarations outlive pops.
func (w *Writer) Header(logic string) {
	w.Line("(set-option :global-declarations true)")
	w.Line("(set-logic %s)", logic)
}

// Declare declares whatever symbols of t are not declared yet.
func (w *Writer) Declare(t term.Term) {
	if w.walked[t] {
		return
	}
	w.walked[t] = true
	term.Walk(t, func(u term.Term) {
		switch u.Op() {
		case term.Var:
			if !w.declared[u] {
				w.declared[u] = true
				w.Sort(u.Sort())
				w.Line("(declare-fun %s () %s)", term.Symbol(u.Name()), u.Sort())
			}
		case term.Apply:
			w.declareFunction(u.Name(), u.Args(), u.Sort())
		case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr:
			w.declareFunction("\x00"+u.Op().String(), u.Args(), u.Sort())
		case term.Float:
			w.declareFunction("\x00"+u.FloatOp().String(), u.Args(), u.Sort())
		case term.ConstArray:
			w.Sort(u.Sort())
		}
	})
}

// declareFunction declares a function; a zero byte before its name marks those of term.Op.
func (w *Writer) declareFunction(name string, args []term.Term, result term.Sort) {
	if w.funcs[name] {
		return
	}
	w.funcs[name] = true
	sorts := make([]string, len(args))
	for i, a := range args {
		w.Sort(a.Sort())
		sorts[i] = a.Sort().String()
	}
	w.Sort(result)
	symbol, builtin := strings.CutPrefix(name, "\x00")
	if !builtin {
		symbol = term.Symbol(name)
	}
	w.Line("(declare-fun %s (%s) %s)", symbol, strings.Join(sorts, " "), result)
}

// Sort declares s, if it is uninterpreted, and its parts.
func (w *Writer) Sort(s term.Sort) {
	if w.sorts[s] {
		return
	}
	w.sorts[s] = true
	if s.IsArray() {
		w.Sort(s.Index())
		w.Sort(s.Elem())
		return
	}
	symbol, args := s.Constructor()
	if len(args) == 0 {
		w.Line("(declare-sort %s 0)", s)
		return
	}
	for _, a := range args {
		w.Sort(a)
	}
	if !w.constructors[symbol] {
		w.constructors[symbol] = true
		w.Line("(declare-sort %s %d)", symbol, len(args))
	}
}

// Assert asserts f.
func (w *Writer) Assert(f term.Term) {
	w.Declare(f)
	w.Line("(assert %s)", f.SMTLIB())
}

// forAll asserts u.
func (w *Writer) forAll(u universal) {
	w.Declare(u.f) // the bound variables too: they are hidden below
	var b strings.Builder
	for _, x := range u.bound {
		fmt.Fprintf(&b, "(%s Int)", term.Symbol(x.Name()))
	}
	if len(u.hints) == 0 {
		w.Line("(assert (forall (%s) %s))", b.String(), u.f.SMTLIB())
		return
	}
	// The predicate is one of its own, so that what is said of it says nothing of the rest.
	w.Line("(declare-fun %s (%s) Bool)", u.trial, strings.TrimSpace(strings.Repeat("Int ", len(u.bound))))
	w.Line("(assert (forall (%s) (! %s :pattern (%s))))", b.String(), u.f.SMTLIB(), u.tried(u.bound))
	for _, h := range u.hints {
		for _, t := range h {
			w.Declare(t)
		}
		w.Line("(assert %s)", u.tried(h))
	}
}

// tried says that values have been tried.
func (u universal) tried(values []term.Term) string {
	var b strings.Builder
	b.WriteString("(" + u.trial)
	for _, v := range values {
		b.WriteString(" " + v.SMTLIB())
	}
	b.WriteString(")")
	return b.String()
}

// open says that u has operations that the process does not know.
func (u universal) open() (found bool) {
	term.Walk(u.f, func(t term.Term) {
		switch t.Op() {
		case term.BitAnd, term.BitOr, term.BitXor, term.Shl, term.Shr, term.Float:
			found = true
		}
	})
	return found
}

// Flush writes out what is buffered.
func (w *Writer) Flush() error { return w.out.Flush() }

// Query is one question to a solver, as Dump writes it.
type Query struct {
	Asserts     []term.Term
	Assumptions []term.Term
	Status      string // "sat", "unsat", or "" and anything else for not known
}

// Dump writes a script that asks q.
func Dump(out io.Writer, q Query) error {
	w := NewWriter(out)
	w.Header("ALL")
	w.Ask(q)
	return w.Flush()
}

// Ask asserts and asks q. Its assumptions become names for check-sat-assuming.
func (w *Writer) Ask(q Query) {
	if q.Status == "sat" || q.Status == "unsat" {
		w.Line("(set-info :status %s)", q.Status)
	}
	for _, f := range q.Asserts {
		w.Assert(f)
	}
	question := "(check-sat)"
	if len(q.Assumptions) > 0 {
		question = "(check-sat-assuming (" + strings.Join(w.assume(q.Assumptions), " ") + "))"
	}
	w.Line("%s", question)
}

// assume has Boolean constants imply the formulas, and returns their names.
func (w *Writer) assume(fs []term.Term) []string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = fmt.Sprintf("|%s %d|", w.prefix, i)
		w.Declare(f)
		if !w.funcs[names[i]] {
			w.funcs[names[i]] = true
			w.Line("(declare-fun %s () Bool)", names[i])
		}
		w.Line("(assert (=> %s %s))", names[i], f.SMTLIB())
	}
	return names
}
