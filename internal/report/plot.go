package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"

	"craig/internal/cover"
)

// Curve is goals reached against backtracks.
type Curve struct {
	Name   string
	Points []cover.Point
}

// colours of curves, told apart in grey as well.
var colours = []string{"#1f77b4", "#d95f02", "#555555"}

// WritePlot draws curves as an SVG picture, in the manner of [McMillan 2010], Fig. 6, but with a
// logarithmic axis of backtracks, since curves with and without learning differ by orders of
// magnitude. goals is how many there are.
func WritePlot(w io.Writer, title string, goals int, curves ...Curve) error {
	const width, height, left, right, bottom, top = 640, 400, 60, 20, 50, 40
	most := 1
	for _, c := range curves {
		for _, p := range c.Points {
			most = max(most, p.Backtracks)
		}
	}
	x := func(v int) float64 {
		return left + math.Log1p(float64(v))/math.Log1p(float64(most))*(width-left-right)
	}
	y := func(v int) float64 {
		return height - bottom - float64(v)/float64(max(goals, 1))*(height-bottom-top)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	text := func(x, y float64, anchor, s string) error {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s">`, x, y, anchor)
		err := xml.EscapeText(b, []byte(s))
		fmt.Fprintln(b, "</text>")
		return err
	}
	if err := text(left, 20, "start", title); err != nil {
		return err
	}
	fmt.Fprintf(b, `<path d="M%d %d V%d H%d" fill="none" stroke="black"/>`+"\n", left, top, height-bottom, width-right)
	for _, g := range []int{0, goals} {
		if err := text(left-6, y(g)+4, "end", fmt.Sprint(g)); err != nil {
			return err
		}
	}
	for v := 1; v <= most; v *= 10 {
		fmt.Fprintf(b, `<path d="M%.1f %d v5" stroke="black"/>`+"\n", x(v), height-bottom)
		if err := text(x(v), height-bottom+18, "middle", fmt.Sprint(v)); err != nil {
			return err
		}
	}
	if err := text((left+width-right)/2, height-12, "middle", "backtracks"); err != nil {
		return err
	}
	fmt.Fprintf(b, `<text x="16" y="%d" transform="rotate(-90 16 %[1]d)" text-anchor="middle">goals reached</text>`+"\n", (top+height-bottom)/2)
	for i, c := range curves {
		colour := colours[i%len(colours)]
		fmt.Fprintf(b, `<path d="M%.1f %.1f`, x(0), y(0))
		for _, p := range c.Points {
			fmt.Fprintf(b, " H%.1f V%.1f", x(p.Backtracks), y(p.Reached))
		}
		fmt.Fprintf(b, `" fill="none" stroke="%s" stroke-width="2"/>`+"\n", colour)
		if c.Name != "" {
			at := float64(height - bottom - 12 - 18*(len(curves)-1-i))
			fmt.Fprintf(b, `<path d="M%d %.1f h24" stroke="%s" stroke-width="2"/>`+"\n", width-right-120, at-4, colour)
			if err := text(width-right-90, at, "start", c.Name); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(b, "</svg>")
	return b.Flush()
}
