// Package markdown writes texts of which nothing is known into Markdown as GitHub reads it: names of files, lines of programs and messages are shown as they
// are, and are never markup, HTML, mentions or references.
package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most is how many characters GitHub takes of a comment.
const Most = 65536

// longest is the length of the longest run of backquotes.
func longest(text string) (n int) {
	run := 0
	for _, c := range text {
		if run++; c != '`' {
			run = 0
		}
		n = max(n, run)
	}
	return n
}

// plain is a text without what is not to be seen: control characters but for line feeds and tabs, marks of the direction of writing, and bytes that are no UTF-8.
func plain(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n', c == '\t':
			return c
		case c == utf8.RuneError, unicode.IsControl(c), unicode.Is(unicode.Cf, c), c == '\u2028', c == '\u2029':
			return '�'
		}
		return c
	}, strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\r\n", "\n"))
}

// Code is a Span that may be in a cell of a table; elsewhere a backslash would be seen in front of each |.
func Code(text string) string { return Span(strings.ReplaceAll(text, "|", `\|`)) }

// Span is a text as a span of code in one line, in which nothing else means something.
func Span(text string) string {
	text = strings.Join(strings.Fields(plain(text)), " ")
	if text == "" {
		return "` `"
	}
	fence := strings.Repeat("`", longest(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// Block is a text as a block of code of a language, between two empty lines.
func Block(language, text string) string {
	fence := strings.Repeat("`", max(3, longest(text)+1))
	return "\n" + fence + language + "\n" + strings.TrimRight(plain(text), "\n") + "\n" + fence + "\n"
}

// Details is something that is folded below a line, which is no text of others: Markdown means nothing in it.
func Details(line, inside string) string {
	return "\n<details><summary>" + line + "</summary>\n" + inside + "\n</details>\n"
}

// Cut is a text of at most so many characters, which are UTF-16 units as GitHub counts them in the worst case: where it is longer it ends with a line that says so, at the
// end of a line, with blocks of code and what is folded closed. end is not cut off.
func Cut(text, end string, most int) string {
	const said = "\n\n_There is more than fits here; the log of the run and its SARIF file have all of it._\n"
	if units(text)+units(end) <= most {
		return text + end
	}
	left := most - units(end) - units(said) - 256
	var kept strings.Builder
	fence, folded := "", 0
	for line := range strings.Lines(text) {
		if left -= units(line); left < 0 {
			break
		}
		kept.WriteString(line)
		word := strings.TrimRight(line, "\n")
		ticks := len(word) - len(strings.TrimLeft(word, "`"))
		switch {
		case fence == "" && ticks >= 3 && !strings.Contains(word[ticks:], "`"):
			fence = word[:ticks]
		case fence != "" && word == fence:
			fence = ""
		case fence == "":
			folded += strings.Count(word, "<details>") - strings.Count(word, "</details>")
		}
	}
	if fence != "" {
		kept.WriteString(fence + "\n")
	}
	kept.WriteString(strings.Repeat("\n</details>\n", max(0, min(folded, 16))))
	return kept.String() + said + end
}

// units is the length of a text in UTF-16 units.
func units(text string) (n int) {
	for _, c := range text {
		if n++; c > 0xffff {
			n++
		}
	}
	return n
}
