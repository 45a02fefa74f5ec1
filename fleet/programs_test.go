package fleet

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
	bench := t.TempDir()
	var header, row []string
	for _, n := range paper.numbers {
		header, row = append(header, n.field), append(row, "1")
	}
	line := func(name string, cells []string) string { return name + "\t" + strings.Join(cells, "\t") + "\n" }
	text := line("program", header) + line("p2-bad", row) + line("p2-bad'", row) + line("unheard-of", row)
	if err := os.Mkdir(filepath.Join(bench, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bench, "tables", paper.file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
	p := &Pool{}
	if p.key(plain, paper.Columns[0]) == p.key(primed, paper.Columns[0]) {
		t.Error("a store takes the primed row for the plain one")
	}
	if _, err := os.Stat(primed.File); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(primed.Property); err != nil {
		t.Error(err)
	}
}

// TestKinds: a program's options follow from the kind of its row, also where a primed row has another kind.
func TestKinds(t *testing.T) {
	paper, err := FindPaper("dagger1")
	if err != nil {
		t.Fatal(err)
	}
	bench := t.TempDir()
	var header, row []string
	for _, n := range paper.numbers {
		header, row = append(header, n.field), append(row, "1")
	}
	line := func(kind, name string, cells []string) string {
		return kind + "\t" + name + "\t" + strings.Join(cells, "\t") + "\n"
	}
	text := line("group", "program", header) + line("sendmail", "p2-bad", row) + line("sting", "p1-bad", row) + line("strengthened", "p2-bad'", row)
	if err := os.Mkdir(filepath.Join(bench, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bench, "tables", paper.file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
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
