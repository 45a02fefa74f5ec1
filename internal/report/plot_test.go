package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"craig/internal/cover"
)

// TestWritePlot: the picture is well-formed XML, whatever the names are, and has every curve.
func TestWritePlot(t *testing.T) {
	for name, curves := range map[string][]Curve{
		"none":  nil,
		"empty": {{Name: "learn"}},
		"two":   {{"learn", []cover.Point{{Backtracks: 0, Reached: 1}, {Backtracks: 90, Reached: 3}}}, {"a < b & c", []cover.Point{{Backtracks: 100_000, Reached: 2}}}},
	} {
		var b strings.Builder
		if err := WritePlot(&b, "x < y", 3, curves...); err != nil {
			t.Fatal(err)
		}
		wide := 0
		for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "path" {
				class, path := "", ""
				for _, a := range e.Attr {
					switch a.Name.Local {
					case "class":
						class = a.Value
					case "d":
						path = a.Value
					}
				}
				if (class == "axis" || strings.HasPrefix(class, "line ")) && !strings.HasSuffix(path, "h20") { // those of the legend
					wide++
				}
			}
		}
		if wide != len(curves)+1 { // the axes are one
			t.Errorf("%s: %d lines", name, wide)
		}
	}
}
