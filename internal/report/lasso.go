package report

import (
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/resultfile"
)

// lasso draws an execution without an end: the last steps that lead to the loop, and the way round, which it takes for ever; "" if the execution has an end.
func lasso(t *resultfile.Trace) string {
	if t == nil || t.Forever == nil || t.At == nil {
		return ""
	}
	const (
		most, wide, tall, gap = 8, 320, 24, 14
		left, bend            = 20, 60
	)
	label := func(s resultfile.Step) string {
		what := slices.Clone(s.Conditions)
		for i, c := range s.Changes {
			if i == 3 {
				what = append(what, "…")
				break
			}
			what = append(what, c.Name+" = "+c.Value)
		}
		return cut(fmt.Sprintf("line %d: %s", s.Line, strings.Join(what, ", ")), 42)
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
	var round []string
	for i, s := range t.Forever.Steps {
		if i == most {
			round = append(round, fmt.Sprintf("… %d steps more", len(t.Forever.Steps)-i))
			break
		}
		round = append(round, label(s))
	}
	high := (len(stem)+len(round)+2)*(tall+gap) + 3*gap
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="lasso" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img"><title>A lasso: the execution leads to a loop and stays there</title>`, left+wide+2*bend+120, high)
	b.WriteString(`<defs><marker id="lasso-to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>`)
	y := gap
	box := func(text, style string) {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="none" stroke="currentColor" %s/><text x="%d" y="%d" fill="currentColor" font-size="12" font-family="monospace">%s</text>`,
			left, y, wide, tall, style, left+8, y+16, html.EscapeString(text))
	}
	arrow := `<path d="%s" fill="none" stroke="currentColor" marker-end="url(#lasso-to)"/>`
	for _, text := range stem {
		box(text, `stroke-opacity="0.5"`)
		fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dV%d", left+wide/2, y+tall, y+tall+gap))
		y += tall + gap
	}
	box(fmt.Sprintf("%s:%d, to which it comes again and again", filepath.Base(t.At.File), t.At.Line), `stroke-width="2"`)
	right, top := left+wide, y+tall/3
	for _, inv := range t.Forever.Invariants {
		if inv.Location == t.Error && inv.C != "" {
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="currentColor" font-size="11" font-family="monospace">%s</text>`, left+8, y+tall+gap-3, html.EscapeString(cut("each time: "+inv.C, 50)))
			y += gap
		}
	}
	for _, text := range round {
		fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dV%d", left+wide/2, y+tall, y+tall+gap))
		y += tall + gap
		box(text, `stroke-opacity="0.5"`)
	}
	if len(round) > 0 {
		fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dC%d %d %d %d %d %d", right, y+tall/2, right+bend, y+tall/2, right+bend, top, right+2, top))
	} else {
		fmt.Fprintf(&b, arrow, fmt.Sprintf("M%d %dC%d %d %d %d %d %d", right, top, right+2*bend, top-2*bend/3, right+2*bend, top+bend, right+2, top+tall/3))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" fill="currentColor" font-size="12">for ever</text>`, right+bend+40, top+8)
	shown := 0
	for _, in := range t.Forever.Inputs {
		if shown == 3 {
			break
		}
		if len(round) > 0 && !t.Forever.Inside(in.Place) {
			continue // on the way to the loop
		}
		shown++
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="currentColor" font-size="11" font-family="monospace">%s</text>`, right+bend+40, top+8+shown*14, html.EscapeString(clipped(fmt.Sprintf("%s() = %s", in.Name, in))))
	}
	b.WriteString("</svg>")
	return b.String()
}

// endsToo says that a result for other properties is also one that executions end.
func endsToo(d *resultfile.Document) string {
	if d.Ends == nil {
		return ""
	}
	return "Each execution ends, too: each loop and recursion that it comes to has a rank."
}
