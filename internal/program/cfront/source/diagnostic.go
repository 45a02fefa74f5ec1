package source

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// missingHeader begins the message about a header that was not found.
const missingHeader = "include file not found: "

var (
	// position is how cc begins a message.
	position = pattern.New(`^(.+?):(\d+):(\d+): (.*)$`)
	// origin is where in its own source cc found the error.
	origin = pattern.New(` \([a-z0-9_]+\.go:\d+:[^()]*\)$`)
	// unexpected begins a message about a token.
	unexpected = pattern.New(`^unexpected ('[^']*'|[^,]*)`)
	// intrinsics ends a message about a header of processor intrinsics.
	intrinsics = pattern.New(`<(\w*mmintrin|immintrin|x86intrin|x86gprintrin|cpuid|arm_\w+)\.h>$`)
	// badNumber is strconv's voice.
	badNumber = pattern.New(`^strconv\.\w+: parsing "(.*)": `)
)

// diagnostic makes the first of cc's messages about a file and its text an Error.
func diagnostic(file string, text []byte, err error) *Error {
	lines := strings.Split(err.Error(), "\n")
	first := lines[0]
	for _, l := range lines {
		if position.MatchString(l) {
			first = l
			break
		}
	}
	for origin.MatchString(first) {
		first = origin.ReplaceAllString(first, "")
	}
	e := &Error{Pos: ir.Pos{File: file}, Msg: first}
	if m := position.FindStringSubmatch(first); m != nil {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e = &Error{Pos: ir.Pos{File: m[1], Line: line, Col: col}, Msg: m[4]}
	}
	if e.Pos.File == end {
		e.Pos = ir.Pos{File: file, Line: 1 + bytes.Count(text, []byte{'\n'}), Col: len(text) - bytes.LastIndexByte(text, '\n')}
		e.Msg = unexpected.ReplaceAllString(e.Msg, "unexpected end of file")
	}
	if m := badNumber.FindStringSubmatch(e.Msg); m != nil {
		e.Msg = fmt.Sprintf("%s is not a number", m[1])
	}
	e.Msg = strings.ReplaceAll(strings.TrimSuffix(e.Msg, ":"), "paramater", "parameter")
	e.Hint, e.ofCC = hint(e.Msg), true
	if e.Pos.File == file && e.Pos.Line > 0 {
		lines := bytes.Split(text, []byte{'\n'})
		switch {
		case e.Pos.Line <= len(lines) && errorLine.Match(lines[e.Pos.Line-1]):
			e.Hint = "the file says this itself, with #error: is a macro to be defined with {Define}, or a header missing?"
		case bytes.Contains(text, fmt.Appendf(nil, "\n#line %d\n__craig_", e.Pos.Line)): // see contractReader.inner
			e.Pos.Col = 1
			e.Hint = "a clause of a contract stands there: docs/contracts.md says what may be in one"
		}
	}
	return e
}

var errorLine = pattern.New(`^\s*#\s*error\b`)

// hint says what to do about a message.
func hint(msg string) string {
	switch {
	case strings.HasPrefix(msg, missingHeader) && intrinsics.MatchString(msg):
		return "craig does not know the intrinsics of other processors: leave out the code that uses them"
	case strings.HasPrefix(msg, missingHeader):
		return "name its folder with {Include}"
	case strings.HasPrefix(msg, "undefined: "):
		return "is a declaration or an #include missing?"
	}
	for _, known := range []struct{ in, next string }{
		{"label undefined", "put the label in front of a statement of the same function"},
		{"string literal not terminated", "is a quotation mark missing?"},
		{"comment not terminated", "is */ missing?"},
		{"expected #endif", "an #if, #ifdef or #ifndef has no #endif"},
		{"unexpected end of file", "is a closing brace missing?"},
	} {
		if strings.HasPrefix(msg, known.in) {
			return known.next
		}
	}
	return "if gcc -std=gnu11 -fsyntax-only accepts the file, please report it"
}

// reportHint is the next step after a failure of cc.
const reportHint = "please report the file; leaving out parts of it finds the construct"

// unended finds the name in front of the last bracket that is not closed, in a file in which the arguments
// of a macro do not end.
func unended(file string, text []byte) (pos ir.Pos, name string) {
	type open struct {
		pos  ir.Pos
		name string
	}
	var stack []open
	line, start, word := 1, 0, 0 // of the line, and of the word before
	inWord := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			line, start = line+1, i+1
		case c == '"' || c == '\'':
			i = skipLiteral(text, i) - 1
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			i = skipLine(text, i) - 1
		case isLetter(c) && !inWord:
			word = i
		case c == '(':
			name := ""
			if inWord && word >= start {
				name = string(text[word:i])
			}
			stack = append(stack, open{ir.Pos{File: file, Line: line, Col: max(word, start) - start + 1}, name})
		case c == ')' && len(stack) > 0:
			stack = stack[:len(stack)-1]
		}
		inWord = isLetter(c) || isDigit(c)
	}
	for _, o := range stack {
		switch o.name {
		case "", "if", "while", "for", "switch", "return", "sizeof":
		default:
			pos, name = o.pos, o.name
		}
	}
	return pos, name
}

// recovered makes what a run of cc threw an Error: one of ours, or a bug of cc's.
func recovered(file string, source []byte, thrown any) *Error {
	if e, ok := thrown.(*Error); ok {
		return e
	}
	text, _, _ := strings.Cut(fmt.Sprint(thrown), "\n")
	if strings.Contains(text, "parseMacroArgs") {
		if pos, name := unended(file, source); name != "" {
			return &Error{Pos: pos, Msg: "the arguments of " + name + " do not end", Hint: "is a closing bracket missing?"}
		}
	}
	return &Error{
		Pos:  ir.Pos{File: file},
		Msg:  "the C parser failed: " + text,
		Hint: reportHint,
	}
}
