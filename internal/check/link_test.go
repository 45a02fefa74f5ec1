package check

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/resultfile"
)

// TestMayRest: an execution rests on a function without a body if that gave a value, or a statement to which it comes names it; of long ones and of
// those whose lines are not known it is not known either. What begins in main is no mistake then.
func TestMayRest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	text := "int get(void); void tell(int);\nint f(int x) {\n  if (x)\n    tell(\n      x);\n  g(x,\n    tell);\n  return x + 1;\n}\nint h(void) {\n  return 2;\n}\nint k(int x) {\n  x++;\n  tell(x);\n  return x;\n}\n" +
		"int l(int x) {\n  if (x)\n    goto out;\n  tell(x);\n  return x;\nout:\n  x--;\n  return x;\n}\n" +
		"int m(int x) {\n  if (x)\n    return 1;\n  tell(x);\n  x--;\n  return x;\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	note := func(text string) resultfile.Note { return resultfile.Note{Kind: "assumption", Text: text} }
	steps := func(lines ...int) (list []resultfile.Step) {
		for _, n := range lines {
			list = append(list, resultfile.Step{Place: resultfile.Place{File: file, Line: n}})
		}
		return list
	}
	get, tell := note("get has no body: it has no side effects, and its result is unknown"), note("tell has no body: it has no side effects, and its result is unknown")
	for _, c := range []struct {
		name   string
		notes  []resultfile.Note
		inputs []resultfile.Input
		steps  []resultfile.Step
		want   bool
	}{
		{"no such function", nil, nil, steps(3, 4), false},
		{"another line", []resultfile.Note{get, tell}, nil, steps(8), false},
		{"its line", []resultfile.Note{get, tell}, nil, steps(4, 8), true},
		{"a later line of the statement", []resultfile.Note{tell}, nil, steps(6, 8), true},
		{"another name", []resultfile.Note{get}, nil, steps(4, 6, 8), false},
		{"a value", []resultfile.Note{get}, []resultfile.Input{{Name: "x"}, {Name: "get"}}, steps(8), true},
		{"a call that changes nothing, between two steps", []resultfile.Note{tell}, nil, steps(14, 16), true},
		{"nothing between two steps", []resultfile.Note{get}, nil, steps(14, 16), false},
		{"another function between", []resultfile.Note{tell}, nil, steps(8, 14), false},
		{"a jump between", []resultfile.Note{tell}, nil, steps(20, 24), false},
		{"behind a jump", []resultfile.Note{tell}, nil, steps(28, 31), true},
		{"no lines", []resultfile.Note{get}, nil, nil, true},
		{"another note", []resultfile.Note{note("operands are evaluated from left to right")}, nil, steps(4), false},
	} {
		doc := &resultfile.Document{Notes: c.notes, Trace: &resultfile.Trace{Inputs: c.inputs, Steps: c.steps}}
		if got := mayRest(doc); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	doc := &resultfile.Document{Property: null, Notes: []resultfile.Note{tell}, Trace: &resultfile.Trace{Steps: steps(14), At: &resultfile.Place{File: file, Line: 16}}}
	f := &Function{Name: "main", File: file, Line: 13}
	if class, because := f.atOnce(newFinding(f, doc, *doc.Trace.At)); class != Guessed || because != "what tell does, which has no body, is a guess" {
		t.Errorf("%s: %s", class, because)
	}
	doc.Trace.At.Line = 14
	if class, _ := f.atOnce(newFinding(f, doc, *doc.Trace.At)); class != Bug {
		t.Errorf("in front of the call it is a %s", class)
	}
}
