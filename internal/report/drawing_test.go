package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// TestDrawing: a tree of nodes is drawn without overlaps, in XML that can be read, whatever stands in the source; what happens to
// nodes is told at them.
func TestDrawing(t *testing.T) {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	e := &engine.Engine{Name: "one"}
	var d Drawing
	tell := func(k engine.Kind, node, from, other, line int, f term.Term) {
		d.Event(engine.Event{Kind: k, Loc: 1, Node: node, From: from, Other: other, Term: f, By: e, Pos: ir.Pos{File: "a.c", Line: line}})
	}
	var none term.Term
	tell(engine.Expand, 1, 0, 0, 1, none)
	id := 1
	for i := range 6 { // branches of different depth and width
		from := 1
		for range i + 1 {
			id++
			tell(engine.Expand, id, from, 0, 2, none)
			from = id
		}
	}
	tell(engine.Subsume, 50, 2, 3, 2, none)
	tell(engine.Arrive, 4, 2, 0, 2, none)
	tell(engine.Infeasible, 3, 3, 0, 2, none)
	tell(engine.Infeasible, 3, 3, 0, 2, none)
	tell(engine.Widen, 70, 0, 3, 2, none)
	tell(engine.Expand, 70, 3, 0, 2, none)
	tell(engine.Label, 70, 0, 0, 2, st.Le(x, st.Int(4)))
	tell(engine.Refine, 99, 0, 70, 2, none)
	tell(engine.Restart, 1, 0, 0, 2, none)
	tell(engine.Label, 12345, 0, 0, 2, none) // of a node that nobody made
	d.Event(engine.Event{Kind: engine.Expand, Node: 1, Loc: 1, By: &engine.Engine{Name: "two"}})
	sources := []cfront.Source{{Name: "a.c", Text: []byte("int f(void) { return 1 < 2 && \"<&>\\\"\"[0] > 'a'; }\n\tx = \x01y;\n")}}
	for _, dot := range []bool{false, true} {
		var out bytes.Buffer
		if err := d.Write(&out, "one", sources, dot); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"50 · subsumed", "restarted", "refined", "infeasible: line 2 (2 times)", "widened over node 3", "70 · line 2"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("dot %v: no %q in\n%s", dot, want, &out)
			}
		}
		if dot {
			continue
		}
		for r := xml.NewDecoder(&out); ; {
			if _, err := r.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	nodes := d.runs[0].nodes
	for i, n := range nodes {
		for _, m := range nodes[:i] {
			if n.y < m.y+m.h && m.y < n.y+n.h && n.x-n.w/2 < m.x+m.w/2 && m.x-m.w/2 < n.x+n.w/2 {
				t.Errorf("%s lies over %s", n.head(), m.head())
			}
		}
		if n.x-n.w/2 < 0 {
			t.Errorf("%s begins at %v", n.head(), n.x-n.w/2)
		}
	}
}

// TestDrawingMany: of a search with very many nodes the first are drawn, and it is said how many are not.
func TestDrawingMany(t *testing.T) {
	var d Drawing
	for i := range maxDrawn + 5 {
		d.Event(engine.Event{Kind: engine.Expand, Node: i + 1, From: i / 3, Loc: 1})
	}
	var out bytes.Buffer
	if err := d.Write(&out, "", nil, false); err != nil || !strings.Contains(out.String(), "5 further nodes are not drawn") {
		t.Errorf("%v\n%.300s", err, &out)
	}
	out.Reset()
	if err := new(Drawing).Write(&out, "", nil, false); err != nil || !strings.Contains(out.String(), "No engine made a node") {
		t.Errorf("%v %s", err, &out)
	}
}

// TestFold: no line is lost and none much too long.
func TestFold(t *testing.T) {
	text := "12  " + strings.Repeat("a && ", 20) + "b"
	got := fold(text, 36, "   ")
	if joined := strings.Join(strings.Fields(strings.Join(got, " ")), " "); joined != strings.Join(strings.Fields(text), " ") {
		t.Errorf("%q", got)
	}
	for _, l := range append(got, fold(strings.Repeat("x", 200), 36, "   ")...) {
		if len(l) > 40 && strings.Contains(l, " ") {
			t.Errorf("long: %q", l)
		}
	}
	if n := len(fold(strings.Repeat("word ", 500), 36, " ")); n != 8 {
		t.Error(fmt.Sprint(n, " lines"))
	}
}
