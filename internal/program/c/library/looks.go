package library

import (
	"fmt"
	"strconv"
	"strings"
)

// Extent says how much of what a pointer argument leads to a call may read or write.
type Extent uint8

const (
	// Own: the model in C or the front end's handler reads and writes what the function does.
	Own        Extent = iota
	Unlooked          // a number: what is there does not matter
	Object            // Param.Length objects of the type of the parameter
	Bytes             // the product of Use.Sizes, in bytes
	Text              // characters up to their end, no more than the product of Use.Sizes if there are any
	OpenHandle        // a stream or another handle that is open, see Param.Closes
	Unsaid            // that is not known
)

// Use is what the calls of a function need an argument to point to.
type Use struct {
	Null   bool // it may be null
	Extent Extent
	Sizes  []Factor
	Writes bool // it may be written
	Flat   bool // of an Object: pointers in it are not followed
	Closes bool // of an OpenHandle: it is closed
}

// Factor is a parameter, by its index, or, if that is -1, a number.
type Factor struct {
	Param  int
	Number int64
}

// streams are the types of handles: programs do not look into what pointers to them lead to.
var streams = map[string]bool{"FILE": true, "DIR": true}

// Failed is the handle of type t that a call gives which could open none: 0, or -1, which is also given to calls without harm.
func (t *Type) Failed() int64 {
	if t.Name == "iconv_t" {
		return -1
	}
	return 0
}

// Use is what the parameter with index i says. A parameter that is no pointer has the zero value.
//
// Without a word in the row, a call needs its arguments not to be null; a const char * or const wchar_t * leads to a text,
// and a pointer to another type that is not void to one object. How much of a void * or a char * that is not const is read or
// written is Unsaid, and so are pointers to pointers. Of functions with a model or a handler, those know.
func (f *Function) Use(i int) Use {
	p := f.Params[i]
	if p.Failed() != 0 {
		return Use{Extent: OpenHandle, Closes: p.Closes}
	}
	if p.Class != Pointer || p.Elem.Class == Func {
		return Use{Extent: Own}
	}
	u := Use{Null: p.Null, Flat: p.Flat, Sizes: p.sizes, Writes: !p.Elem.Const && !p.In, Closes: p.Closes}
	switch word := p.word; {
	case word == "any":
		u.Extent = Unlooked
	case streams[p.Elem.Name]:
		u.Extent = OpenHandle
	case word == "text":
		u.Extent = Text
	case word == "one":
		u.Extent = Object
	case len(p.sizes) > 0 && !(p.Out && (f.Model || f.Handler)):
		u.Extent = Bytes
	case f.Model || f.Handler && word == "":
		u.Extent = Own
	case word == "*":
		u.Extent = Unsaid
	case word == "out":
		u.Extent = Object
	case p.Elem.Class == Char && p.Elem.Const && p.Elem.Name == "char", p.Elem.Name == "wchar_t" && p.Elem.Const:
		u.Extent = Text
	case p.Elem.Class == Int, p.Elem.Class == Float, p.Elem.Class == Struct:
		u.Extent = Object
	default:
		u.Extent = Unsaid
	}
	return u
}

// TextModel is the name of the function, which has a model, that finds the end of a text, of wchar_t if wide, and in so many characters if limited.
func TextModel(wide, limited bool) string {
	return map[[2]bool]string{{false, false}: "strlen", {false, true}: "strnlen", {true, false}: "wcslen", {true, true}: "wcsnlen"}[[2]bool{wide, limited}]
}

// Looks tells whether what the row's function needs of its arguments is more than its model or handler looks at.
func (f *Function) Looks() bool {
	for i := range f.Params {
		if u := f.Use(i); u.Extent != Own && u.Extent != Unlooked {
			return true
		}
	}
	return len(f.Params) == 0 && f.Effects || f.Variadic && !f.Handler && !f.Model
}

// words reads what stands before the type of a parameter, and gives the rest.
func (p *Param) words(s string) string {
	for {
		word, rest, ok := strings.Cut(s, " ")
		name, size, sized := strings.Cut(strings.TrimSuffix(word, ")"), "(")
		if !ok || sized && !strings.HasSuffix(word, ")") {
			return s
		}
		switch name {
		case "null":
			p.Null = true
		case "flat":
			p.Flat = true
		case "closes":
			p.Closes = true
		case "in":
			p.In = true
		case "out", "inout":
			p.Out, p.Length, p.Reads = true, 1, name == "inout"
			name = "out"
		case "any", "text", "one":
		default:
			return s
		}
		switch {
		case name == "null" || name == "flat" || name == "closes":
		case sized && size == "*":
			p.word = "*"
			if p.Out {
				p.Length = 0
			}
		case name != "in":
			p.word = name
		}
		if sized && size != "*" {
			p.sizeNames = strings.Split(size, "*")
		}
		s = rest
	}
}

// Declaration is the prototype without the words that only the table has.
func (f *Function) Declaration() string {
	from, to := nameIn(f.Prototype)
	if from == to {
		return f.Prototype
	}
	params := splitParams(f.Prototype[to+1 : len(f.Prototype)-1])
	for i, p := range params {
		params[i] = new(Param).words(p)
	}
	return f.Prototype[:to+1] + strings.Join(params, ", ") + ")"
}

// findSizes sets what the words of p mean by names of parameters.
func (f *Function) findSizes(p *Param) error {
	for _, name := range p.sizeNames {
		s := Factor{Param: f.Param(name)}
		if s.Param < 0 {
			var err error
			if s.Number, err = strconv.ParseInt(name, 10, 64); err != nil {
				return fmt.Errorf("%s: no such parameter", name)
			}
		}
		p.sizes = append(p.sizes, s)
	}
	switch {
	case !p.Out || len(p.sizes) == 0:
	case len(p.sizes) == 1:
		p.Bytes = p.sizes[0].Param
	default:
		p.Length = 0
	}
	return nil
}
