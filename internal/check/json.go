package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// readJSON reads the text of a file. The error has the place, and says what the file is not.
func readJSON(file string, text []byte, to any, what string) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // as editors of Windows write it
	err := json.Unmarshal(text, to)
	if err == nil {
		return nil
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		file = placeIn(file, text, syntax.Offset)
	case errors.As(err, &kind):
		file = placeIn(file, text, kind.Offset)
		subject := "it"
		if kind.Field != "" {
			subject = kind.Field
		}
		err = fmt.Errorf("%s is %s, where %s is wanted", subject, article(kind.Value), kindOf(kind.Type))
	}
	return &FormatError{file, fmt.Errorf("not %s: %w", what, err)}
}

// placeIn is FILE:LINE:COLUMN of the last of so many bytes.
func placeIn(file string, text []byte, bytesRead int64) string {
	before := text[:max(0, min(int(bytesRead)-1, len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("%s:%d:%d", file, line, column)
}

// article is a kind of values, as package json calls it, in a sentence.
func article(kind string) string {
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return "a " + kind
}

// kindOf is what JSON has for a type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	}
	return "a number"
}
