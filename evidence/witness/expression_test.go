package witness

import "testing"

func TestExpression(t *testing.T) {
	for text, ok := range map[string]bool{
		"x == 4": true, "((long long)x + (__int128)y >= (-1LL))": true, "a[i] <= p->f && s.b != *q": true, "(uint32_t)(x) % 3": true,
		"-x < -y": true, "c == 'a' || !d ? ~e : 1": true,
		"x = 1": false, "x += 1": false, "x++": false, "--x": false, "f()": false, "(f)(x)": false, "a[0](1)": false,
		"1); abort(); (1": false, "(1": false, "1)": false, "[1)": false, "": false, "({ int x; })": false, "x // y": false,
		"x /* y": false, "\"s\"": false, "x #": false, "craig_at == 1": false, `x \`: false, `\old(x)`: false,
	} {
		if err := expression(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestArithmetic(t *testing.T) {
	for text, want := range map[string]bool{"x == -1": false, "(x >= (-5LL))": false, "x + 1 > 0": true, "-x > 0": true, "x << 3 == y": true, "x % 2 == 0": true} {
		if got := arithmetic(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
