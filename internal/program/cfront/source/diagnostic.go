package source

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/ir"
)

var (
	// position is how cc begins a message.
	position = pattern.New(`^(.+?):(\d+):(\d+): (.*)$`)
	// origin is where in its own source cc found the error.
	origin = pattern.New(` \([a-z0-9_]+\.go:\d+:[^()]*\)$`)
	// unexpected begins a message about a token.
	unexpected = pattern.New(`^unexpected ('[^']*'|[^,]*)`)
	// badNumber is strconv's voice.
	badNumber = pattern.New(`^strconv\.\w+: parsing "(.*)": `)
)

// diagnostic makes the first of cc's messages about a program, which is one of files, an Error.
func (t *translation) diagnostic(x *expansion, files *Files, err error) *Error {
	file, text := t.file, t.text
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
		e = &Error{Pos: files.Pos(m[1], line, col), Msg: m[4]}
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
	if x.clauses[e.Pos] {
		e.Hint = clauseHint
	}
	return e
}

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

// recovered makes what a run of cc threw, which is a bug of cc's, an Error.
func recovered(file string, thrown any) *Error {
	text, _, _ := strings.Cut(fmt.Sprint(thrown), "\n")
	return &Error{
		Pos:  ir.Pos{File: file},
		Msg:  "the C parser failed: " + text,
		Hint: reportHint,
	}
}

// explained returns an error of cc in the words of craig's own parser, which says what was wanted and where; err itself if
// that parser takes the file, or if it is not an error of cc.
func explained(cfg Config, file string, err error) error {
	var e *Error
	if !errors.As(err, &e) || !e.ofCC || strings.HasPrefix(e.Msg, missingHeader) {
		return err
	}
	text, unread := cfg.Files.Read(file)
	if unread != nil {
		return err
	}
	if cfg.After != nil {
		text = cfg.After(file, text)
	}
	predefined, wrong := predefinedTexts(cfg)
	if wrong != nil {
		return err
	}
	for _, system := range []bool{cfg.SystemHeaders, true} {
		source := pp.New(ppConfig(cfg, predefined, system))
		source.Open(file, text)
		_, mistakes := syntax.Parse(syntax.Config{}, source)
		switch {
		case isMissingHeader(source.Err()):
			continue
		case source.Err() == nil && len(mistakes) > 0:
			return Mistake(source, mistakes[0])
		}
		break
	}
	return err
}
