package witness

import (
	"fmt"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Counterexample makes a witness of a trace in p: what the calls of unknown functions return and
// what uninitialised variables hold, in the order of the execution, then the error. Left out are inputs that nothing reads,
// those that the source does not show where they should be, as in macros, and those of library functions that are no results.
func Counterexample(p *ir.Program, t *verdict.Trace, about About) *Entry {
	if p.Threaded() {
		about.Version = "2.2" // the first with threads
	}
	w := inputs(p, t, about)
	w.target(p.Locs[t.Error], t.Error)
	return w.entry
}

// target adds the end of the execution, and where another thread is then.
func (w *waypoints) target(info *ir.LocInfo, l ir.Loc) {
	add := func(info *ir.LocInfo) {
		at := info.Pos
		if list := info.Places(); len(list) > 0 {
			at = list[0]
		}
		w.pass("target", "", "", w.statement(at), at, l, info.Thread())
		if l := &w.entry.Content[len(w.entry.Content)-1].Segment[0].Waypoint.Location; l.Function != "" && !info.Pos.InModel() {
			l.Function = info.Function()
		}
	}
	if add(info); info.Beside != nil { // both in one segment: no order is meant
		add(info.Beside)
		k := len(w.entry.Content) - 1
		w.entry.Content[k-1].Segment = append(w.entry.Content[k-1].Segment, w.entry.Content[k].Segment...)
		w.entry.Content = w.entry.Content[:k]
	}
}

// inputs are the waypoints of a trace but for its end.
func inputs(p *ir.Program, t *verdict.Trace, about About) *waypoints {
	w := &waypoints{
		scopes: newScopes(p, about.Sources), read: readVars(p), fromLibrary: native.FromLibrary(p),
		entry: &Entry{Type: Violation, Metadata: about.metadata()},
	}
	if p.Threaded() {
		w.threads = &turns{numbers: map[int]int{0: 0}, last: map[string]spot{}}
	}
	for i, id := range t.Path {
		edge := p.Edges[id]
		h, ok := edge.Stmt.(*ir.Havoc)
		if id == w.held.first {
			w.flush()
		}
		if w.threads != nil && edge.To != t.Error && w.turn(edge) {
			continue
		}
		if !ok || !w.read[h.Var] {
			continue
		}
		switch h.Source {
		case ir.FromCall:
			if value, ok := w.result(h, t.Input[i]); ok {
				w.returned(edge, h.Name, value)
			}
		case ir.FromUninitialised:
			if value, ok := comparison(h.Var.Type, t.Input[i]); ok && !t.Input[i].IsZero() {
				w.assume(id, h.Name, value)
			}
		}
	}
	w.flush()
	return w
}

// waypoints collects those of a counterexample.
type waypoints struct {
	*scopes
	entry       *Entry
	read        map[*ir.Var]bool
	fromLibrary func(name string) bool
	held        assumption
	threads     *turns // of a program with threads
}

// assumption is what the variables hold that one declaration leaves uninitialised: it comes after the declaration, and so after
// the calls in it.
type assumption struct {
	first  ir.EdgeID // of its first variable
	from   int       // the offset of that in the text
	after  spot
	values []string
}

// readVars are the variables that p reads somewhere.
func readVars(p *ir.Program) map[*ir.Var]bool {
	read := map[*ir.Var]bool{}
	for _, e := range p.Edges {
		if e != nil {
			ir.Exprs(e.Stmt, func(x *ir.Expr) { ir.EachVar(x, func(v *ir.Var) { read[v] = true }) })
		}
	}
	return read
}

func (w *waypoints) follow(kind, value, format string, here spot, pos ir.Pos, l ir.Loc) {
	w.pass(kind, value, format, here, pos, l, w.prog.Locs[l].Thread())
}

// pass adds a waypoint that a thread passes.
func (w *waypoints) pass(kind, value, format string, here spot, pos ir.Pos, l ir.Loc, thread int) {
	p := Waypoint{Type: kind, Action: "follow", Location: w.location(here, pos, l)}
	if w.threads != nil {
		n := w.threads.numbers[thread]
		p.Thread = &n
	}
	if value != "" {
		p.Constraint = &Constraint{Value: value, Format: format}
	}
	w.entry.Content = append(w.entry.Content, Item{Segment: []Step{{p}}})
}

// result compares what a call returns with a value of the trace; ok is false if that is not what it returns, or cannot be
// said. Of the library's functions, scanf stores its inputs, and what those print comes to more than the input that it depends on.
func (w *waypoints) result(h *ir.Havoc, v num.Int) (text string, ok bool) {
	allocates := native.Allocates(h.Name, h.Var.Type)
	row := library.Lookup(h.Name)
	switch {
	case allocates && v.IsZero():
		return " == 0", true
	case allocates:
		return " != 0", true
	case w.fromLibrary(h.Name) && row.Handler:
		return "", false
	}
	return comparison(h.Var.Type, v)
}

// comparison is text after what is compared with a value of type t. Of pointers it says whether they are null, and of infinite
// numbers that all others are on one side of them, since C has no constant for infinity.
func comparison(t ir.Type, v num.Int) (text string, ok bool) {
	switch {
	case t.IsFloat():
		format := t.Format()
		bits := format.Pattern(v)
		switch {
		case format.IsNaN(bits):
			return "", false // which no C expression compares with
		case format.IsInf(bits) && format.IsNegative(bits):
			return " < " + ir.FloatHex(t, bits-1), true
		case format.IsInf(bits):
			return " > " + ir.FloatHex(t, bits-1), true
		}
		return " == " + ir.FloatHex(t, bits), true
	case t.Kind == ir.Pointer && v.IsZero():
		return " == 0", true
	case t.Kind == ir.Pointer:
		return " != 0", true
	case t.Kind != ir.Integer:
		return "", false
	case csource.Int64.Fits(v):
		return " == " + csource.Constant(v), true
	case ir.Int(64, false).Fits(v):
		return " == " + v.String() + "ULL", true
	}
	return "", false
}

// returned adds what a call returns.
func (w *waypoints) returned(e *ir.Edge, function, value string) {
	here, ok := w.returns(e.Pos, function)
	if !ok {
		return
	}
	if h := w.held; here.src != h.after.src || here.at < h.from || here.at >= h.after.at {
		w.flush()
	}
	w.follow("function_return", `\result`+value, "acsl_expression", here, e.Pos, e.From)
}

// assume adds what an uninitialised variable holds.
func (w *waypoints) assume(id ir.EdgeID, name, value string) {
	e := w.prog.Edges[id]
	at := w.locate(e.Pos, func(word string) bool { return word == name })
	after, ok := w.afterDeclaration(e.Pos, name)
	if !ok {
		return
	}
	if len(w.held.values) > 0 && (w.held.after != after || w.instance(w.held.first) != w.instance(id)) {
		w.flush()
	}
	if len(w.held.values) == 0 {
		w.held = assumption{first: id, from: at.at, after: after}
	}
	w.held.values = append(w.held.values, "("+name+value+")")
}

// instance is the copy of a function that an edge is in.
func (w *waypoints) instance(id ir.EdgeID) *ir.Instance {
	return w.prog.Locs[w.prog.Edges[id].From].Instance
}

// flush adds the assumption that is held back.
func (w *waypoints) flush() {
	if h := w.held; len(h.values) > 0 {
		e := w.prog.Edges[h.first]
		w.follow("assumption", strings.Join(h.values, " && "), "c_expression", h.after, e.Pos, e.From)
	}
	w.held = assumption{}
}

// statement is where the statement, or the expression in the head of one, begins that pos is in; a
// label, if pos is that of a label.
func (s *scopes) statement(pos ir.Pos) spot {
	var here spot
	for _, f := range s.files {
		if at, ok := f.Where(pos, func(at int) bool { return label(f, at) > 0 }); ok {
			return spot{f, at}
		}
		if at, ok := f.At(pos); ok && here.src == nil {
			here = spot{f, at}
		}
	}
	if here.src == nil {
		return here
	}
	f, at := here.src, here.at
	start := at
	if strings.HasPrefix(f.Rest(at), "}") {
		return here
	}
	for b := f.Before(start); start > 0 && b != ";" && b != "{" && b != "}"; b = f.Before(start) {
		start = f.Previous(start)
		if b == ")" { // what is in parentheses, such as the head of a for statement, has semicolons of its own
			start = f.Opening(start)
		}
	}
	for {
		word := f.Word(start)
		next := f.Skip(start + len(word))
		if branchWord.MatchString(word) && strings.HasPrefix(f.Rest(next), "(") {
			if end, ok := f.Find(next+1, ")"); ok && end < at { // at is in what it controls
				start = f.Skip(end + 1)
				continue
			}
			if word == "for" { // the first of its expressions
				start = f.Skip(next + 1)
			}
		}
		if (word == "else" || word == "do") && next <= at {
			start = next
			continue
		}
		if end := label(f, start); end > 0 && end <= at {
			start = end
			continue
		}
		return spot{f, start}
	}
}

// label is the offset after the label, or the case, at an offset; 0 if there is none.
func label(f *ctext.Source, at int) int {
	word := f.Word(at)
	if word == "" {
		return 0
	}
	end := f.Skip(at + len(word))
	if word == "case" {
		if colon, ok := f.Find(end, ":;"); ok {
			end = colon
		}
	}
	if !strings.HasPrefix(f.Rest(end), ":") {
		return 0
	}
	return f.Skip(end + 1)
}

// returns is the closing parenthesis of the call of a function at pos.
func (s *scopes) returns(pos ir.Pos, function string) (spot, bool) {
	here := s.locate(pos, func(word string) bool { return word == function })
	f, at := here.src, here.at
	if f == nil {
		return here, false
	}
	open := f.Skip(at + len(function))
	if !strings.HasPrefix(f.Rest(open), "(") {
		return spot{}, false
	}
	end, ok := f.Find(open+1, ")")
	if !ok {
		return spot{}, false
	}
	return spot{f, end}, true
}

// afterDeclaration is where the statement after the declaration of a variable at pos begins.
func (s *scopes) afterDeclaration(pos ir.Pos, name string) (spot, bool) {
	f, at := s.names.Declarator(pos, name)
	if f == nil {
		return spot{}, false
	}
	end, ok := f.Find(at, ";")
	if !ok {
		return spot{}, false
	}
	next := f.Skip(end + 1)
	return spot{f, next}, !strings.HasPrefix(f.Rest(next), "}")
}

// Of makes the witness of a result: nil if it has none, as for UNKNOWN. The error is of a format that
// does not exist.
func Of(p *ir.Program, res *verdict.Result, about About) (*Entry, error) {
	switch {
	case about.Version != "2.0" && about.Version != "2.1":
		return nil, fmt.Errorf("there is no format %s of witnesses; it is 2.0 or 2.1", about.Version)
	case res.Verdict == verdict.True && p.Threaded():
		return newScopes(p, about.Sources).threaded(res.Proof, about), nil
	case res.Verdict == verdict.True:
		return Correctness(p, res.Proof, about), nil
	case res.Verdict == verdict.False && res.Trace.Forever != nil:
		return Lasso(p, res.Trace, about), nil
	case res.Verdict == verdict.False:
		return Counterexample(p, res.Trace, about), nil
	}
	return nil, nil
}
