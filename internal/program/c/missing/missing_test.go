package missing_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/c/cfront"
)

var update = flag.Bool("update", false, "write the expected text")

// TestList: what a program uses and does not define, with the types.
func TestList(t *testing.T) {
	const text = `#include <string.h>
#include <stdio.h>
struct s { char c; unsigned n : 3; struct { short a[2]; } in; union { long l; double d; }; void (*f)(int); };
struct open { int n; char rest[]; };
struct packed { char c; int n; } __attribute__((packed));
struct incomplete;
enum e { A, B };
enum e get(void); struct s record(int); struct packed tight(void); void nothing(void); _Noreturn void stops(void);
int mentioned(void); int _mentioned(void); int never(void); int known(void) { return 1; } static int local(void) { return 2; }
unsigned char byte(void); long double wide(void); char *text(void); __int128 large(void); struct incomplete *opaque(void);
extern int n; extern struct s record1; extern const int list[3]; extern struct open o; extern int unknown[]; extern struct incomplete inc; extern int aligned __attribute__((aligned(64)));
extern int unused;
static int dead(void) { return mentioned() + _mentioned() + wide(); }
int defined;
void reach_error(void);
int main(void) {
	struct s r = record(1); tight(); nothing(); get(); byte(); text(); large(); opaque(); implicit(3);
	if (n + record1.c + list[1] + o.n + unknown[2] + aligned + (&inc != 0) + defined == 7) stops();
	if (strlen("abc") == 4) reach_error();
	int (*p)(const char *) = puts;
	return known() + local() + r.c + p("");
}
`
	opts := cfront.Options{Properties: []string{"unreach-call"}, Lists: cfront.Lists{Missing: true}}
	p, err := cfront.ReadFrom(t.Context(), opts, cfront.NewFiles(fstest.MapFS{"a.c": {Data: []byte(text)}}), "a.c")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range p.Missing {
		fmt.Fprintf(&got, "%+v\n", m)
	}
	const golden = "testdata/list.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s\ninstead of\n%s", got.String(), want)
	}
}
