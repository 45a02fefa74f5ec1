package main

import (
	"bytes"
	"os"
	"strings"
	"unicode"

	"craig/internal/bounded"
	"craig/internal/program/ir"
)

// caret returns the line of a position, and under it a line with a ^ at the column, both indented; "" if there is no such line in
// the file that the position names, as with #line, or if it is long.
func caret(pos ir.Pos) string {
	const longest = 160
	if pos.Line <= 0 || pos.Col <= 0 {
		return ""
	}
	info, err := os.Stat(pos.File)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := bounded.ReadFile(pos.File, bounded.Most)
	if err != nil {
		return ""
	}
	n := 0
	for line := range bytes.Lines(text) {
		if n++; n < pos.Line {
			continue
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) > longest || pos.Col > len(line)+1 || len(bytes.TrimSpace(line)) == 0 {
			return ""
		}
		under := strings.Map(func(c rune) rune {
			if c == '\t' {
				return c
			}
			return ' '
		}, string(line[:pos.Col-1]))
		shown := strings.Map(func(c rune) rune {
			if unicode.IsControl(c) && c != '\t' {
				return '?' // a terminal may do anything with it
			}
			return c
		}, string(line))
		return "    " + shown + "\n    " + under + "^\n"
	}
	return ""
}
