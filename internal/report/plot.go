package report

import (
	"io"

	"craig/internal/chart"
	"craig/internal/cover"
)

// Curve is goals reached against backtracks.
type Curve struct {
	Name   string
	Points []cover.Point
}

// WritePlot draws curves as an SVG picture, in the manner of [McMillan 2010], Fig. 6, but with a
// logarithmic axis of backtracks, since curves with and without learning differ by orders of
// magnitude. goals is how many there are.
func WritePlot(w io.Writer, title string, goals int, curves ...Curve) error {
	c := chart.Chart{Title: title,
		X: chart.Axis{Label: "backtracks", Scale: chart.LogFromZero, Max: 1},
		Y: chart.Axis{Label: "goals reached", Max: float64(max(goals, 1))}}
	for i, curve := range curves {
		s := chart.Series{Name: curve.Name, Kind: chart.Steps, Colour: i, Points: []chart.Point{{}}}
		for _, p := range curve.Points {
			s.Points = append(s.Points, chart.Point{X: float64(p.Backtracks), Y: float64(p.Reached)})
		}
		c.Series = append(c.Series, s)
	}
	return c.WriteFile(w)
}
