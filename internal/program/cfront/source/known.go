package source

import (
	"strings"
	"sync"
)

// What gcc knows without a declaration is more text than most programs that ask for little of it. Of the built-in declarations cc is
// given only those whose names a program has once its macros are expanded, or that these need.

// line is a line of what is known, or several that belong together.
type line struct {
	text  string
	names []string // that it declares or defines
	kept  bool     // always
}

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
func eachWord(text string, f func(word string)) {
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

// knownLines is what is known, in lines.
type knownLines struct {
	lines []line
	of    []int            // by the number of the physical line, from 1 on, the index in lines
	named map[string][]int // by name, the lines to which it leads
}

var known = sync.OnceValue(func() *knownLines {
	k := &knownLines{lines: linesOf(builtins), of: []int{-1}, named: map[string][]int{}}
	for i, l := range k.lines {
		for range strings.Count(l.text, "\n") {
			k.of = append(k.of, i)
		}
		for _, name := range l.names {
			k.named[name] = append(k.named[name], i)
			// A function without a declaration has the type of its builtin.
			if plain, ok := strings.CutPrefix(name, "__builtin_"); ok {
				k.named[plain] = append(k.named[plain], i)
			}
		}
	}
	return k
})

// needed says of each line whether a program with these names needs it.
func (k *knownLines) needed(words map[string]bool) []bool {
	needed := make([]bool, len(k.lines))
	var list []int
	take := func(word string) {
		for _, i := range k.named[word] {
			if !needed[i] {
				needed[i] = true
				list = append(list, i)
			}
		}
	}
	for i, l := range k.lines {
		if l.kept {
			needed[i] = true
			list = append(list, i)
		}
	}
	for word := range words {
		take(word)
	}
	for n := 0; n < len(list); n++ {
		eachWord(k.lines[list[n]].text, take)
	}
	return needed
}
