package criterion

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"craig/internal/cover"
	"craig/internal/page"
	"craig/internal/program/ir"
	"craig/internal/report"
)

// words are what goals are called.
var words = map[cover.GoalKind]struct{ name, goals string }{
	cover.Pairs:      {"mcdc", "conditions"},
	cover.Conditions: {"condition", "values of conditions"},
	cover.Decisions:  {"branch", "outcomes of decisions"},
	cover.Paths:      {"path", "paths"},
}

// status is what a line says of its goal.
func (l *Line) status() string {
	if l.Status == cover.Unreachable {
		return "infeasible"
	}
	return l.Status.String()
}

// because says how a goal is covered, or why it is not.
func (l *Line) because() string {
	if l.Pair != nil {
		kind := "masking"
		if l.Pair.UniqueCause {
			kind = "unique cause"
		}
		return fmt.Sprintf("tests %d and %d: %s | %s (%s)", l.Tests[0], l.Tests[1], evaluation(l.Pair.Decision, l.Pair.True), evaluation(l.Pair.Decision, l.Pair.False), kind)
	}
	if l.Status != cover.Covered {
		return l.Why
	}
	var numbers []string
	for _, t := range l.Tests {
		numbers = append(numbers, strconv.Itoa(t))
	}
	if len(numbers) == 1 {
		return "test " + numbers[0]
	}
	return "tests " + strings.Join(numbers, ", ")
}

// evaluation is an evaluation with its outcome.
func evaluation(d *ir.Decision, e ir.Evaluation) string {
	return Text(e) + " = " + Text(ir.Evaluation{e.Value(d.Root)})
}

func (l *Line) goal() string {
	if l.Decision == "" {
		return l.Goal
	}
	return l.Goal + ", in " + l.Decision
}

// WriteText writes the report for people: the lines, the tests, and counts.
func (r *Report) WriteText(w io.Writer, stats bool) {
	for i := range r.Lines {
		l := &r.Lines[i]
		fmt.Fprintf(w, "%s: %s: %s: %s: %s\n", l.Pos, l.Func, l.goal(), l.status(), l.because())
	}
	for _, name := range r.uncalled() {
		fmt.Fprintf(w, "The decisions of %s have no goals: nothing calls it\n", name)
	}
	if r.Suite.Program != nil {
		fmt.Fprintf(w, "%s: %d %s: %d covered, %d infeasible (%s), %d open\n", words[r.Kind].name, len(r.Lines), words[r.Kind].goals,
			r.Count(cover.Covered), r.Count(cover.Unreachable), report.SuiteProved(r.Suite), r.Count(cover.Open))
	}
	report.SuiteEnd(w, r.Suite, stats)
}

// WriteJSON writes the report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	type pair struct {
		True        string `json:"true"`
		False       string `json:"false"`
		UniqueCause bool   `json:"unique_cause"`
	}
	type line struct {
		File     string `json:"file"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		Function string `json:"function"`
		Goal     string `json:"goal"`
		Decision string `json:"decision,omitempty"`
		Status   string `json:"status"` // covered, infeasible, open
		Tests    []int  `json:"tests,omitempty"`
		Pair     *pair  `json:"pair,omitempty"`
		Why      string `json:"why,omitempty"`
	}
	doc := struct {
		Format    string   `json:"format"`
		Criterion string   `json:"criterion"`
		Goals     []line   `json:"goals"`
		Tests     []string `json:"tests"`
		Uncalled  []string `json:"uncalled,omitempty"`
		Reason    string   `json:"reason,omitempty"`
		Detail    string   `json:"detail,omitempty"`
	}{Format: "craig-coverage-1", Criterion: words[r.Kind].name, Goals: []line{}, Tests: []string{}, Uncalled: r.uncalled(), Reason: string(r.Suite.Reason), Detail: r.Suite.Detail}
	for i := range r.Lines {
		l := &r.Lines[i]
		x := line{l.Pos.File, l.Pos.Line, l.Pos.Col, l.Func, l.Goal, l.Decision, l.status(), l.Tests, nil, l.Why}
		if l.Pair != nil {
			x.Pair = &pair{Text(l.Pair.True), Text(l.Pair.False), l.Pair.UniqueCause}
		}
		doc.Goals = append(doc.Goals, x)
	}
	for _, t := range r.Suite.Tests {
		doc.Tests = append(doc.Tests, report.InputsText(t))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	return e.Encode(doc)
}

// WriteHTML writes the report as a page; about says of what it is, and version which craig has made it.
func (r *Report) WriteHTML(w io.Writer, about, version string) error {
	var rows, tests []g.Node
	for i := range r.Lines {
		l := &r.Lines[i]
		rows = append(rows, h.Tr(h.Td(g.Text(l.Pos.String())), h.Td(g.Text(l.Func)), h.Td(h.Code(g.Text(l.Goal))), h.Td(h.Code(g.Text(l.Decision))),
			h.Td(g.Text(l.status())), h.Td(g.Text(l.because()))))
	}
	for i, t := range r.Suite.Tests {
		tests = append(tests, h.Tr(h.Td(g.Text(strconv.Itoa(i+1))), h.Td(g.Text(report.InputsText(t)))))
	}
	title := fmt.Sprintf("%s of %s", words[r.Kind].name, about)
	body := []g.Node{h.H1(g.Text(title)),
		h.P(g.Textf("%d %s: %d covered, %d infeasible (%s), %d open", len(r.Lines), words[r.Kind].goals, r.Count(cover.Covered), r.Count(cover.Unreachable), report.SuiteProved(r.Suite), r.Count(cover.Open))),
		h.Table(page.Head("place", "function", "goal", "decision", "", "tests, proof or reason"), h.TBody(rows...)),
		h.H2(g.Text("Tests")), h.Table(page.Head("test", "inputs"), h.TBody(tests...))}
	for _, name := range r.uncalled() {
		body = append(body, h.P(g.Textf("The decisions of %s have no goals: nothing calls it.", name)))
	}
	if r.Suite.Reason != "" {
		body = append(body, h.P(g.Textf("%s: %s", r.Suite.Reason, r.Suite.Detail)))
	}
	return page.Write(w, title, version, body...)
}
