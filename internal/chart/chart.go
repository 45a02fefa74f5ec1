// Package chart draws lines and points over two axes as SVG, for a page or as a file of its own.
//
//	chart.go  what a chart is
//	axis.go   scales and ticks
//	svg.go    drawing
//
// A chart in a page takes its colours from the page's style (package page), by light and by dark; as a file it has
// the light ones in it. Series differ in dashes and shapes as well as in colour.
package chart

// Chart is a picture.
type Chart struct {
	Title  string // for those who cannot see it, and above it in a file
	X, Y   Axis
	Series []Series
	Slopes []float64 // of lines y = slope * x, over logarithmic axes
}

// Axis is one of the two.
type Axis struct {
	Label string
	Scale Scale
	// Min and Max are what is shown at least; points beyond widen it. A logarithmic axis shows what is positive.
	Min, Max float64
	Marks    []Mark // values with a name, and a line across
}

// Scale says where a value lies on an axis.
type Scale uint8

const (
	Linear Scale = iota
	Log
	LogFromZero // log(1+v), for counts that begin with 0
)

// Mark is a value with a name.
type Mark struct {
	At   float64
	Name string
}

// Kind says how the points of a series are drawn.
type Kind uint8

const (
	Line  Kind = iota // with a dot at each point
	Steps             // a line that holds each value until the next point
	Dots
)

// Series are points that belong together.
type Series struct {
	Name   string // in the legend; "" is in none
	Kind   Kind
	Colour int // of the style's, c0 to c7; Red is one more
	Points []Point
}

// Red is the colour of what is wrong.
const Red = -1

// Point is one value. Points of lines are ordered by X.
type Point struct {
	X, Y float64
	Text string // shown when it is pointed at; "" is nothing
	Link string // "" or where a click leads, in a page
}
