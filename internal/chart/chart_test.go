package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWellFormed: charts are XML whatever names are, with and without points, and all that is drawn is in the picture.
func TestWellFormed(t *testing.T) {
	points := []Point{{X: 0.01, Y: 3, Text: "<a & b>", Link: "#t\"1"}, {X: 900, Y: 5000}, {X: 901, Y: 0}}
	for name, c := range map[string]*Chart{
		"none":   {},
		"empty":  {Title: "<t>", Series: []Series{{Name: "s & t"}}},
		"one":    {Series: []Series{{Kind: Dots, Points: points[:1]}}, X: Axis{Scale: Log}, Y: Axis{Scale: Log}},
		"linear": {Series: []Series{{Name: "s", Points: points, Colour: 99}, {Name: strings.Repeat("long ", 30), Kind: Steps, Points: points}, {Colour: Red, Kind: Dots, Points: points}}},
		"log": {Series: []Series{{Points: points}}, X: Axis{Scale: Log, Label: "<x>", Marks: []Mark{{2000, "<m>"}}}, Y: Axis{Scale: Log, Max: 1e5, Min: 1, Marks: []Mark{{2e5, "m"}}},
			Slopes: []float64{0.1, 1, 10}},
		"zero": {Series: []Series{{Points: points}}, X: Axis{Scale: LogFromZero}},
	} {
		for kind, write := range map[string]func(io.Writer) error{"file": c.WriteFile, "inline": c.WriteInline} {
			var b strings.Builder
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s, %s: %v\n%s", name, kind, err, b.String())
				}
			}
			if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
				t.Errorf("%s, %s: %s", name, kind, b.String())
			}
			for _, m := range regexp.MustCompile(`M(-?[0-9.]+) (-?[0-9.]+)`).FindAllStringSubmatch(b.String(), -1) {
				x, _ := strconv.ParseFloat(m[1], 64)
				y, _ := strconv.ParseFloat(m[2], 64)
				if x < 0 || x > width || y < 0 || y > 2*height {
					t.Errorf("%s, %s: %s is outside", name, kind, m[0])
				}
			}
		}
	}
}

// TestTicks: ticks are round, within the range, few, and in order.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis      Axis
		low, high float64
		want      string
	}{
		{Axis{}, 0, 42, "0 10 20 30 40"},
		{Axis{}, -31, 23, "-30 -20 -10 0 10 20"},
		{Axis{}, 0, 1, "0 0.2 0.4 0.6 0.8 1"},
		{Axis{Scale: Log}, 0.016, 0.9, "0.02 0.05 0.1 0.2 0.5"},
		{Axis{Scale: Log}, 0.01, 900, "0.01 0.1 1 10 100"},
		{Axis{Scale: LogFromZero}, 0, 5000, "0 1 10 100 1000"},
		{Axis{Scale: Log}, 1e-30, 1e30, ""},
	} {
		s := newSpan(c.axis, []float64{c.low, c.high}, 0, 100)
		list := s.ticks(8)
		var words []string
		for _, v := range list {
			words = append(words, label(v))
			if at := s.at(v); at < -1e-6 || at > 100+1e-6 {
				t.Errorf("%v of %v to %v is at %v", v, c.low, c.high, at)
			}
		}
		if got := strings.Join(words, " "); c.want != "" && got != c.want {
			t.Errorf("%v to %v: %s, not %s", c.low, c.high, got, c.want)
		}
		if !slices.IsSorted(list) || len(list) < 2 || len(list) > 12 {
			t.Errorf("%v to %v: %v", c.low, c.high, list)
		}
	}
	if label(math.Copysign(0, -1)) != "0" {
		t.Error(label(math.Copysign(0, -1)))
	}
}
