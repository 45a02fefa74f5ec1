package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestConversionHandles: a handle of iconv_open that is closed is not used again; (iconv_t)-1, which is none, may be given to every call.
func TestConversionHandles(t *testing.T) {
	for body, want := range map[string]verdict.Verdict{
		"if (c != (iconv_t)-1) { iconv_close(c); iconv_close(c); }":               verdict.False,
		"if (c != (iconv_t)-1) { iconv_close(c); iconv(c, &from, &n, &to, &m); }": verdict.False,
		"iconv_close(0);": verdict.False,
		"iconv_close(c);": verdict.True,
		"if (c == (iconv_t)-1) { iconv_close(c); iconv_close(c); } else iconv_close(c);": verdict.True,
		"iconv_t d = iconv_open(\"UTF-8\", \"LATIN1\"); iconv_close(c); iconv_close(d);": verdict.True,
	} {
		res := verify(t, cfront.Options{Environment: cfront.Environment{Valid: true}, Properties: []string{"valid-deref", "valid-free"}}, `
typedef void *iconv_t;
typedef __SIZE_TYPE__ size_t;
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
int iconv_close(iconv_t);
int main(void) {
	char in[4] = "abc", out[8], *from = in, *to = out;
	size_t n = 3, m = sizeof out;
	iconv_t c = iconv_open("UTF-8", "LATIN1");
	`+body+`
}`)
		if res.Verdict != want {
			t.Errorf("%s: %v, want %v: %s", body, res.Verdict, want, res.Detail)
		}
	}
}
