package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
)

// WriteHTML writes a result file as one page without scripts: the verdict, and the source with the
// invariants, the execution or what is open beside its lines. d is of NewDocument, so that it has the
// source.
func WriteHTML(w io.Writer, d *resultfile.Document) error {
	page := htmlPage{Line: d.Line(), Class: strings.ToLower(d.Verdict), Detail: d.Detail, Craig: d.Craig, Notes: d.Notes}
	remarks := htmlRemarks(d)
	for _, f := range d.Files {
		file := htmlFile{Name: f.Name, SHA256: f.SHA256}
		src, at := ctext.New(f.Name, f.Text), 0
		for i, line := range strings.Split(strings.TrimSuffix(string(f.Text), "\n"), "\n") {
			pos := src.Marked(at) // places are what line markers say
			at += len(line) + 1
			file.Lines = append(file.Lines, htmlLine{i + 1, line, remarks[resultfile.Place{File: pos.File, Line: pos.Line}]})
		}
		page.Files = append(page.Files, file)
	}
	return htmlTemplate.Execute(w, page)
}

type (
	htmlPage struct {
		Line, Class, Detail, Craig string
		Notes                      []resultfile.Note
		Files                      []htmlFile
	}
	htmlFile struct {
		Name, SHA256 string
		Lines        []htmlLine
	}
	htmlLine struct {
		N       int
		Text    string
		Remarks []string
	}
)

// maxRemarks bounds what stands beside one line: a loop may be passed many times.
const maxRemarks = 20

// htmlRemarks are what there is to say of lines.
func htmlRemarks(d *resultfile.Document) map[resultfile.Place][]string {
	remarks := map[resultfile.Place][]string{}
	add := func(p resultfile.Place, format string, args ...any) {
		p.Column = 0
		switch list := remarks[p]; {
		case len(list) < maxRemarks:
			remarks[p] = append(list, fmt.Sprintf(format, args...))
		case len(list) == maxRemarks:
			remarks[p] = append(list, "… and more")
		}
	}
	for _, inv := range d.Invariants {
		if inv.Loop && inv.C != "" {
			add(inv.Place, "invariant: %s", inv.C)
		}
	}
	for _, s := range d.Summaries {
		add(s.Place, "safe from: %s; excludes: %s", s.Safe, s.Excludes)
	}
	if d.Trace != nil {
		for i, s := range d.Trace.Steps {
			for _, c := range s.Conditions {
				add(s.Place, "step %d: %s", i+1, c)
			}
			for _, c := range s.Changes {
				add(s.Place, "step %d: %s = %s", i+1, c.Name, c.Value)
			}
		}
		if d.Trace.At != nil {
			add(*d.Trace.At, "error: %s", d.Property)
		}
		if m := d.Trace.Memory; m != nil {
			if d.Trace.At != nil {
				add(*d.Trace.At, "%s: %s", m.Kind, m.Text)
			}
			for _, at := range [...]struct {
				text   string
				places []resultfile.Place
			}{{m.Began, m.Made}, {m.Over, m.Ended}} {
				for i, p := range at.places {
					if i > 0 {
						at.text = "called here"
					}
					add(p, "the object of the error: %s", at.text)
				}
			}
		}
	}
	if d.Verdict == verdict.Unknown.String() && d.Why != nil {
		for _, u := range d.Why.Unproved {
			add(u.Place, "not proved: %s", u.Property)
		}
		if g := d.Why.Growing; g != nil {
			add(g.Place, "this %s kept being unrolled", g.Kind)
		}
		if d.Why.Approximated != nil {
			add(*d.Why.Approximated, "the value is only approximated")
		}
	}
	return remarks
}

var htmlTemplate = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>craig: {{.Line}}</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 2em; max-width: 80em }
h1.true { color: #176b2c } h1.false { color: #a31515 } h1.unknown { color: #8a5a00 }
pre { font: 13px/1.5 monospace; counter-reset: line; background: #f7f7f7; padding: 1em; overflow-x: auto }
.n { color: #888; display: inline-block; width: 4em; text-align: right; margin-right: 1em; user-select: none }
.r { color: #0b5394; padding-left: 6em; white-space: pre-wrap; display: block }
.marked { background: #fff3c4 }
footer { color: #666; font-size: 13px }
</style>
<h1 class="{{.Class}}">{{.Line}}</h1>
{{with .Detail}}<p style="white-space: pre-line">{{.}}</p>
{{end}}{{with .Notes}}<ul>
{{range .}}<li>{{with .File}}{{.}}{{end}}{{with .Line}}:{{.}}: {{end}}{{.Kind}}: {{.Text}}</li>
{{end}}</ul>
{{end}}{{range .Files}}<h2>{{.Name}}</h2>
<pre>{{range .Lines}}<span{{if .Remarks}} class="marked"{{end}}><span class="n">{{.N}}</span>{{.Text}}</span>
{{range .Remarks}}<span class="r">{{.}}</span>{{end}}{{end}}</pre>
<footer>SHA-256 {{.SHA256}}</footer>
{{end}}<footer>craig {{.Craig}}</footer>
</html>
`))
