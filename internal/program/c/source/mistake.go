package source

import (
	"fmt"

	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/ir"
)

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
