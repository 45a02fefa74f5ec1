package hint

import (
	"strings"
	"unicode"
)

// Caret returns a line of a C file, and under it a line with a ^ at the column, which counts bytes from 1 on, both indented;
// "" if there is no such column, or if the line is long.
func Caret(line string, col int) string {
	const longest = 160
	if col <= 0 || col > len(line)+1 || len(line) > longest || strings.TrimSpace(line) == "" {
		return ""
	}
	under := strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, line[:col-1])
	shown := strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\t' {
			return '?' // a terminal may do anything with it
		}
		return c
	}, line)
	return "    " + shown + "\n    " + under + "^\n"
}
