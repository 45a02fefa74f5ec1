package witness

import (
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Correctness makes a witness of a proof: the invariant of every loop over the variables in scope
// at its keyword, or, of a loop that goto makes, after its label; the disjunction over the copies that inlining has made; of every function
// that has a summary also its contract, in format 2.1, or else what it requires, where its body begins. What C cannot say there is left out, so that an
// invariant may be weaker than the proof's. p is the program that the proof speaks of.
func Correctness(p *ir.Program, proof verdict.Proof, about About) *Entry {
	ranks, ends := proof.(verdict.Ranks)
	if ends && ranks.Grows {
		ranks = ageless(p, ranks)
		proof = ranks
	}
	if ends {
		about.Version = "2.1" // the first with invariants of transitions
	}
	meta, s := about.metadata(), newScopes(p, about.Sources)
	e := &Entry{Type: Invariants, Metadata: meta, Content: []Item{}}
	type copies struct {
		kind     string
		location Location
		texts    []string
		weaker   bool // than what the proof has
		open     bool // the proof says nothing of some copy
	}
	byLoop := map[ir.Pos]*copies{}
	var order []*copies
	said := s.holds(proof)
	for i, info := range p.Locs {
		if info == nil || !info.Loop {
			continue
		}
		l, pos := ir.Loc(i), info.LoopPos
		inv, ok, unreached := said.At(l)
		if unreached {
			continue
		}
		kind, head := s.head(pos)
		if head.src == nil {
			continue
		}
		c := byLoop[pos]
		if c == nil {
			c = &copies{kind: kind, location: s.location(head, pos, l)}
			byLoop[pos] = c
			order = append(order, c)
		}
		if !ok {
			c.open = true
			continue
		}
		text := s.at(l, head, inv).Formula(inv, true)
		c.weaker = c.weaker || text == "1" && !inv.IsTrue()
		if !slices.Contains(c.texts, text) {
			c.texts = append(c.texts, text)
		}
	}
	for _, c := range order {
		if c.open {
			continue
		}
		if slices.Contains(c.texts, "1") {
			if c.weaker {
				continue
			}
			c.texts = []string{"1"} // nothing has to be known at this loop
		}
		if len(c.texts) > 1 {
			c.texts = slices.DeleteFunc(c.texts, func(s string) bool { return s == "0" })
		}
		text := strings.Join(c.texts, " || ")
		if len(c.texts) > 1 {
			text = "(" + text + ")"
		}
		e.Content = append(e.Content, Item{Invariant: &Invariant{
			Type: c.kind, Value: text, Format: "c_expression", Location: c.location,
		}})
	}
	if ends {
		s.ranked(e, ranks)
	}
	summary := s.contract
	if about.Version != "2.1" {
		summary = s.entered
	}
	for _, inv := range s.summaries(proof, summary) {
		e.Content = append(e.Content, Item{Invariant: inv})
	}
	return e
}

// summaries is what write makes of those of the functions but for Main.
func (s *scopes) summaries(proof verdict.Proof, write func(*ir.Func, verdict.Summary) *Invariant) (list []*Invariant) {
	for _, f := range s.prog.Funcs {
		if sum, ok := says.Calls(proof, s.prog, f); ok && f != s.prog.Main {
			if inv := write(f, sum); inv != nil {
				list = append(list, inv)
			}
		}
	}
	return list
}

// definition is where the name of a function stands in its definition, and where that starts.
func (s *scopes) definition(f *ir.Func) (name, start spot, ok bool) {
	name = s.locate(f.Pos, func(word string) bool { return word == f.Name })
	if name.src == nil {
		return name, start, false
	}
	at, ok := definitionStart(name.src, name.at)
	return name, spot{name.src, at}, ok
}

// entered is what the summary of a function says of the beginning of its body: what it requires, for the format that has no contracts. It
// is nil if that is nothing, or C cannot say it.
func (s *scopes) entered(f *ir.Func, sum verdict.Summary) *Invariant {
	name, start, ok := s.definition(f)
	if !ok {
		return nil
	}
	open, ok := name.src.Find(name.at, "{")
	if !ok {
		return nil
	}
	at := name.src.Skip(open + 1)
	if rest := name.src.Rest(at); rest == "" || strings.ContainsAny(rest[:1], "}#") {
		return nil
	}
	text := (&csource.Exact{Variable: s.before(f, start)}).Formula(sum.Safe, true)
	if text == "1" || !csource.Says(s.prog, sum.Safe) {
		return nil
	}
	return &Invariant{Type: "location_invariant", Value: text, Format: "c_expression", Location: s.location(spot{name.src, at}, f.Pos, f.Entry)}
}

// global says whether v is a global variable that its name means where a function is defined, and in its body, before anything is declared there.
func (s *scopes) global(f *ir.Func, here spot, v *ir.Var) bool {
	at, found := s.names.Innermost(v.CName, here.src, here.at)
	return v.Func == nil && identifier.MatchString(v.CName) && found && at == v.Pos &&
		!slices.ContainsFunc(f.Params, func(p *ir.Var) bool { return p.CName == v.CName })
}

// before names the parameters of a function that is defined here, and globals.
func (s *scopes) before(f *ir.Func, here spot) func(term.Term) (string, ir.Type, bool) {
	return func(t term.Term) (string, ir.Type, bool) {
		x, ok := s.values.Of(t)
		if v := x.Var; ok && x.At == sem.AtHere && (slices.Contains(f.Params, v) && identifier.MatchString(v.CName) || s.global(f, here, v)) {
			return v.CName, v.Type, true
		}
		return "", ir.Type{}, false
	}
}

// contract is the summary of a function as a contract; nil if C cannot say anything of it. Safe is
// what the function requires, since it holds at every call; that Excludes does not hold of the
// values before and after is what it ensures.
func (s *scopes) contract(f *ir.Func, sum verdict.Summary) *Invariant {
	_, here, ok := s.definition(f)
	if !ok {
		return nil
	}
	global := func(v *ir.Var) bool { return s.global(f, here, v) }
	before := &csource.Exact{Variable: s.before(f, here)}
	both := &csource.Exact{Variable: func(t term.Term) (string, ir.Type, bool) {
		x, ok := s.values.Of(t)
		v, primed := x.Var, x.At == sem.AtExit
		switch {
		case !ok || x.At == sem.AtEntry:
		case primed && v == f.Result:
			return `\result`, v.Type, true
		case primed && global(v):
			return v.CName, v.Type, true
		case !primed && global(v):
			return `\old(` + v.CName + ")", v.Type, true
		case !primed && slices.Contains(f.Params, v) && identifier.MatchString(v.CName):
			return v.CName, v.Type, true
		}
		return "", ir.Type{}, false
	}}
	inv := &Invariant{Type: "function_contract", Location: s.location(here, f.Pos, f.Entry), Format: "acsl_expression"}
	// ACSL has neither __int128 nor a need of it, but whoever reads this as C has.
	if text := before.Formula(sum.Safe, true); text != "1" && !strings.Contains(text, "__int128") {
		inv.Requires = text
	}
	if text := both.Formula(sum.Excludes, false); text != "1" && !strings.Contains(text, "__int128") {
		inv.Ensures = text
	}
	if inv.Requires == "" && inv.Ensures == "" {
		return nil
	}
	return inv
}

var (
	// named matches variables, and members and elements of them.
	named             = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*|\[[0-9]+\])*$`)
	identifierAtStart = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*`)
)

var identifier = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*$`)

// definitionStart is where the definition of a function begins whose name is at an offset.
func definitionStart(f *ctext.Source, name int) (int, bool) {
	for at := 0; ; {
		at = f.Skip(at)
		if strings.HasPrefix(f.Rest(at), "#") { // a directive
			line, _, ok := strings.Cut(f.Rest(at), "\n")
			if at += len(line); !ok {
				return 0, false
			}
			continue
		}
		end, ok := f.Find(at, "{;")
		switch {
		case !ok || at > name:
			return 0, false
		case name < end:
			return at, f.Rest(end)[0] == '{'
		}
		if f.Rest(end)[0] == '{' {
			if end, ok = f.Find(end+1, "}"); !ok {
				return 0, false
			}
		}
		at = end + 1
	}
}

// spot is a place in the text of a file; of none if src is nil.
type spot struct {
	src *ctext.Source
	at  int
}

// location is a spot in the words of the format: by the lines of the input file itself. Without one
// it is pos.
func (s *scopes) location(here spot, pos ir.Pos, l ir.Loc) Location {
	place := Location{File: pos.File, Line: pos.Line, Column: pos.Col, Function: s.prog.Locs[l].Function()}
	if here.src != nil {
		place.File = here.src.Name()
		place.Line, place.Column = here.src.Place(here.at)
	}
	return place
}

// scopes finds the variables that a C expression at a place can name.
type scopes struct {
	prog   *ir.Program
	values sem.Values
	files  []*ctext.Source
	names  *ctext.Declarations
	arrays map[*ir.Var]*ir.Object
	cells  csource.Names
}

func newScopes(p *ir.Program, sources []cfront.Source) *scopes {
	s := &scopes{prog: p, values: sem.ValuesOf(p),
		arrays: csource.Arrays(p), cells: csource.NamesOf(p)}
	for _, f := range sources {
		s.files = append(s.files, ctext.New(f.Name, f.Text))
	}
	s.names = ctext.DeclarationsOf(p, s.files)
	return s
}

// locate is the first spot of a position, of which line markers may make several, whose word is as
// wanted.
func (s *scopes) locate(pos ir.Pos, wanted func(word string) bool) spot {
	src, at, _ := ctext.Locate(s.files, pos, func(f *ctext.Source, at int) bool { return wanted(f.Word(at)) })
	return spot{src, at}
}

func loopKeyword(word string) bool { return word == "for" || word == "while" || word == "do" }

// head is where the invariant of the loop at pos is written, and as what: at its keyword, or before the
// statement with its label. Of no file if neither is there.
func (s *scopes) head(pos ir.Pos) (kind string, here spot) {
	if here := s.locate(pos, loopKeyword); here.src != nil {
		return "loop_invariant", here
	}
	label := s.locate(pos, func(word string) bool { return identifier.MatchString(word) && word != "case" && word != "default" })
	if label.src == nil || !strings.Contains(";{}", label.src.Before(label.at)) {
		return "", spot{}
	}
	colon := label.src.Skip(label.at + len(label.src.Word(label.at)))
	if !strings.HasPrefix(label.src.Rest(colon), ":") {
		return "", spot{}
	}
	at := label.src.Skip(colon + 1)
	if rest := label.src.Rest(at); rest == "" || strings.ContainsAny(rest[:1], "}#") {
		return "", spot{}
	}
	return "location_invariant", spot{label.src, at}
}

// at writes formulas for the loop that has its invariant here, of the copy that l belongs to, at which inv holds.
func (s *scopes) at(l ir.Loc, here spot, inv term.Term) *csource.Exact {
	visible := func(o *ir.Object) bool {
		if o.Kind != ir.GlobalObject && (o.Kind != ir.LocalObject || len(s.prog.Funcs) > 1 || o.Instance != s.prog.Locs[l].Instance ||
			o.Func == nil || o.Func.Name != s.prog.Locs[l].Func.Name) {
			return false
		}
		innermost, found := s.names.Innermost(o.CName(), here.src, here.at)
		return identifier.MatchString(o.CName()) && found && innermost == o.Pos
	}
	w := &csource.Exact{}
	*w = csource.Exact{Cell: s.read(w, l, inv), Array: func(t term.Term) *ir.Object {
		x, ok := s.values.Of(t)
		if o := s.arrays[x.Var]; ok && x.At == sem.AtHere && o != nil && visible(o) {
			return o
		}
		return nil
	}, Place: func(addr num.Int) (string, bool) {
		name, o := s.cells.Place(addr)
		return name, o != nil && visible(o)
	}, Variable: func(t term.Term) (string, ir.Type, bool) {
		x, ok := s.values.Of(t)
		v := x.Var
		if !ok || x.At != sem.AtHere || v.CName == "" || !s.prog.Locs[l].Sees(v) || !named.MatchString(v.CName) {
			return "", ir.Type{}, false
		}
		root := v.CName[:len(identifierAtStart.FindString(v.CName))]
		innermost, found := s.names.Innermost(root, here.src, here.at)
		return v.CName, v.Type, found && innermost == v.Pos
	}}
	return w
}
