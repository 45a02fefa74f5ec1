package witness_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// TestWhileFree: invariants of mutexes say nothing of what a thread changes where the proof has no location at which others may move.
func TestWhileFree(t *testing.T) {
	const head = "#include <pthread.h>\nextern void reach_error(void);\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x, y;\n"
	const section = "\tpthread_mutex_lock(&m);\n\tx = 1;\n\tx = 0;\n\tpthread_mutex_unlock(&m);\n"
	const reads = "\tpthread_mutex_lock(&m);\n\tif (x)\n\t\treach_error();\n\tpthread_mutex_unlock(&m);\n"
	const made = "int main(void) {\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n"
	for _, tt := range []struct{ text, want string }{
		{head + "void *f(void *p) {\n" + section + "\treturn 0;\n}\n" + made + reads + "\tpthread_join(t, 0);\n\treturn 0;\n}\n", "15 x"},
		{head + "void *f(void *p) {\n\ty = 1 - y;\n\ty = 0;\n" + section + "\treturn 0;\n}\n" + made + reads + "\tpthread_join(t, 0);\n\tif (y)\n\t\treach_error();\n\treturn 0;\n}\n", "17 x"},
		{head + "void *f(void *p) {\n" + section + "\ty = 5;\n\treturn 0;\n}\n" + made + reads + "\tpthread_join(t, 0);\n\tif (y != 5)\n\t\treach_error();\n\treturn 0;\n}\n", "16 x"},
	} {
		res, err := run.Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, fstest.MapFS{"p.c": {Data: []byte(tt.text)}}, "p.c"), run.Options{Workers: 1})
		if err != nil || res.Verdict != verdict.True {
			t.Fatal(res.Verdict, res.Detail, err)
		}
		w, err := witness.Of(res.Program, &res.Result, witness.About{Version: "2.0", Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, item := range w.Content {
			of := ""
			for _, name := range []string{"x", "y"} {
				if strings.Contains(item.Invariant.Value, ")"+name+" ") {
					of += " " + name
				}
			}
			list = append(list, fmt.Sprint(item.Invariant.Location.Line)+of)
		}
		if got := strings.Join(list, "; "); strings.Contains(got, "y") || got != "" && got != tt.want {
			t.Errorf("got %s, want %s\n%s", got, tt.want, tt.text)
		}
	}
}
