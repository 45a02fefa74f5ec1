package report

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
)

const program = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), i = 0;
	while (i < 10) i++;
	if (LIMIT) reach_error();
	return 0;
}
`

// verified is what craig says of the program with a condition of the error, in a folder of its own.
func verified(t *testing.T, limit string) (*run.Result, string) {
	t.Helper()
	return answered(t, strings.Replace(program, "LIMIT", limit, 1), cfront.Options{})
}

// answered is what craig says of a program, in a folder of its own.
func answered(t *testing.T, program string, opts cfront.Options) (*run.Result, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.c", []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := run.Verify(context.Background(), prepare.New(opts, nil, "p.c"), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Text(&b, res, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return res, b.String()
}

// TestText: what people read of each verdict: its evidence with lines of C, a sentence, and on the last
// line the word.
func TestText(t *testing.T) {
	_, proof := verified(t, "i != 10")
	for _, want := range []string{"p.c:5:2: loop invariant:\n", "i <= 10", "\nNo execution reaches an error location; the certifier has checked the proof.\nTRUE\n"} {
		if !strings.Contains(proof, want) {
			t.Errorf("a proof lacks %q:\n%s", want, proof)
		}
	}
	res, execution := verified(t, "n == 7")
	for _, want := range []string{"Inputs in p.c:\n", "line 4:", "= 7", "error: unreach-call\n", "\nFALSE(unreach-call)\n"} {
		if !strings.Contains(execution, want) {
			t.Errorf("an execution lacks %q:\n%s", want, execution)
		}
	}
	var b strings.Builder
	if err := Text(&b, res, TextOptions{Quiet: true}); err != nil || b.String() != "FALSE(unreach-call)\n" {
		t.Errorf("quiet is %q", b.String())
	}
}

// TestTextForever: an execution without an end is said to do nothing undefined of the kinds that are checked only. The order of pointers into different
// objects is of no such kind.
func TestTextForever(t *testing.T) {
	_, text := answered(t, "int main(void) { int a, b, *p = &a, *q = &b; for (;;) { int less = p < q; } }\n", cfront.Options{Properties: []string{"termination"}})
	if strings.Contains(text, "FALSE") && !strings.Contains(text, "nor does anything undefined that it checks for.\nFALSE(termination)\n") {
		t.Errorf("an execution with undefined behaviour:\n%s", text)
	}
	_, text = answered(t, "int main(void) { unsigned x = 1; while (x != 0) x += 2; }\n", cfront.Options{Properties: []string{"termination"}})
	if !strings.Contains(text, "that it checks for.\nC lets compilers take a loop to end") {
		t.Errorf("a loop that compilers may take to end:\n%s", text)
	}
	_, text = answered(t, "int main(void) { for (;;); }\n", cfront.Options{Properties: []string{"termination"}})
	if !strings.Contains(text, "that it checks for.\nFALSE(termination)\n") {
		t.Errorf("an execution without an end:\n%s", text)
	}
}

// TestUnknownText: the reason, what was not proved, and what would help, in the words of whoever prints.
func TestUnknownText(t *testing.T) {
	at := ir.Pos{File: filepath.Join("d", "p.c"), Line: 3, Col: 2}
	res := &run.Result{
		Result: verdict.Result{Reason: verdict.Bound, Detail: "The bound was reached.\n"},
		Why:    &run.Why{Hint: verdict.LargerBound},
		Notes:  []ir.Note{{Pos: at, Kind: ir.Overapproximated, Text: "a float has any value", Count: 3}},
	}
	for range maxUnproved + 2 {
		res.Why.Unproved = append(res.Why.Unproved, run.Unproved{Pos: at, Property: "bounds"})
	}
	var b strings.Builder
	if err := Text(&b, res, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	place := at.String()
	want := place + ": approximated: a float has any value (3 places)\nThe bound was reached." +
		strings.Repeat("\n"+place+": not proved: bounds", maxUnproved) +
		"\nand 2 more\nThis would help, or might: a larger bound.\nUNKNOWN(bound)\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	Text(&b, res, TextOptions{Hint: func(verdict.Hint) string { return "Try that." }})
	if !strings.Contains(b.String(), "\nTry that.\nUNKNOWN") {
		t.Errorf("with another hint\n%s", b.String())
	}
}
