package report

import (
	"html"
	"strings"
)

// colouring cuts lines of C into words with colours. It keeps what a line leaves open: a comment.
type colouring struct{ comment bool }

// cWords are the keywords of C and of its usual extensions.
var cWords = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if inline int long
		register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Alignof _Atomic
		_Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local bool true false nullptr typeof __attribute__ __extension__
		__inline __inline__ __restrict __asm__ asm __typeof__ __volatile__ __const __signed__`) {
		words[w] = true
	}
	return words
}()

// line is a line as HTML. Its text is escaped; what is added are spans with the classes k (keyword), s (string), n
// (number), c (comment) and d (directive).
func (c *colouring) line(text string) string {
	var b strings.Builder
	put := func(class, part string) {
		if part == "" {
			return
		}
		if class != "" {
			b.WriteString(`<span class="` + class + `">`)
		}
		b.WriteString(html.EscapeString(part))
		if class != "" {
			b.WriteString("</span>")
		}
	}
	if !c.comment && strings.HasPrefix(strings.TrimLeft(text, " \t"), "#") {
		put("d", text)
		return b.String()
	}
	letter := func(x byte) bool {
		return x == '_' || x == '$' || x >= 'a' && x <= 'z' || x >= 'A' && x <= 'Z' || x >= 0x80
	}
	digit := func(x byte) bool { return x >= '0' && x <= '9' }
	for i := 0; i < len(text); {
		from := i
		switch x := text[i]; {
		case c.comment || strings.HasPrefix(text[i:], "/*"):
			at := i
			if !c.comment {
				at += 2
			}
			if end := strings.Index(text[at:], "*/"); end >= 0 {
				i, c.comment = at+end+2, false
			} else {
				i, c.comment = len(text), true
			}
			put("c", text[from:i])
		case strings.HasPrefix(text[i:], "//"):
			i = len(text)
			put("c", text[from:])
		case x == '"' || x == '\'':
			for i++; i < len(text) && text[i] != x; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(text))
			put("s", text[from:i])
		case digit(x):
			for i < len(text) && (letter(text[i]) || digit(text[i]) || text[i] == '.') {
				i++
			}
			put("n", text[from:i])
		case letter(x):
			for i < len(text) && (letter(text[i]) || digit(text[i])) {
				i++
			}
			class := ""
			if cWords[text[from:i]] {
				class = "k"
			}
			put(class, text[from:i])
		default:
			for i++; i < len(text) && !letter(text[i]) && !digit(text[i]) && !strings.ContainsRune("\"'/", rune(text[i])); i++ {
			}
			put("", text[from:i])
		}
	}
	return b.String()
}
