package chart

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// The size of a picture and its margins, in pixels; a page makes it as wide as there is room.
const (
	width, height            = 600, 440
	left, right, top, bottom = 64, 14, 14, 52
	letter                   = 7.2 // the width of one, about
)

// colours of files, which have no page around them: those of the page's light style.
var colours = []string{"#1f6fb4", "#c4500a", "#2a7d3f", "#8a3fa0", "#7a6200", "#0f7f86", "#b0306a", "#555555"}

const (
	red   = "#a31515"
	dark  = "#1c1e21"
	quiet = "#5f6570"
	line  = "#d5d9df"
)

// dashes of lines, so that they can be told apart without colours.
var dashes = []string{"", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 2 2"}

// WriteFile writes the chart as an SVG file, with the title above it.
func (c *Chart) WriteFile(w io.Writer) error { return c.write(w, false) }

// WriteInline writes the chart as an element of a page that has package page's style.
func (c *Chart) WriteInline(w io.Writer) error { return c.write(w, true) }

// drawing is one picture in the making.
type drawing struct {
	*bufio.Writer
	inline bool
	x, y   span
}

func (c *Chart) write(w io.Writer, inline bool) error {
	d := &drawing{Writer: bufio.NewWriter(w), inline: inline}
	above := float64(top)
	if !inline && c.Title != "" {
		above += 24
	}
	legend := above
	rows := c.legend(nil, above)
	above += 20 * float64(rows)
	if len(c.Y.Marks) > 0 {
		above += 14
	}
	var xs, ys []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	full := float64(height) + above - top
	d.x, d.y = newSpan(c.X, xs, left, width-right), newSpan(c.Y, ys, full-bottom, above+8)
	if inline {
		fmt.Fprintf(d, `<svg class="chart" viewBox="0 0 %d %.0f" role="img" aria-label="%s">`+"\n", width, full, html.EscapeString(c.Title))
	} else {
		fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" viewBox="0 0 %[1]d %.0[2]f">`+"\n<title>%s</title>\n%s", width, full, html.EscapeString(c.Title), fileStyle())
		fmt.Fprintf(d, `<rect width="%d" height="%.0f" fill="white"/>`+"\n", width, full)
		d.text(left, top+8, "start", "title", c.Title)
	}
	c.axes(d)
	for i, s := range c.Series {
		d.series(s, i)
	}
	c.legend(d, legend)
	fmt.Fprintln(d, "</svg>")
	return d.Flush()
}

// fileStyle are the rules that a page has in its own style.
func fileStyle() string {
	var b strings.Builder
	b.WriteString("<style>\ntext { font: 13px sans-serif; fill: " + dark + " } .title { font-weight: bold } .axis { stroke: " + quiet + "; fill: none } .grid { stroke: " + line + "; fill: none } .open { stroke: " + quiet + "; fill: none; stroke-dasharray: 3 3 }\n")
	rule := func(name, colour string) {
		fmt.Fprintf(&b, ".line.%s { stroke: %s } .dot.%[1]s { fill: %[2]s }\n", name, colour)
	}
	for i, colour := range colours {
		rule(fmt.Sprint("c", i), colour)
	}
	rule("red", red)
	b.WriteString(".line { fill: none; stroke-width: 2 } .dot { fill-opacity: .7 } .hidden { opacity: 0 }\n</style>\n")
	return b.String()
}

func (d *drawing) text(x, y float64, anchor, class, s string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, class, html.EscapeString(s))
}

// axes draws the axes with their ticks, marks and slopes.
func (c *Chart) axes(d *drawing) {
	x0, x1, y0, y1 := d.x.from, d.x.to, d.y.from, d.y.to
	for _, v := range d.x.ticks(8) {
		fmt.Fprintf(d, `<path class="grid" d="M%.1f %.1fV%.1f"/>`, d.x.at(v), y0, y1)
		d.text(d.x.at(v), y0+17, "middle", "", label(v))
	}
	for _, v := range d.y.ticks(8) {
		fmt.Fprintf(d, `<path class="grid" d="M%.1f %.1fH%.1f"/>`, x0, d.y.at(v), x1)
		d.text(x0-6, d.y.at(v)+4, "end", "", label(v))
	}
	for _, m := range c.X.Marks {
		fmt.Fprintf(d, `<path class="open" d="M%.1f %.1fV%.1f"/>`, d.x.at(m.At), y0, y1)
		d.text(d.x.at(m.At), y0+31, "end", "", m.Name)
	}
	for _, m := range c.Y.Marks {
		fmt.Fprintf(d, `<path class="open" d="M%.1f %.1fH%.1f"/>`, x0, d.y.at(m.At), x1)
		d.text(x1, d.y.at(m.At)-5, "end", "", m.Name)
	}
	for _, slope := range c.Slopes {
		low, high := max(d.x.low, d.y.low/slope), min(d.x.high, d.y.high/slope)
		if low < high {
			fmt.Fprintf(d, `<path class="open" d="M%.1f %.1fL%.1f %.1f"/>`+"\n", d.x.at(low), d.y.at(low*slope), d.x.at(high), d.y.at(high*slope))
		}
	}
	fmt.Fprintf(d, `<path class="axis" d="M%.1f %.1fV%.1fH%.1f"/>`+"\n", x0, y1, y0, x1)
	d.text((x0+x1)/2, y0+bottom-8, "middle", "", c.X.Label)
	fmt.Fprintf(d, `<text transform="translate(15 %.1f) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (y0+y1)/2, html.EscapeString(c.Y.Label))
}

// colour is the class of a series.
func (s Series) colour() string {
	if s.Colour < 0 {
		return "red"
	}
	return fmt.Sprint("c", s.Colour%len(colours))
}

// most is how many points of a line can be pointed at.
const most = 2000

// series draws the points of a series.
func (d *drawing) series(s Series, i int) {
	var path strings.Builder
	if s.Kind != Dots && len(s.Points) > 0 {
		for j, p := range s.Points {
			x, y := d.x.at(p.X), d.y.at(p.Y)
			switch {
			case j == 0:
				fmt.Fprintf(&path, "M%.1f %.1f", x, y)
			case s.Kind == Steps:
				fmt.Fprintf(&path, "H%.1fV%.1f", x, y)
			default:
				fmt.Fprintf(&path, "L%.1f %.1f", x, y)
			}
		}
		fmt.Fprintf(d, `<path class="line %s" stroke-dasharray="%s" d="%s"/>`+"\n", s.colour(), dashes[i%len(dashes)], path.String())
	}
	if s.Kind != Dots && (!d.inline || len(s.Points) > most) {
		return
	}
	for _, p := range s.Points {
		if p.Text == "" && s.Kind != Dots {
			continue
		}
		class := s.colour()
		if s.Kind != Dots {
			class = "hidden"
		}
		if p.Link != "" && d.inline {
			fmt.Fprintf(d, `<a href="%s">`, html.EscapeString(p.Link))
		}
		fmt.Fprintf(d, `<path class="dot %s" d="%s">`, class, shape(i, d.x.at(p.X), d.y.at(p.Y)))
		if p.Text != "" {
			fmt.Fprintf(d, "<title>%s</title>", html.EscapeString(p.Text))
		}
		d.WriteString("</path>")
		if p.Link != "" && d.inline {
			d.WriteString("</a>")
		}
		fmt.Fprintln(d)
	}
}

// shape is the outline of the dots of a series.
func shape(i int, x, y float64) string {
	at := fmt.Sprintf("M%.1f %.1f", x, y)
	switch i % 4 {
	case 1:
		return at + "m-4 3.5h8l-4-8z"
	case 2:
		return at + "m-3.5-3.5h7v7h-7z"
	case 3:
		return at + "m0-5l4.5 5l-4.5 5l-4.5-5z"
	}
	return at + "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
}

// legend draws the names of the series from a height on, and says how many rows they take; with nil it only says that.
func (c *Chart) legend(d *drawing, y float64) (rows int) {
	x := float64(left)
	for i, s := range c.Series {
		if s.Name == "" {
			continue
		}
		w := 34 + letter*float64(utf8.RuneCountInString(s.Name))
		if rows == 0 || x+w > width-right {
			x = left
			rows++
		}
		if d != nil {
			at := y + 20*float64(rows-1) + 8
			if s.Kind == Dots {
				fmt.Fprintf(d, `<path class="dot %s" d="%s"/>`, s.colour(), shape(i, x+8, at))
			} else {
				fmt.Fprintf(d, `<path class="line %s" stroke-dasharray="%s" d="M%.1f %.1fh20"/>`, s.colour(), dashes[i%len(dashes)], x, at)
			}
			d.text(x+25, at+4, "start", "", s.Name)
		}
		x += w
	}
	return rows
}
