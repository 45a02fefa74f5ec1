package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
)

// TestReturnedArrays: a member array of a returned structure is an object, of which pointers and functions see what is in it; and parameters without a
// name may have static and qualifiers in their brackets.
func TestReturnedArrays(t *testing.T) {
	const text = `typedef int (*f)(int [static 5]), (*g)(int [static const 5], char [const], int [*], double [restrict static 2][3], int [ static 3 + 2]);
struct s { int x, u[3]; char t[4]; } h(void) { struct s r = {1, {2, 3, 4}, "abc"}; return r; }
struct w { struct s a[2]; struct { short b[2][2]; } c; } k(void) { struct w r = {{{7, {8}}, {9, {10, 11}, "xy"}}, {{{1, 2}, {3, 4}}}}; return r; }
extern void reach_error(void);
extern int nondet(void);
static int last(int a[static 5]) { return a[4]; }
static unsigned long len(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
int main(void) {
	int five[5] = {1, 2, 3, 4, 5};
	f p = last;
	if (*(h().u + 1) != 3 || *h().u != 2 || h().u[2] != 4 || len(h().t) != 3) reach_error();
	if ((k().a + 1)->u[1] != 11 || len((k().a + 1)->t) != 2 || *(*(k().c.b + 1) + 1) != 4) reach_error();
	if (*((nondet() ? h() : k().a[1]).u + 1) < 3 || p(five) != 5 || sizeof(int (*)(int [static 5])) != sizeof p) reach_error();
}`
	for _, m32 := range []bool{false, true} {
		for _, c := range []struct {
			property, from, to string
			want               verdict.Verdict
		}{
			{"unreach-call", "", "", verdict.True},
			{"unreach-call", "!= 11", "== 11", verdict.False},
			{"valid-deref", "", "", verdict.True},
			{"valid-deref", "h().u + 1", "h().u + 4", verdict.False}, // behind the structure
		} {
			res := verify(t, cfront.Options{ILP32: m32, Properties: []string{c.property}}, strings.Replace(text, c.from, c.to, 1))
			if res.Verdict != c.want {
				t.Errorf("-m32 %v, %s, %s: %v, want %v: %s", m32, c.property, c.to, res.Verdict, c.want, res.Detail)
			}
		}
	}
}
