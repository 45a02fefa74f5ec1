package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/resultfile"
)

// Finding is an error that can be reached.
type Finding struct {
	Place
	Property string  `json:"property"`
	Message  string  `json:"message"`
	In       string  `json:"function,omitempty"` // the function that it is in, if that is known
	Entries  []Entry `json:"entries"`            // the functions from which it is reached

	Class   Class  `json:"class,omitempty"`   // if contracts were inferred
	Because string `json:"because,omitempty"` // why it is of that class

	// Confirmation is what a compiler says: confirmed, rejected, undecided, not run, interpreted if this machine cannot
	// run the program, so that only craig's interpreter has, or "" if it was not asked. Undecided is also what the text alone shows.
	Confirmation string `json:"confirmation,omitempty"`
	Said         string `json:"said,omitempty"` // more about it

	Linked  []string `json:"linked,omitempty"`  // the files besides that of the entry that it was looked at with
	Guesses []string `json:"guesses,omitempty"` // what is taken for granted of callers
	Inputs  []string `json:"inputs,omitempty"`  // what the entry is called with; of termination also what functions without a body return
	Round   []string `json:"round,omitempty"`   // of termination: what happens in each round of the loop, with the values of the first one
	Specify string   `json:"specify,omitempty"` // a line that says otherwise
	Where   string   `json:"where,omitempty"`   // and where it belongs
	Silence string   `json:"silence"`           // a comment that accepts it

	// Cause is what findings that rest on one guess have in common, in one file and of one property: the variable of the clause
	// that would exclude them, or what is said of memory; "" if that is not known, or if nothing is guessed.
	Cause string `json:"cause,omitempty"`

	Accepted    string `json:"accepted,omitempty"` // why it does not count: the reason of a comment, or baseline
	Fingerprint string `json:"fingerprint"`

	Document *resultfile.Document `json:"-"`
	traits

	inBaseline bool // Accepted is the baseline's
}

// traits are what an execution rests on, by which findings are ordered.
type traits struct {
	null     bool     // a pointer inside of an object is null
	sure     bool     // no caller was guessed
	extreme  bool     // an integer overflows since it begins at the end of its type
	others   bool     // it may rest on what is guessed of functions without a body, callbacks, unions, or variables of other files
	rests    string   // a function without a body that it may rest on
	chosen   bool     // one member of a union was taken to have a value, whatever else says which one has
	freed    string   // the program has freed the block before that it uses or frees: where; "" if not, or if two pointers of the surroundings lead to it
	ended    []ir.Pos // where, with the calls that have led there
	byLinks  bool     // the text does not show that: the pointers that the function is given lead there by another way
	byEnd    bool     // one pointer that the function is given was taken to be the end of what another one leads to
	atEnd    bool     // it is right behind an object
	declared bool     // that is a variable, whose type says how large it is
	ofArray  bool     // it is by an index outside of an array whose length is declared
	asserted bool     // an assertion fails, and a function of the library has decided something on the way there
	unsized  bool     // it is outside of an object of which nothing in the program says how large it is
}

// Kinds of violations of memory safety by blocks that are no more, as result files call them.
const (
	useAfterFree = "heap-use-after-free"
	doubleFree   = "double-free"
)

// Place is a position in a file.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

// Entry is a function that was looked at by itself.
type Entry struct {
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// newFinding is the error at a place that a document has.
func newFinding(f *Function, doc *resultfile.Document, at resultfile.Place) *Finding {
	g := &Finding{Place: Place{filepath.Clean(at.File), at.Line, at.Column}, Property: doc.Property, Message: property.Of(doc.Property).Finding,
		Entries: []Entry{{f.Name, f.File, f.Line}}, Linked: f.with, Document: doc}
	if doc.Trace != nil {
		if m := doc.Trace.Memory; m != nil {
			g.Message += ": " + m.Text
			g.unsized = m.Guessed
			_, object, end := strings.Cut(m.Text, ", 0 bytes after the end of ")
			g.atEnd = end
			g.declared = end && !strings.HasPrefix(object, "what ") && !strings.HasPrefix(object, "a ")
			shared := slices.ContainsFunc(doc.Notes, func(n resultfile.Note) bool { return n.Aspect == ir.AboutSeparate || n.Aspect == ir.AboutUnions })
			if (m.Kind == useAfterFree || m.Kind == doubleFree) && len(m.Ended) > 0 && !shared {
				by := m.Ended[0]
				for _, p := range m.Ended { // the call in the function that is looked at
					if filepath.Clean(p.File) == f.File && p.Line >= f.Line && p.Line <= f.End {
						by = p
					}
				}
				for _, p := range m.Ended {
					g.ended = append(g.ended, ir.Pos{File: filepath.Clean(p.File), Line: p.Line})
				}
				g.freed = fmt.Sprintf("%s:%d", filepath.Base(by.File), by.Line)
			}
		}
		g.byEnd = slices.ContainsFunc(doc.Notes, func(n resultfile.Note) bool {
			return n.Aspect == ir.AboutLengths && strings.Contains(n.Text, " is the end of ")
		})
		for _, e := range doc.Trace.Entry {
			g.Inputs = append(g.Inputs, e.Name+" = "+e.Value)
			g.null = g.null || e.Value == "NULL" && strings.ContainsAny(e.Name, ".>[*")
		}
		g.forever(doc.Trace)
		for _, s := range doc.Trace.Steps {
			if s.File == at.File && s.Line == at.Line {
				g.In = s.Function
			}
		}
	}
	g.asserted = doc.Property == "unreach-call" && doc.Trace != nil && slices.ContainsFunc(doc.Trace.Inputs, func(in resultfile.Input) bool { return ir.Pos{File: in.File}.InModel() })
	g.ofArray = doc.Property == bounds && (doc.Trace == nil || doc.Trace.Memory == nil)
	unknown := false // a function without a body is taken to give any value
	for _, n := range doc.Notes {
		body := bodiless(n)
		if body || n.Aspect != 0 && n.Aspect != ir.AboutMain {
			g.Guesses = append(g.Guesses, n.Text)
		}
		unknown = unknown || body
		g.others = g.others || guessesMore(n)
		g.chosen = g.chosen || n.Aspect == ir.AboutUnions
	}
	g.rests = restsOn(doc, resultfile.Place{File: f.File, Line: f.Line})
	g.sure = f.Name == "main" && !unknown
	if !g.sure && len(g.Guesses) == 0 && len(g.Inputs) > 0 {
		g.Guesses = []string{"callers pass any values"}
	}
	g.advise(f, doc)
	g.Fingerprint = g.fingerprint()
	return g
}

// guessesMore says that a note is a guess at more than what callers give.
func guessesMore(n resultfile.Note) bool {
	return strings.HasSuffix(n.Text, "is defined nowhere: its initial value is unknown") || // another file has it
		bodiless(n) || slices.Contains([]ir.Aspect{ir.AboutInitial, ir.AboutCallbacks, ir.AboutResults, ir.AboutUnions, ir.AboutDepth}, n.Aspect)
}

// forever says of an execution without an end which inputs it has, and how it goes round.
func (g *Finding) forever(t *resultfile.Trace) {
	if t.Forever == nil {
		return
	}
	said := map[string]bool{}
	add := func(at resultfile.Place, name, value, when string) {
		text := fmt.Sprintf("%s = %s%s in line %d", name, value, when, at.Line)
		if at.File == g.File && !said[text] {
			said[text] = true
			g.Inputs = append(g.Inputs, text)
		}
	}
	for _, in := range t.Inputs {
		if strings.HasSuffix(in.Name, "()") && in.Value != "" {
			add(in.Place, in.Name, in.Value, "")
		}
	}
	for _, in := range t.Forever.Inputs {
		if t.Forever.Inside(in.Place) {
			add(in.Place, in.Name+"()", in.String(), " each time")
		}
	}
	for _, s := range t.Forever.Steps {
		what := slices.Clone(s.Conditions)
		for _, c := range s.Changes {
			what = append(what, c.Name+" = "+c.Value)
		}
		if len(what) > 0 {
			g.Round = append(g.Round, fmt.Sprintf("line %d: %s", s.Line, strings.Join(what, ", ")))
		}
	}
}

// fingerprint names a finding by what survives changes elsewhere: its property, its file, the function, and the text
// of the line.
func (g *Finding) fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n", g.Property, filepath.Base(g.File), g.In, strings.Join(strings.Fields(lineOf(g.File, g.Line)), " "))
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// lineOf is a line of a file; "" if there is none.
func lineOf(file string, line int) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(text), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// identity is the place and the property of a finding: from whichever function it is reached, it is one.
func (g *Finding) identity() string { return fmt.Sprintf("%s:%d:%s", g.File, g.Line, g.Property) }

// merge are the findings of all functions, each once, in order of likelihood.
func merge(functions []*Function) (list []*Finding) {
	at := map[string]*Finding{}
	for _, f := range functions {
		for _, g := range f.findings {
			old := at[g.identity()]
			if old == nil {
				at[g.identity()] = g
				list = append(list, g)
				continue
			}
			entries := append(slices.Clone(old.Entries), g.Entries...)
			if g.rank() < old.rank() { // the one that says most stands for both
				*old, g = *g, old
			}
			old.Entries = entries
		}
	}
	slices.SortStableFunc(list, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(b.Entries), len(a.Entries)), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return list
}

// rank is how unlikely it is that a finding is a mistake in the program: a program run from main comes before guessed
// callers, what a compiler confirms before what it does not, and what rests on a null pointer inside of an object, or on a number that begins at the
// end of its type, last.
func (g *Finding) rank() int {
	r := map[Class]int{AtCaller: 10, Contradiction: 20, Guaranteed: 40, Guessed: 60}[g.Class]
	r += map[string]int{"confirmed": 0, "": 4, "not run": 4, "interpreted": 4, "undecided": 6, "rejected": 8}[g.Confirmation]
	if g.Accepted != "" {
		r += 100
	}
	if !g.sure && len(g.Guesses) > 0 {
		r++
	}
	if g.null || g.extreme || g.chosen {
		r++
	}
	return r
}

// alike are the findings of a list that is in order of likelihood, those of one cause together: the likeliest one first.
func alike(list []*Finding) (groups [][]*Finding) {
	type cause struct{ property, file, of string }
	at := map[cause]int{}
	for _, g := range list {
		c := cause{g.Property, g.Entries[0].File, g.Cause}
		i, known := at[c]
		if !known || g.Cause == "" {
			at[c], i = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], g)
	}
	return groups
}
