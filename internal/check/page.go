package check

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"craig/internal/bounded"
	"craig/internal/page"
	"craig/internal/report"
)

//go:embed page.html
var pageText string

var pageTemplate = page.Template("check", pageText, template.FuncMap{
	"facts":   (*Finding).facts,
	"line":    (*Function).line,
	"steps":   steps,
	"seconds": func(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) },
	"colour":  func(f *Function) string { return strings.ToLower(f.Verdict) },
	"source":  func(string, int) []sourceLine { return nil }, // of each page its own
})

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
	data := struct {
		*Report
		Title, Craig string
		Sums         []string
		Findings     []*Finding
	}{Report: r, Title: title, Craig: craig}
	var sums bytes.Buffer
	b := bufio.NewWriter(&sums)
	r.sums(b, TextOptions{})
	b.Flush() // to memory
	data.Sums = strings.Split(strings.TrimSpace(sums.String()), "\n")
	var accepted []*Finding
	for _, g := range r.Findings {
		if g.Accepted != "" {
			accepted = append(accepted, g)
		} else {
			data.Findings = append(data.Findings, g)
		}
	}
	data.Findings = append(data.Findings, accepted...)
	t, err := pageTemplate().Clone()
	if err != nil {
		return err
	}
	files := map[string][]string{}
	return t.Funcs(template.FuncMap{"source": func(name string, line int) []sourceLine {
		lines, ok := files[name]
		if !ok {
			if text, err := bounded.ReadFile(name, bounded.Most); err == nil {
				lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			}
			files[name] = lines
		}
		return excerpt(lines, line)
	}}).Execute(page.Clean(w), data)
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
