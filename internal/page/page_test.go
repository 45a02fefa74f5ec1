package page

import (
	"regexp"
	"strings"
	"testing"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// TestFrame: a page has one head, escapes its title, and loads nothing.
func TestFrame(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, "a </title><script>", "craig <1>", h.P(g.Text("a <b>"))); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<!doctype html>", "<title>a &lt;/title&gt;&lt;script&gt;</title>", "--ground:", "<p>a &lt;b&gt;</p>", "<footer>craig &lt;1&gt;</footer>", "</html>"} {
		if strings.Count(b.String(), part) == 0 {
			t.Errorf("no %s in\n%s", part, b.String())
		}
	}
	if m := regexp.MustCompile(`(?i)<link|\bsrc=|\bhref=|url\(|@import|https?:`).FindString(b.String()); m != "" {
		t.Errorf("%s is in the page", m)
	}
}

// TestColours: every colour has a value for light and for dark, and what is used has a name there.
func TestColours(t *testing.T) {
	light, dark, _ := strings.Cut(style, "@media (prefers-color-scheme: dark)")
	dark, _, _ = strings.Cut(dark, "\n}\n")
	names := regexp.MustCompile(`(--[a-z0-9]+):`)
	in := func(text string) map[string]bool {
		found := map[string]bool{}
		for _, m := range names.FindAllStringSubmatch(text, -1) {
			found[m[1]] = true
		}
		return found
	}
	l, d := in(light), in(dark)
	for name := range l {
		if !d[name] {
			t.Errorf("%s has no value for dark", name)
		}
	}
	for _, m := range regexp.MustCompile(`var\((--[a-z0-9]+)\)`).FindAllStringSubmatch(style, -1) {
		if !l[m[1]] {
			t.Errorf("%s has no value", m[1])
		}
	}
}

// TestClean: a page has no characters that HTML does not allow.
func TestClean(t *testing.T) {
	var b strings.Builder
	const text = "a\x1b[31m\xffb\u0080\r\n\té"
	if n, err := Clean(&b).Write([]byte(text)); n != len(text) || err != nil {
		t.Error(n, err)
	}
	if want := "a\ufffd[31m\ufffdb\ufffd\r\n\té"; b.String() != want {
		t.Errorf("%q, not %q", b.String(), want)
	}
}
