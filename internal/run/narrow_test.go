package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestNarrow: which operations violate unsigned-wrap and conversion: those that clang's sanitizers report, and bit-fields.
func TestNarrow(t *testing.T) {
	const head = "extern unsigned input(void); unsigned char byte; struct { unsigned u : 3; int s : 3; } bits; _Bool truth;\n" +
		"static int take(signed char c) { return c; } static unsigned char give(int n) { return n; }\n" +
		"int main(void) { unsigned u = input(); int n; __extension__ n = (int)(u & 0x7fffffff); unsigned char c = 250; long l = n;\n"
	const wrap, conversion, neither = "unsigned-wrap", "conversion", ""
	for _, tt := range []struct {
		statement string
		violates  string
	}{
		{"u = u + 1;", wrap}, {"u++;", wrap}, {"--u;", wrap}, {"u *= 3;", wrap}, {"u = -u;", wrap}, {"u -= 4;", wrap},
		{"unsigned long w = 4ul - sizeof l;", wrap}, {"unsigned long w = u * 8ul;", neither}, {"u <<= 5;", neither}, {"u = ~u;", neither},
		{"if (u < 100) u++;", neither}, {"if (u) u--;", neither}, {"u = u / 3 + u % 7;", neither}, {"l = (long)u + 1;", neither},
		{"byte = u;", conversion}, {"byte = (unsigned char)u;", neither}, {"byte = ~0;", conversion}, {"c += 10;", conversion},
		{"while (c < 255) c++;", neither}, {"c++; c++; c++; c++; c++; c++;", conversion}, {"u = -1;", conversion}, {"u = ~3u;", neither},
		{"if (n - 5 < 3u) byte = 1;", conversion}, {"if (n < 3u) byte = 1;", neither}, {"take(u);", conversion}, {"take(u % 128);", neither},
		{"give(n);", conversion}, {"give(n % 256);", neither}, {"bits.u = u;", conversion}, {"bits.s = -4;", neither}, {"bits.s = 4;", conversion},
		{"truth = u;", neither}, {"byte = truth;", neither}, {"byte = u == 7;", neither}, {"short s = l;", conversion}, {"int k = u;", conversion},
		{"byte = u > 255 ? 255 : u;", neither}, {"byte |= 0x80;", neither}, {"byte |= 0x180;", conversion}, {"byte <<= 1;", neither},
		{"c <<= 1;", conversion}, {"byte = (char)200;", conversion}, {"static unsigned char k = -1;", neither}, {"switch (c) { case 250: byte = 3; }", neither},
		{"unsigned char a[2] = {u, 1};", conversion}, {"(void)(short)u;", neither},
	} {
		for _, property := range []string{wrap, conversion} {
			want := verdict.True
			if tt.violates == property {
				want = verdict.False
			}
			res := verify(t, cfront.Options{Properties: []string{property}}, head+tt.statement+" }\n")
			if res.Verdict != want {
				t.Errorf("%s: %s: %s(%s), want %s: %s", property, tt.statement, res.Verdict, res.Reason, want, res.Detail)
			}
		}
	}
	// Who does not ask is not cut off.
	text := "extern void reach_error(void); int main(void) { unsigned u = 0; unsigned char c; u--; c = u; if (c == 255) reach_error(); }"
	for _, opts := range []cfront.Options{{}, {Properties: []string{"no-overflow", "unreach-call"}}} {
		if res := verify(t, opts, text); res.Verdict != verdict.False {
			t.Errorf("%v: %s(%s)", opts.Properties, res.Verdict, res.Reason)
		}
	}
}
