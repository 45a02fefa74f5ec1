package ctext

import "strings"

// Hollow puts text in the place of what is between the braces at two offsets. Lines of the preprocessor stay, since what comes later may
// depend on them, and no line moves. It does nothing and gives false if these are not the braces of one block.
func (s *Source) Hollow(from, to int, text string) bool {
	if s.text[from] != '{' || s.closing(from+1) != to {
		return false
	}
	var b strings.Builder
	b.WriteString(text)
	at := from + 1
	blank := func(end int) {
		for ; at < end; at++ {
			if s.text[at] == '\n' {
				b.WriteByte('\n')
			}
		}
	}
	for _, x := range s.blank() {
		if x.from < at || x.from >= to || s.text[x.from] != '#' {
			continue
		}
		end := x.from + lengthTo(s.text[x.from:to], "\n")
		for end < to && strings.HasSuffix(strings.TrimRight(string(s.text[x.from:end]), " \t\r\n"), "\\") { // it goes on in the next line
			end += lengthTo(s.text[end:to], "\n")
		}
		line := string(s.text[x.from:end])
		if end > to || strings.LastIndex(line, "/*") > strings.LastIndex(line, "*/") { // a comment goes on
			return false
		}
		blank(x.from)
		b.WriteString(line)
		at = end
	}
	blank(to)
	s.Edit(from+1, to-from-1, b.String())
	return true
}
