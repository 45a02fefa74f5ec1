package witness_test

import (
	"bytes"
	"fmt"
	"slices"
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

// TestThreads: a witness says who passes which place, in an order that leads to the error; threads have the numbers that they get where they are made,
// and a data race ends with both accesses.
func TestThreads(t *testing.T) {
	const head = "#include <pthread.h>\nextern void reach_error(void);\nint x, y;\n"
	const two = "int main(void) {\n\tpthread_t a, b;\n\tpthread_create(&a, 0, f, 0);\n\tpthread_create(&b, 0, g, 0);\n\tpthread_join(a, 0);\n\tpthread_join(b, 0);\n\treturn 0;\n}\n"
	for _, tt := range []struct{ name, property, text, want string }{
		{"in an order", "unreach-call", head + "void *f(void *p) {\n\tx = 1;\n\ty = x;\n\treturn 0;\n}\nvoid *g(void *p) {\n\tif (x == 1 && y == 0)\n\t\treach_error();\n\treturn 0;\n}\n" + two,
			"function_enter 0 main:16; assumption 1 f:5; assumption 2 g:10; target 2 g:11"},
		{"a race", "no-data-race", head + "void *f(void *p) {\n\tx = 1;\n\treturn 0;\n}\nvoid *g(void *p) {\n\tx = 2;\n\treturn 0;\n}\n" + two,
			"target 1 f:5 2 g:9"},
		{"one thread", "unreach-call", head + "int main(void) {\n\treach_error();\n}\n", "target main:5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := run.Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{tt.property}}, fstest.MapFS{"p.c": {Data: []byte(tt.text)}}, "p.c"), run.Options{})
			if err != nil || res.Verdict != verdict.False {
				t.Fatal(res.Verdict, res.Detail, err)
			}
			w, err := witness.Of(res.Program, &res.Result, witness.About{Version: "2.0", Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)})
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := witness.Write(&text, w); err != nil {
				t.Fatal(err)
			}
			if err := witness.Conforms(text.Bytes()); err != nil {
				t.Errorf("%v\n%s", err, text.Bytes())
			}
			if threads := strings.Contains(tt.text, "pthread_create"); (w.Metadata.Version == "2.2") != threads {
				t.Errorf("format %s", w.Metadata.Version)
			}
			var list []string
			for _, item := range w.Content {
				line := item.Segment[0].Waypoint.Type
				for _, s := range item.Segment {
					if n := s.Waypoint.Thread; n != nil {
						line += fmt.Sprintf(" %d", *n)
					}
					line += fmt.Sprintf(" %s:%d", s.Waypoint.Location.Function, s.Waypoint.Location.Line)
				}
				list = append(list, line)
			}
			list = slices.DeleteFunc(list, func(line string) bool { return line == "function_enter 0 main:17" }) // before f begins, or after that
			got := strings.Join(list, "; ")
			other := strings.NewReplacer("target 1 f:5 2 g:9", "target 2 g:9 1 f:5").Replace(tt.want)
			if !strings.HasSuffix(got, tt.want) && !strings.HasSuffix(got, other) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}
