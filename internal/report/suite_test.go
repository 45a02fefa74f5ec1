package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/cover"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// elements are the elements of a document, with the text of each, in order; the root comes first.
func elements(t *testing.T, doc []byte) (names, texts []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(doc))
	var open []int
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names, texts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, len(names))
			names, texts = append(names, x.Name.Local), append(texts, "")
		case xml.CharData:
			if len(open) > 0 {
				texts[open[len(open)-1]] += string(x)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

// TestSuiteFormat: metadata and tests have the elements that the DTDs of Test-Comp ask for, in
// their order, and name their DTD.
func TestSuiteFormat(t *testing.T) {
	const file = "a&b.c"
	var b bytes.Buffer
	run := SuiteRun{Source: cfront.Source{Name: file, SHA256: "00ff"}, Entry: "main", Bits: 32, Version: "craig <devel>", Created: time.Unix(0, 0)}
	if err := WriteMetadata(&b, run); err != nil {
		t.Fatal(err)
	}
	names, texts := elements(t, b.Bytes())
	if want := []string{"test-metadata", "sourcecodelang", "producer", "specification", "programfile", "programhash",
		"entryfunction", "architecture", "creationtime"}; !slices.Equal(names, want) {
		t.Errorf("metadata has %v, want %v", names, want)
	}
	for i, want := range map[int]string{2: "craig <devel>", 4: file, 5: "00ff", 7: "32bit", 8: "1970-01-01T00:00:00Z"} {
		if texts[i] != want {
			t.Errorf("%s is %q, want %q", names[i], texts[i], want)
		}
	}
	if !strings.Contains(b.String(), "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\"") {
		t.Errorf("no DTD in\n%s", b.String())
	}

	b.Reset()
	test := cover.Test{Inputs: []cover.TestInput{
		{Source: ir.FromCall, Name: "__VERIFIER_nondet_int", Type: ir.Int(32, true), Value: num.I(-3)},
		{Source: ir.FromUninitialised, Name: "x", Type: ir.Int(32, true), Value: num.I(1)},
		{Source: ir.FromCall, Name: "__VERIFIER_nondet_uint", Type: ir.Int(32, false), Value: num.I(4)},
		{Source: ir.FromCall, Name: "__VERIFIER_nondet_float", Type: ir.Type{Kind: ir.Float, Bits: 32}, Value: num.I(0x3dcccccd)},
	}}
	if err := WriteTestCase(&b, test); err != nil {
		t.Fatal(err)
	}
	names, texts = elements(t, b.Bytes())
	if !slices.Equal(names, []string{"testcase", "input", "input", "input"}) || texts[1] != "-3" || texts[2] != "4" || texts[3] != "0.1f" {
		t.Errorf("a test has %v with %q", names, texts)
	}
}
