package report

import (
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"craig/internal/resultfile"
)

// lasso draws an execution without an end: the last steps that lead to the loop, and the way round, which it takes for ever; "" if the execution has an end.
func lasso(t *resultfile.Trace) template.HTML {
	if t == nil || t.Forever == nil || t.At == nil {
		return ""
	}
	const (
		most, wide, tall, gap = 8, 320, 24, 14
		left, round           = 20, 60
	)
	label := func(s resultfile.Step) string {
		text := fmt.Sprintf("line %d", s.Line)
		for i, c := range s.Changes {
			if i == 3 {
				text += " …"
				break
			}
			text += fmt.Sprintf("  %s = %s", c.Name, c.Value)
		}
		if r := []rune(text); len(r) > 42 {
			text = string(r[:41]) + "…"
		}
		return text
	}
	var stem []string
	for _, s := range t.Steps {
		if len(s.Changes) > 0 || s.Matters {
			stem = append(stem, label(s))
		}
	}
	if n := len(stem) - most; n > 0 {
		stem = append([]string{fmt.Sprintf("… %d steps before", n)}, stem[n:]...)
	}
	high := (len(stem)+2)*(tall+gap) + 2*gap
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="lasso" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"><title>A lasso: the execution leads to a loop and stays there</title>`, left+wide+2*round+120, high)
	b.WriteString(`<defs><marker id="lasso-to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>`)
	y := gap
	box := func(text, style string) {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="none" stroke="currentColor" %s/><text x="%d" y="%d" fill="currentColor" font-size="12" font-family="monospace">%s</text>`,
			left, y, wide, tall, style, left+8, y+16, template.HTMLEscapeString(text))
	}
	arrow := `<path d="%s" fill="none" stroke="currentColor" marker-end="url(#lasso-to)"/>`
	for _, text := range stem {
		box(text, `stroke-opacity="0.5"`)
		fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dV%d", left+wide/2, y+tall, y+tall+gap))
		y += tall + gap
	}
	box(fmt.Sprintf("%s:%d, to which it comes again and again", filepath.Base(t.At.File), t.At.Line), `stroke-width="2"`)
	right, top := left+wide, y+tall/3
	fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dC%d %d %d %d %d %d", right, top, right+2*round, top-2*round/3, right+2*round, top+round, right+2, top+tall/3))
	fmt.Fprintf(&b, `<text x="%d" y="%d" fill="currentColor" font-size="12">for ever</text>`, right+round+40, top+8)
	for i, in := range t.Forever.Inputs {
		if i == 3 {
			break
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="currentColor" font-size="11" font-family="monospace">%s</text>`, right+round+40, top+8+(i+1)*14, template.HTMLEscapeString(clipped(fmt.Sprintf("%s() = %s", in.Name, in))))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
