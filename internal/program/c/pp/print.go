package pp

import (
	"bufio"
	"fmt"
	"io"
)

// printer writes tokens as text.
type printer struct {
	p    *Preprocessor
	w    *bufio.Writer
	file string
	line int  // that the next character is on
	last byte // the last character of the line, 0 at its beginning
	text int  // index of the text that was printed last
	in   bool // a pragma
	skip bool // what is in an annotation, which is printed as it is written
}

// Print writes the translation unit as gcc -E does: lines stay together, and markers # 12 "f.c" say where they come from.
// The error is that of w, or Err.
func (p *Preprocessor) Print(w io.Writer) error {
	out := &printer{p: p, w: bufio.NewWriterSize(w, 1<<16), text: -1}
	for {
		t := p.Next()
		if t.Kind == EOF {
			break
		}
		out.token(t)
	}
	out.end()
	if err := out.w.Flush(); err != nil {
		return err
	}
	return p.Err()
}

func (o *printer) end() {
	if o.last != 0 {
		o.w.WriteByte('\n')
		o.last = 0
		o.line++
	}
}

func (o *printer) token(t Token) {
	text := o.p.Text(t)
	if o.skip {
		o.skip = t.Kind != EndAnnotation
		return
	}
	o.skip = t.Kind == Annotation
	switch {
	case t.Kind == EndPragma:
		o.end()
		o.in = false
		return
	case t.Kind == Pragma:
		o.place(t)
		o.end()
		text = "#pragma"
		o.in = true
	case !o.in:
		o.place(t)
	}
	if o.last != 0 && (t.Flags&White != 0 || Touching(o.last, text)) {
		o.w.WriteByte(' ')
	}
	o.w.WriteString(text)
	o.last = text[len(text)-1]
	if t.Kind == Other && len(text) > 1 && !o.in { // it would take in what follows
		o.end()
	}
	if t.Kind == Annotation && !o.in {
		for i := range len(text) {
			if text[i] == '\n' {
				o.line++
			}
		}
		if text[1] == '/' {
			o.end()
		}
	}
}

// place goes to the line of a token.
func (o *printer) place(t Token) {
	where := o.p.Place(t.Exp)
	entry := o.p.entryOf(t.Exp)
	if where.Line == o.line && where.File == o.file && entry == o.text {
		return
	}
	if where.File == o.file && entry == o.text && where.Line > o.line && where.Line <= o.line+8 {
		for o.end(); o.line < where.Line; o.line++ {
			o.w.WriteByte('\n')
		}
		return
	}
	o.end()
	fmt.Fprintf(o.w, "# %d %s%s\n", where.Line, quote(where.File), o.flags(entry))
	o.file, o.line, o.text = where.File, where.Line, entry
}

// flags are those of the marker in front of a token of a text: 1 its file begins, 2 it goes on after another one, 3 it is a header of
// the system.
func (o *printer) flags(entry int) string {
	s := ""
	switch {
	case o.text < 0 || entry == o.text:
	case entry > o.text:
		s = " 1"
	default:
		s = " 2"
	}
	if o.p.texts[entry].system {
		s += " 3"
	}
	return s
}

// Touching says whether a token would become another one behind a token that ends with last, if there were no white space between them.
// It may also be true of some that would not.
func Touching(last byte, text string) bool {
	c := text[0]
	word := func(c byte) bool { return class[c]&(isLetter|isDigit) != 0 || c >= 0x80 || c == '\\' }
	switch {
	case word(last):
		return word(c) || c == '"' || c == '\'' || c == '.' || (c == '+' || c == '-') && (last|0x20 == 'e' || last|0x20 == 'p')
	case last == '.':
		return word(c) || c == '.'
	case last == '"' || last == '\'':
		return word(c)
	}
	switch c {
	case '=', '<', '>', '+', '-', '&', '|', '#', ':', '%', '/', '*', '.':
		switch last {
		case '=', '<', '>', '+', '-', '&', '|', '#', ':', '%', '/', '*', '!', '^':
			return true
		}
	}
	return c == '.' && last == '.' || (last == '.' || last == '-') && c == '>'
}
