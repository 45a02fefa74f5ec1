package report

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"craig/internal/cover"
	"craig/internal/evidence/verdict"
	"craig/internal/page"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// PageExtras are what a page shows beside a result file; each may be missing.
type PageExtras struct {
	Program *ir.Program // whose variables the execution has
	Search  *Recorder
	Lines   *cover.Sight // that executions come to
	Harness []byte       // C functions that give the inputs
}

// WriteHTML writes a result file as one page that needs no other file: the verdict; the source with the invariants, the
// execution or what is open beside its lines; the execution to step through; the search; where the time went. All
// text is in the page without scripts too, but for the steps and the search. d is of NewDocument, so that it has
// the source.
func WriteHTML(w io.Writer, d *resultfile.Document, more PageExtras) error {
	p := htmlPage{Title: "craig: " + d.Line(), Line: d.Line(), Class: strings.ToLower(d.Verdict), Detail: cmp.Or(d.Detail, d.Vacuous, d.Endless, endsToo(d)), Craig: d.Craig, By: d.By,
		Trace: d.Trace, Threads: htmlThreads(d), Lasso: lasso(d.Trace), Stats: d.Stats, Phases: htmlPhases(d.Phases)}
	for _, n := range d.Notes {
		if n.Kind != "remark" { // the answer does not rest on it
			p.Notes = append(p.Notes, n)
		}
	}
	names := &htmlNames{of: map[string]int{}}
	src := newSource(d, more, names)
	for _, f := range d.Files {
		p.Files = append(p.Files, src.file(f))
	}
	p.Coverage = src.coverage()
	p.late()
	p.Harness, p.Rest = cutHarness(string(more.Harness))
	if d.Trace != nil && len(d.Trace.Steps) > 0 {
		for steps := range slices.Chunk(d.Trace.Steps[:min(len(d.Trace.Steps), maxPageSteps)], stepsChunk) {
			p.Steps = append(p.Steps, script(htmlSteps(steps, names)))
		}
		p.Meta = script(htmlMeta(d.Trace, more.Program, names))
		p.LeftOut = max(0, len(d.Trace.Steps)-maxPageSteps)
	}
	if s := more.Search.data(); len(s.Events) > 0 {
		p.Search, p.HasSearch = script(s), true
		p.Small = s.small()
	}
	p.pack()
	return page.Write(w, p.Title, p.Craig, p.body())
}

// Bounds of a page. Steps are read in chunks, so that a long execution is not in the way of anything.
const (
	stepsChunk   = 500
	maxPageSteps = 200_000
	maxValue     = 2000  // bytes of a value
	maxLines     = 20000 // of a file that is shown in full; of others the lines around those that matter
	around       = 40
)

type (
	htmlPage struct {
		Title, Line, Class, Detail, Craig, By string
		Notes                                 []resultfile.Note
		Files                                 []htmlFile
		Trace                                 *resultfile.Trace
		Threads                               *htmlBeside
		Lasso                                 string
		Stats                                 []verdict.Stat
		Phases                                []htmlPhase
		Harness                               string // its first lines
		Rest                                  string // what follows them, or ""
		LeftOut                               int
		Meta, Search                          string
		HasSearch, Late                       bool
		Coverage                              []string // what the marks of lines mean, with numbers
		Small                                 string   // why there is no graph to speak of, or ""
		Steps                                 []string
	}
	htmlPhase struct {
		Name    string
		Seconds float64
		Percent float64
	}
)

// htmlNames are numbers of file names.
type htmlNames struct {
	of   map[string]int
	list []string
}

func (n *htmlNames) number(name string) int {
	i, ok := n.of[name]
	if !ok {
		i = len(n.list)
		n.of[name], n.list = i, append(n.list, name)
	}
	return i
}

// script is data as JSON that can stand in a script: the encoder escapes <, > and &.
func script(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(text)
}

// clipped is a text without what goes beyond the bound of values.
func clipped(text string) string {
	if len(text) > maxValue {
		return strings.ToValidUTF8(text[:maxValue], "") + "…"
	}
	return text
}

// htmlSteps are steps as the page reads them: file, line, function, depth, conditions, changes, whether it matters.
func htmlSteps(steps []resultfile.Step, names *htmlNames) [][]any {
	list := make([][]any, 0, len(steps))
	for _, s := range steps {
		conditions, changes := []string{}, [][2]string{}
		for _, c := range s.Conditions {
			conditions = append(conditions, clipped(c))
		}
		for _, c := range s.Changes {
			changes = append(changes, [2]string{clipped(c.Name), clipped(c.Value)})
		}
		list = append(list, []any{names.number(s.File), s.Line, s.Function, s.Depth, conditions, changes, s.Matters})
	}
	return list
}

// htmlMeta is what the page knows of an execution beside its steps.
func htmlMeta(t *resultfile.Trace, p *ir.Program, names *htmlNames) any {
	meta := struct {
		Count  int                 `json:"count"`
		Chunk  int                 `json:"chunk"`
		Entry  []resultfile.Change `json:"entry"`
		At     []int               `json:"at"`
		Text   string              `json:"text"`
		Scopes map[string][]string `json:"scopes"` // the variables of functions
		Files  []string            `json:"files"`
	}{min(len(t.Steps), maxPageSteps), stepsChunk, append([]resultfile.Change{}, t.Entry...), nil, "", htmlScopes(p), nil}
	if t.At != nil {
		meta.At = []int{names.number(t.At.File), t.At.Line}
	}
	if t.Memory != nil {
		meta.Text = t.Memory.Kind + ": " + t.Memory.Text
	}
	meta.Files = names.list
	return meta
}

// htmlScopes are the names that functions have for their own variables.
func htmlScopes(p *ir.Program) map[string][]string {
	scopes := map[string][]string{}
	if p == nil {
		return scopes
	}
	add := func(in *ir.Instance, f *ir.Func, name string) {
		name, _, _ = strings.Cut(name, ".")
		name, _, _ = strings.Cut(name, "[")
		if i := strings.LastIndex(name, "::"); i >= 0 {
			name = name[i+2:]
		}
		if f == nil || name == "" {
			return
		}
		of := f.Name
		if in != nil {
			of = in.Func
		}
		if !slices.Contains(scopes[of], name) {
			scopes[of] = append(scopes[of], name)
		}
	}
	for _, f := range p.Funcs {
		for _, v := range slices.Concat(f.Params, f.Locals) {
			add(v.Instance, v.Func, v.CName)
		}
	}
	for _, o := range p.Objects {
		if o.Kind == ir.LocalObject {
			add(o.Instance, o.Func, o.Name)
		}
	}
	return scopes
}

// htmlPhases are the times of phases, each phase once, the longest first.
func htmlPhases(list []resultfile.PhaseTime) (phases []htmlPhase) {
	longest := 0.0
	for _, p := range list {
		i := slices.IndexFunc(phases, func(q htmlPhase) bool { return q.Name == p.Name })
		if i < 0 {
			i = len(phases)
			phases = append(phases, htmlPhase{Name: p.Name})
		}
		phases[i].Seconds += p.Seconds
		longest = max(longest, phases[i].Seconds)
	}
	for i := range phases {
		phases[i].Percent = 100 * phases[i].Seconds / max(longest, 1e-9)
	}
	slices.SortStableFunc(phases, func(a, b htmlPhase) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return phases
}

//go:embed page/result.css
var htmlStyle string

//go:embed page/data.js
var dataScript string

//go:embed page/source.js
var sourceScript string

//go:embed page/trace.js
var traceScript string
