package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"craig/internal/bounded"
	"craig/internal/page"
	"craig/internal/report"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// sourceLine is a line that a page shows.
type sourceLine struct {
	Text string
	Here bool
}

// around is how many lines a page shows before and after the line of a finding.
const around = 2

// WriteHTML writes a page of the report that needs no other file and no network: the findings in their order, those that are accepted
// last, each with its lines and its execution; all functions, and what was skipped. craig is the version.
func (r *Report) WriteHTML(w io.Writer, title, craig string) error {
	var sums bytes.Buffer
	b := bufio.NewWriter(&sums)
	r.sums(b, TextOptions{})
	b.Flush() // to memory
	var findings, accepted []*Finding
	for _, f := range r.Findings {
		if f.Accepted != "" {
			accepted = append(accepted, f)
		} else {
			findings = append(findings, f)
		}
	}
	findings = append(findings, accepted...)
	files := map[string][]string{}
	source := func(name string, line int) []sourceLine {
		lines, ok := files[name]
		if !ok {
			if text, err := bounded.ReadFile(name, bounded.Most); err == nil {
				lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			}
			files[name] = lines
		}
		return excerpt(lines, line)
	}
	return page.Write(w, title, craig,
		h.H1(g.Text(title)),
		page.Each(strings.Split(strings.TrimSpace(sums.String()), "\n"), func(sum string) g.Node { return h.P(g.Text(sum)) }),
		g.If(len(findings) == 0, h.P(h.Class("right"), g.Text("No finding."))),
		page.Each(findings, func(f *Finding) g.Node { return f.section(source(f.File, f.Line)) }),
		g.Iff(len(r.Functions) > 0, func() g.Node {
			return g.Group{h.H2(g.Text("Functions")), h.Div(h.Class("wide"), h.Table(page.Head("function", "place", "answer", "s#"),
				h.TBody(page.Each(r.Functions, (*Function).row))))}
		}),
		g.Iff(len(r.Skipped) > 0, func() g.Node {
			return g.Group{h.H2(g.Text("Skipped")), h.Ul(page.Each(r.Skipped, func(s Skipped) g.Node { return h.Li(g.Text(s.What + ": " + s.Why)) }))}
		}),
		g.Iff(len(r.Remarks) > 0, func() g.Node {
			return g.Group{h.H2(g.Text("Remarks")), h.Ul(page.Each(r.Remarks, func(m Remark) g.Node { return h.Li(g.Text(m.What + ": " + m.Text)) }))}
		}))
}

// section is a finding on a page, with the lines around its place.
func (f *Finding) section(source []sourceLine) g.Node {
	told := steps(f)
	return h.Section(h.ID(f.Fingerprint), g.If(f.Accepted == "", h.Class("alarm")),
		h.H2(g.Textf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Property)),
		h.P(g.Text(f.Message)),
		g.If(len(source) > 0, h.Pre(page.Each(source, func(l sourceLine) g.Node { return h.Span(g.If(l.Here, h.Class("marked")), g.Text(l.Text)) }))),
		h.Table(page.Each(f.facts(), func(fact [2]string) g.Node {
			return h.Tr(h.Th(g.Text(fact[0])), h.Td(h.Class("text"), g.Text(fact[1])))
		})),
		g.If(told != "", h.Details(h.Summary(g.Text("the execution")), h.Pre(g.Text(told)))))
}

// row is a function in the table of a page.
func (f *Function) row() g.Node {
	return h.Tr(h.Td(g.Text(f.Name)), h.Td(g.Textf("%s:%d", f.File, f.Line)),
		h.Td(h.Class(strings.ToLower(f.Verdict)), g.If(f.Detail != "", h.Title(f.Detail)), g.Text(f.Says())),
		h.Td(h.Class("number"), g.Textf("%.1f", f.Wall.Seconds())))
}

// excerpt are the lines of a file around one, with their numbers; none if it does not have that.
func excerpt(lines []string, line int) (list []sourceLine) {
	if line < 1 || line > len(lines) {
		return nil
	}
	for n := max(1, line-around); n <= min(len(lines), line+around); n++ {
		list = append(list, sourceLine{fmt.Sprintf("%6d  %s", n, strings.TrimSuffix(lines[n-1], "\r")), n == line})
	}
	return list
}

// steps tell the execution of a finding; "" if there is no result any more that has it.
func steps(g *Finding) string {
	if g.Document == nil || g.Document.Trace == nil {
		return ""
	}
	var b strings.Builder
	if err := report.Steps(&b, g.Document); err != nil {
		return ""
	}
	return b.String()
}
