package bench

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestKeys: whatever an outcome depends on changes its key, and nothing else does.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
		return file
	}
	files := map[string]string{
		"worker":        "a program",
		"set/t.yml":     "input_files: [a.c, b.c]\n",
		"set/a.c":       "#include \"near.h\"\n # include <far.h> // both\nint main(void) {}\n",
		"set/b.c":       "int f(void) {}\n",
		"set/near.h":    "#include \"deep.h\"\n",
		"set/deep.h":    "int deep;\n",
		"headers/x.h":   "int other;\n",
		"headers/far.h": "int far;\n",
		"p.prp":         "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"pre.h":         "int before;\n",
	}
	for name, text := range files {
		write(name, text)
	}
	base := func() (*Pool, Task, Column) {
		return &Pool{Program: []string{filepath.Join(dir, "worker"), "verify"}, Time: time.Second, Memory: 1 << 30},
			Task{File: filepath.Join(dir, "set/t.yml"), Property: filepath.Join(dir, "p.prp")},
			Column{Name: "c", Args: []string{"-I", filepath.Join(dir, "headers"), "--include=" + filepath.Join(dir, "pre.h")}}
	}
	key := func(change func(*Pool, *Task, *Column)) string {
		p, task, column := base()
		change(p, &task, &column)
		return newKeys(p).of(task, column)
	}
	before := key(func(*Pool, *Task, *Column) {})
	for _, name := range []string{"worker", "set/t.yml", "set/a.c", "set/b.c", "set/near.h", "set/deep.h", "headers/far.h", "p.prp", "pre.h"} {
		write(name, files[name]+" ")
		if key(func(*Pool, *Task, *Column) {}) == before {
			t.Errorf("%s does not count", name)
		}
		write(name, files[name])
	}
	for what, change := range map[string]func(*Pool, *Task, *Column){
		"the time":             func(p *Pool, _ *Task, _ *Column) { p.Time *= 2 },
		"the memory":           func(p *Pool, _ *Task, _ *Column) { p.Memory *= 2 },
		"an option":            func(_ *Pool, _ *Task, c *Column) { c.Args = append(c.Args, "-m32") },
		"an option of a task":  func(_ *Pool, task *Task, _ *Column) { task.Args = []string{"-m32"} },
		"where an option ends": func(_ *Pool, _ *Task, c *Column) { c.Args[0] += " " + c.Args[1]; c.Args[1] = "" },
		"no property":          func(_ *Pool, task *Task, _ *Column) { task.Property = "" },
	} {
		if key(change) == before {
			t.Errorf("%s does not count", what)
		}
	}
	write("headers/x.h", "int changed;\n")
	if key(func(_ *Pool, _ *Task, c *Column) { c.Name = "another name" }) != before {
		t.Error("a column's name, or a header that nothing includes, counts")
	}
}

// TestStoreAfterChange: an outcome is not found again when the program has changed.
func TestStoreAfterChange(t *testing.T) {
	p := pool(t)
	dir := folder(t, "true")
	source := filepath.Join(dir, "a.c")
	tasks := tasksOf(t, dir)
	store := filepath.Join(t.TempDir(), "store")
	for i, want := range []int{1, 1, 2} { // outcomes in the store after each run
		if err := os.WriteFile(source, []byte([]string{"int a;", "int a;", "int b;"}[i]), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		if p.Store, err = OpenStore(store); err != nil {
			t.Fatal(err)
		}
		run(t, p, tasks, Column{Name: "c"})
		if err := p.Store.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := OpenStore(store)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Len(); err != nil || n != want {
			t.Errorf("run %d: %d outcomes are kept, want %d (%v)", i+1, n, want, err)
		}
		s.Close()
	}
}
