package source

import (
	"errors"
	"fmt"
	"strings"

	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/ir"
)

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

// Mistake is a mistake in a text as an Error.
func Mistake(source *pp.Preprocessor, e *syntax.Error) *Error {
	at, hint := source.Place(e.Pos.Used), e.Hint
	if len(e.Notes) > 0 && hint == "" {
		place := source.Place(e.Notes[0].Pos.Used)
		hint = fmt.Sprintf("%s at %d:%d", e.Notes[0].Msg, place.Line, place.Col)
	}
	line, col := source.Line(e.Pos.Used)
	return &Error{Pos: ir.Pos{File: at.File, Line: at.Line, Col: at.Col + e.After}, Msg: e.Msg, Hint: hint, Line: string(line), Under: col + e.After}
}
