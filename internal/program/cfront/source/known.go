package source

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// What gcc knows without a declaration is more text than most programs that ask for little of it. Of the predefined macros and the
// built-in declarations only those are read whose names a program mentions, or that these need. A program may make names of
// parts, or include files that are not looked at here: then all are read.

// line is a line of what is known, or several that belong together.
type line struct {
	text  string
	names []string // that it declares or defines
	kept  bool     // always
}

const largeText = 64 << 10 // where reading what is known takes next to no time

// linesOf are the lines of a text in which each declares one thing. #if and #endif are on lines of their own and stay together.
func linesOf(text string) []line {
	var lines []line
	open := 0
	for l := range strings.Lines(text) {
		directive := strings.HasPrefix(l, "#if")
		if open == 0 || len(lines) == 0 {
			lines = append(lines, line{})
		}
		last := &lines[len(lines)-1]
		last.text += l
		if name := nameIn(l); name != "" {
			last.names = append(last.names, name)
			last.kept = last.kept || strings.HasPrefix(name, "__predefined_")
		}
		if directive {
			open++
		} else if strings.HasPrefix(l, "#endif") {
			open--
		}
	}
	return lines
}

// nameIn is the name that a line declares or defines; "" if there is none.
func nameIn(l string) string {
	define, isMacro := strings.CutPrefix(l, "#define ")
	switch {
	case isMacro:
		end := 0
		for end < len(define) && (isLetter(define[end]) || isDigit(define[end])) {
			end++
		}
		return define[:end]
	case strings.HasPrefix(l, "#"), strings.HasPrefix(l, "/*"):
		return ""
	case !strings.HasPrefix(l, "typedef"):
		l, _, _ = strings.Cut(l, "(")
	}
	last := ""
	eachWord(l, func(word string) { last = word })
	return last
}

// eachWord calls f on the words of a text.
func eachWord[T string | []byte](text T, f func(word T)) {
	for i := 0; i < len(text); {
		if !isLetter(text[i]) {
			i++
			continue
		}
		from := i
		for i++; i < len(text) && (isLetter(text[i]) || isDigit(text[i])); i++ {
		}
		f(text[from:i])
	}
}

// builtinLines are those of builtins.
var builtinLines = sync.OnceValue(func() []line { return linesOf(builtins) })

// mentioned are the words that a program may mean something by; nil if they are not known.
type mentioned map[string]bool

// mentions are the words of the texts of a program, and of the embedded headers that they include.
func mentions(texts ...[]byte) mentioned {
	m := mentioned{}
	for _, text := range texts {
		if len(text) > largeText || !m.add(text) {
			return nil
		}
	}
	return m
}

// add adds the words of a text. It fails if the text makes words of parts, or includes something else than embedded headers.
func (m mentioned) add(text []byte) bool {
	if bytes.Contains(text, []byte("##")) || bytes.Contains(text, []byte("%:")) || bytes.Contains(text, []byte("??")) || markIn(text) >= 0 {
		return false
	}
	for i, c := range text {
		if c == '\\' && i > 0 && (isLetter(text[i-1]) || isDigit(text[i-1])) && i+1 < len(text) && (text[i+1] == '\n' || text[i+1] == '\r') {
			return false // the word may go on in the next line
		}
	}
	eachWord(text, func(word []byte) {
		if !m[string(word)] {
			m[string(word)] = true
		}
	})
	for rest := text; ; {
		at := bytes.Index(rest, []byte("include"))
		if at < 0 {
			return true
		}
		before := bytes.TrimRight(rest[:at], " \t")
		rest = rest[at+len("include"):]
		if !bytes.HasSuffix(before, []byte{'#'}) {
			if bytes.HasSuffix(before, []byte("*/")) || bytes.HasSuffix(before, []byte("\n")) && bytes.HasSuffix(bytes.TrimRight(before, "\r\n"), []byte{'\\'}) {
				return false // perhaps the # is in front of a comment, or in the line before
			}
			continue
		}
		rest = bytes.TrimPrefix(rest, []byte("_next"))
		arg, _, _ := bytes.Cut(rest, []byte{'\n'})
		if !m.header(arg) {
			return false
		}
	}
}

// header adds the words of the embedded headers of the name in an #include.
func (m mentioned) header(arg []byte) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(string(arg)), "<")
	name, _, ok2 := strings.Cut(name, ">")
	if !ok || !ok2 {
		return false
	}
	if m["<"+name] {
		return true
	}
	m["<"+name] = true
	found := false
	for _, folder := range []string{"free", "libc"} {
		if text, err := fs.ReadFile(embedded, path.Join("include", folder, name)); err == nil {
			if found = true; !m.add(text) {
				return false
			}
		}
	}
	return found
}

// of are the lines that the program needs, as one text. Their words are mentioned then.
func (m mentioned) of(lines []line) string {
	at := map[string][]int{} // by name
	for i, l := range lines {
		for _, name := range l.names {
			at[name] = append(at[name], i)
			// A function without a declaration has the type of its builtin.
			if plain, ok := strings.CutPrefix(name, "__builtin_"); ok {
				at[plain] = append(at[plain], i)
			}
		}
	}
	var need []int
	taken := make([]bool, len(lines))
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			need = append(need, i)
		}
	}
	for i, l := range lines {
		if l.kept {
			take(i)
		}
	}
	for word := range m {
		for _, i := range at[word] {
			take(i)
		}
	}
	for n := 0; n < len(need); n++ {
		eachWord(lines[need[n]].text, func(word string) {
			m[word] = true
			for _, i := range at[word] {
				take(i)
			}
		})
	}
	slices.Sort(need)
	var b strings.Builder
	for _, i := range need {
		b.WriteString(lines[i].text)
	}
	return b.String()
}
