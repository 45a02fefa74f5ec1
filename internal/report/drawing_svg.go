package report

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"craig/internal/engine"
)

// Sizes in a drawing: of a letter, a line, and of what is between.
const (
	letter, lineHeight = 7.3, 15.0
	between, margin    = 18.0, 24.0
)

// drawnStyle has the colours, by light and by dark, and dashes for those who do not see colours.
//
//go:embed page/drawing.css
var drawnStyle string

// writeSVG draws runs one below the other, and in each the trees, with all else as arrows beside them.
func writeSVG(w io.Writer, runs []*drawnRun, lost int) error {
	var body strings.Builder
	y, right := margin, 240.0
	line := func(class, text string) {
		y += lineHeight
		fmt.Fprintf(&body, "<text class=%q x=\"%.0f\" y=\"%.0f\">%s</text>\n", class, margin, y, xmlText(text))
		right = max(right, margin+9*float64(utf8.RuneCountInString(text)))
	}
	if len(runs) == 0 {
		line("title", "No engine made a node: the program was decided before.")
	}
	for i, r := range runs {
		title := r.engine
		if len(runs) > 1 {
			title = fmt.Sprintf("%s, run %d of %d", r.engine, i+1, len(runs))
		}
		line("title", title)
		y += lineHeight
		begin := margin
		if len(r.more) > 0 {
			begin += 40 // for those to the left
		}
		for _, root := range r.roots {
			root.place(y)
			left, deep := 0.0, y
			for _, b := range root.boxes(y) {
				left, deep = min(left, b.left), max(deep, b.bottom)
			}
			root.below(func(n *drawnNode) { n.x += begin - left })
			for _, b := range root.boxes(y) {
				right = max(right, b.right)
			}
			y = deep + 2*lineHeight
		}
		out := right
		for k, a := range r.more {
			if a.toRight() {
				right = max(right, out+24+7*float64(k%8))
				a.draw(&body, out+14+7*float64(k%8)) // behind the nodes
			} else {
				a.draw(&body, begin-14-7*float64(k%8))
			}
		}
		for _, n := range r.nodes {
			n.draw(&body)
		}
	}
	if lost > 0 {
		line("quiet", fmt.Sprintf("%d further nodes are not drawn; the HTML page of the result shows all of them.", lost))
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">\n", right+margin, y+margin, right+margin, y+margin)
	fmt.Fprintf(b, "<title>The search of the engine</title>\n<style>%s</style>\n", drawnStyle)
	b.WriteString("<defs><marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill:context-stroke;stroke:none\"/></marker></defs>\n")
	b.WriteString("<rect width=\"100%\" height=\"100%\" class=\"ground\"/>\n")
	b.WriteString(body.String())
	b.WriteString("</svg>\n")
	return b.Flush()
}

// xmlText is a text as XML can have it.
func xmlText(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
}

// box is a part of a drawing.
type box struct{ left, right, top, bottom float64 }

// size is how large the box of n is.
func (n *drawnNode) size() (w, h float64) {
	letters := utf8.RuneCountInString(n.head()) + 6
	for _, s := range n.says {
		letters = max(letters, utf8.RuneCountInString(s))
	}
	return letter*float64(letters) + 16, lineHeight*float64(1+len(n.says)) + 10
}

// below calls f with n and all that is below it.
func (n *drawnNode) below(f func(*drawnNode)) {
	f(n)
	for _, k := range n.kids {
		k.below(f)
	}
}

// place puts n at a height, and what is below it there, so close together that nothing overlaps, each node above the
// middle of those that come from it. Places are from left to right around that of n, which is 0.
func (n *drawnNode) place(top float64) {
	n.w, n.h = n.size()
	n.x, n.y = 0, top
	gap := 1
	for _, k := range n.kids {
		gap = max(gap, len(k.edge))
	}
	next := top + n.h + lineHeight*float64(gap) + 26
	var taken []box
	for _, k := range n.kids {
		k.place(next)
		by := math.Inf(-1)
		mine := k.boxes(top + n.h)
		for _, b := range mine {
			for _, t := range taken {
				if b.top < t.bottom && t.top < b.bottom {
					by = max(by, t.right+between-b.left)
				}
			}
		}
		if math.IsInf(by, -1) {
			by = 0
		}
		k.below(func(m *drawnNode) { m.x += by })
		for _, b := range mine {
			taken = append(taken, box{b.left + by, b.right + by, b.top, b.bottom})
		}
	}
	if last := len(n.kids) - 1; last >= 0 {
		middle := (n.kids[0].x + n.kids[last].x) / 2
		for _, k := range n.kids {
			k.below(func(m *drawnNode) { m.x -= middle })
		}
	}
}

// boxes are what n and all below it take up, with the texts at the arrows to them; bottom is that of the node above n.
func (n *drawnNode) boxes(bottom float64) (list []box) {
	n.below(func(m *drawnNode) {
		list = append(list, box{m.x - m.w/2, m.x + m.w/2, m.y, m.y + m.h})
		if m != n {
			bottom = m.up.y + m.up.h
		}
		for _, s := range m.edge {
			list = append(list, box{m.x, m.x + 6 + letter*float64(utf8.RuneCountInString(s)), bottom, m.y})
		}
	})
	return list
}

func (n *drawnNode) draw(b *strings.Builder) {
	if n.up != nil {
		x1, y1, x2, y2 := n.up.x, n.up.y+n.up.h, n.x, n.y
		bend := y1 + 14
		fmt.Fprintf(b, "<path marker-end=\"url(#to)\" d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0fL%.0f %.0f\"/>\n", x1, y1, x1, bend, x2, y1, x2, bend+4, x2, y2)
		for i, s := range n.edge {
			fmt.Fprintf(b, "<text class=\"quiet\" x=\"%.0f\" y=\"%.0f\">%s</text>\n", x2+6, y1+30+lineHeight*float64(i), xmlText(s))
		}
	}
	class := n.state.String()
	if n.goal {
		class += " goal"
	}
	left := n.x - n.w/2
	fmt.Fprintf(b, "<g class=%q>\n<rect class=\"node\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"5\"/>\n", class, left, n.y, n.w, n.h)
	fmt.Fprintf(b, "<text class=\"head\" x=\"%.0f\" y=\"%.0f\">%s</text>\n", left+8, n.y+lineHeight, xmlText(n.head()))
	fmt.Fprintf(b, "<text class=\"quiet\" text-anchor=\"end\" x=\"%.0f\" y=\"%.0f\">%d</text>\n", left+n.w-6, n.y+lineHeight, n.step)
	for i, s := range n.says {
		fmt.Fprintf(b, "<text x=\"%.0f\" y=\"%.0f\">%s</text>\n", left+8, n.y+lineHeight*float64(i+2), xmlText(s))
	}
	b.WriteString("</g>\n")
}

// toRight says that an arrow goes to the right of what it leads past.
func (a drawnArc) toRight() bool { return a.from.x >= a.to.x }

// draw draws an arrow that goes out as far as reach.
func (a drawnArc) draw(b *strings.Builder, reach float64) {
	side := 0.5
	if !a.toRight() {
		side = -0.5
	}
	x1, y1 := a.from.x+side*a.from.w, a.from.y+a.from.h/2
	x2, y2 := a.to.x+side*a.to.w, a.to.y+a.to.h/2
	if a.from == a.to {
		y1, y2 = y1+8, y2-8
	}
	fmt.Fprintf(b, "<path class=%q marker-end=\"url(#to)\" d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"/>\n", a.kind.String(), x1, y1, reach, y1, reach, y2, x2, y2)
}

// writeDot writes runs for Graphviz.
func writeDot(w io.Writer, runs []*drawnRun) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph search {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];")
	for i, r := range runs {
		name := map[*drawnNode]string{}
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%q;\n", i, r.engine)
		for k, n := range r.nodes {
			name[n] = fmt.Sprintf("n%d_%d", i, k)
			style := ""
			switch {
			case n.goal:
				style = ", color=red"
			case n.state == engine.Infeasible:
				style = ", style=dotted"
			case n.state != engine.Expand:
				style = ", style=dashed"
			}
			fmt.Fprintf(b, "    %s [label=\"%s\"%s];\n", name[n], dotText(append([]string{n.head()}, n.says...)), style)
		}
		fmt.Fprintln(b, "  }")
		for _, n := range r.nodes {
			if n.up != nil {
				fmt.Fprintf(b, "  %s -> %s [label=\"%s\"];\n", name[n.up], name[n], dotText(n.edge))
			}
		}
		for _, a := range r.more {
			fmt.Fprintf(b, "  %s -> %s [style=dashed, constraint=false, label=%q];\n", name[a.from], name[a.to], drawnWords[a.kind])
		}
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// dotText is lines as a label, to the left.
func dotText(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(l) + `\l`)
	}
	return b.String()
}
