package markdown

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// spans reads a span of code as CommonMark does (6.1): its text, and what comes after it.
func span(text string) (inside, rest string, ok bool) {
	n := len(text) - len(strings.TrimLeft(text, "`"))
	fence := text[:n]
	for at := n; at < len(text); {
		i := strings.Index(text[at:], "`")
		if i < 0 {
			return "", "", false
		}
		at += i
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if run == n {
			inside = text[n:at]
			if strings.HasPrefix(inside, " ") && strings.HasSuffix(inside, " ") && strings.TrimSpace(inside) != "" {
				inside = inside[1 : len(inside)-1]
			}
			return inside, text[at+len(fence):], true
		}
		at += run
	}
	return "", "", false
}

// TestCode: whatever a text is, its span ends where it ends, in one line, and shows its words.
func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab`|<>@ \n\r\t\\#\u202e"))).Draw(t, "text")
		is := Code(text)
		inside, rest, ok := span(is)
		if !ok || rest != "" || strings.ContainsAny(is, "\n\r\u202e") {
			t.Fatalf("%q is %q", text, is)
		}
		if want := strings.Join(strings.Fields(plain(text)), " "); strings.TrimSpace(strings.ReplaceAll(inside, `\|`, "|")) != want {
			t.Fatalf("%q is %q, which shows %q", text, is, inside)
		}
	})
}

// TestBlock: no line of a text ends its block.
func TestBlock(t *testing.T) {
	text := "a\n```\n````suggestion\n</details>\n"
	is := strings.Split(Block("c", text), "\n")
	if is[1] != "`````c" || is[len(is)-2] != "`````" {
		t.Fatalf("%q", is)
	}
}

// TestCut: what is too long ends at the end of a line, within the limit, closed, and with its end.
func TestCut(t *testing.T) {
	if is := Cut("a\n", "<!-- m -->", 100); is != "a\n<!-- m -->" {
		t.Errorf("%q", is)
	}
	for _, text := range []string{strings.Repeat("𝄞 line\n", 40000), Details("x", Block("", strings.Repeat("`a\n", 90000))), strings.Repeat("x", 200000), strings.Repeat("<details>\n", 20000)} {
		is := Cut(text, "<!-- end -->", Most)
		if n := units(is); n > Most || !strings.HasSuffix(is, "<!-- end -->") || !strings.Contains(is, "There is more") {
			t.Errorf("%.40q: %d, %q", text, n, is[len(is)-60:])
		}
		if strings.Contains(text, "<summary>") && strings.Count(is, "\n```\n") < 1 {
			t.Errorf("not closed: %q", is[len(is)-200:])
		}
	}
}
