package irtest

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/ir"
)

// Numbered is Parse of a program whose edges are written in the order of their numbers as "edge FROM ->
// TO: statement".
func Numbered(t testing.TB, text string) *ir.Program {
	t.Helper()
	var lines []string
	out := map[string][]string{}
	edges := 0
	for _, line := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "edge "); ok {
			from, rest, _ := strings.Cut(rest, " ")
			edges++
			out[from] = append(out[from], fmt.Sprintf("edge %d %s", edges, rest))
		} else {
			lines = append(lines, line)
		}
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line + "\n")
		if words := strings.Fields(line); len(words) > 1 && words[0] == "loc" {
			for _, e := range out[words[1]] {
				b.WriteString(e + "\n")
			}
		}
	}
	return Parse(t, b.String())
}
