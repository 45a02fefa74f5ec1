package witness

import (
	"strings"
	"testing"
)

func TestExpression(t *testing.T) {
	for text, ok := range map[string]bool{
		"x == 4": true, "((long long)x + (__int128)y >= (-1LL))": true, "a[i] <= p->f && s.b != *q": true, "(uint32_t)(x) % 3": true,
		"-x < -y": true, "c == 'a' || !d ? ~e : 1": true,
		"x = 1": false, "x-->3": false, "x - ->y": false, "x - -y": false, "__craig_condition": false, "x += 1": false, "x++": false, "--x": false, "f()": false, "(f)(x)": false, "a[0](1)": false,
		"1); abort(); (1": false, "(1": false, "1)": false, "[1)": false, "": false, "({ int x; })": false, "x // y": false,
		"x /* y": false, "\"s\"": false, "x #": false, "craig_at == 1": false, `x \`: false, `\old(x)`: false,
	} {
		if err := expression(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPartial(t *testing.T) {
	for text, want := range map[string]string{
		"x == -1": "", "(x >= (-5LL))": "", "x + 1 > 0": "no-overflow", "-x > 0": "no-overflow", "x << 3 == y": "no-overflow",
		"x % 2 == 0": "div-by-zero no-overflow", "a[i] == 0": "bounds null", "p->x": "bounds null", "x == *p": "bounds null no-overflow", "2 * x": "no-overflow",
	} {
		c := &claim{}
		c.partial(text)
		if got := strings.Join(c.Undefined, " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestImplications(t *testing.T) {
	for text, want := range map[string]string{
		"a || b":         "a || b",
		"a ==> b || c":   "(!(a ) || ( b || c))",
		"a ==> b ==> c":  "(!(a ) || ((!( b ) || ( c))))",
		"(a ==> b) && c": "((!(a ) || ( b))) && c",
		"a <==> b":       "(!(a ) == !( b))",
		"a ==> (b":       "a ==> (b",
	} {
		if got := implications(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
