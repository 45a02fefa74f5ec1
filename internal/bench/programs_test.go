package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWithPrograms: rows whose programs are ours have tasks, and a primed row has options of its
// own, which the worker gets and a store tells apart.
func TestWithPrograms(t *testing.T) {
	paper, err := FindPaper("dagger1")
	if err != nil {
		t.Fatal(err)
	}
	bench := tableOf(t, paper, "program", "p2-bad", "p2-bad'", "unheard-of")
	with, err := paper.WithPrograms(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := with.Tasks(bench)
	if err != nil || len(tasks) != 2 || paper.own != "" {
		t.Fatal(tasks, err)
	}
	plain, primed := tasks[0], tasks[1]
	if plain.Name != "p2-bad" || plain.Args != nil || primed.Name != "p2-bad'" || !slices.Equal(primed.Args, paper.primed) || *plain.Expected {
		t.Errorf("%+v, %+v", plain, primed)
	}
	p := &Pool{Program: []string{os.Args[0]}}
	if newKeys(p).of(plain, paper.Columns[0]) == newKeys(p).of(primed, paper.Columns[0]) {
		t.Error("a store takes the primed row for the plain one")
	}
	if _, err := os.Stat(primed.File); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(primed.Property); err != nil {
		t.Error(err)
	}
}

// tableOf makes a folder with a table of the paper that has a head and rows, to which it adds numbers.
func tableOf(t *testing.T, paper *Paper, head string, rows ...string) (bench string) {
	t.Helper()
	for _, n := range paper.numbers {
		head += "\t" + n.field
	}
	text := head + "\n"
	for _, row := range rows {
		text += row + strings.Repeat("\t1", len(paper.numbers)) + "\n"
	}
	bench = t.TempDir()
	if err := os.Mkdir(filepath.Join(bench, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bench, "tables", paper.file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return bench
}

// TestKinds: a program's options follow from the kind of its row, also where a primed row has another kind.
func TestKinds(t *testing.T) {
	paper, err := FindPaper("dagger1")
	if err != nil {
		t.Fatal(err)
	}
	bench := tableOf(t, paper, "group\tprogram", "sendmail\tp2-bad", "sting\tp1-bad", "strengthened\tp2-bad'")
	with, err := paper.WithPrograms(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := with.Tasks(bench)
	if err != nil || len(tasks) != 3 {
		t.Fatal(tasks, err)
	}
	options := paper.options["sendmail"]
	for i, want := range [][]string{options, nil, slices.Concat(options, paper.primed)} {
		if got := tasks[i].Args; !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", tasks[i].Name, got, want)
		}
	}
}
