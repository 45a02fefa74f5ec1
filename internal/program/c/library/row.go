package library

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// row is a line of the table. It is read when somebody asks for its function: a program calls few of the
// thousand and more.
type row struct {
	file         string
	line         int
	header, text string
	name         string

	once sync.Once
	f    *Function
}

func (r *row) function() *Function {
	r.once.Do(func() {
		f, err := parseRow(r.header, r.text)
		if err == nil && f.Name != r.name {
			err = fmt.Errorf("%s is indexed as %q", f.Name, r.name)
		}
		if err != nil {
			panic(fmt.Sprintf("library: table/%s:%d: %v", r.file, r.line, err))
		}
		r.f = f
	})
	return r.f
}

// nameOf is the name of a row's function; "" if it has none. The first two words are no part of the prototype.
func nameOf(line string) string {
	_, line, _ = strings.Cut(line, " ")
	_, line, _ = strings.Cut(strings.TrimSpace(line), " ")
	from, to := nameIn(line)
	return line[from:to]
}

// nameIn is where the name in a prototype is: before the first parenthesis that follows a word.
func nameIn(prototype string) (from, to int) {
	for i := range len(prototype) {
		if prototype[i] != '(' {
			continue
		}
		if from := wordBefore(prototype, i); from < i {
			return from, i
		}
	}
	return 0, 0
}

// wordBefore is where the word begins that ends before s[end].
func wordBefore(s string, end int) int {
	for end > 0 && wordByte(s[end-1]) {
		end--
	}
	return end
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// headerOf is the header that a line names, for the rows after it.
func headerOf(line string) (name string, ok bool) {
	name, ok = strings.CutPrefix(line, "# ")
	return strings.TrimSpace(name), ok
}

// isRow tells whether a line is that of a function.
func isRow(line string) bool {
	_, header := headerOf(line)
	return line != "" && !header && !strings.HasPrefix(line, "data ")
}

// parseTable finds the rows of one file, and reads those of variables. An error begins with a line number.
func parseTable(text string) (rows []*row, variables []*Variable, err error) {
	header := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if h, ok := headerOf(line); ok {
			header = h
			continue
		}
		if line == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "data "); ok {
			v, err := parseVariable(header, rest)
			if err != nil {
				return nil, nil, fmt.Errorf("%d: %w", n+1, err)
			}
			variables = append(variables, v)
			continue
		}
		rows = append(rows, &row{line: n + 1, header: header, name: nameOf(line), text: line})
	}
	return rows, variables, nil
}

func parseRow(header, line string) (*Function, error) {
	line, remark, _ := strings.Cut(line, " // ")
	kind, rest, _ := strings.Cut(line, " ")
	by, prototype, _ := strings.Cut(strings.TrimSpace(rest), " ")
	f := &Function{Header: header, Prototype: strings.TrimSpace(prototype), Kind: kindNames[kind], Remark: strings.TrimSpace(remark)}
	switch {
	case header == "":
		return nil, fmt.Errorf("a row before the name of its header")
	case f.Kind == 0:
		return nil, fmt.Errorf("%q is not a kind", kind)
	}
	if err := f.parsePrototype(); err != nil {
		return nil, err
	}
	for _, w := range strings.Split(by, ",") {
		switch w {
		case "model":
			f.Model = true
		case "handler":
			f.Handler = true
		case "-":
			f.Effects = true
		case "tied":
			f.Tied = true
		case "clears":
			f.Clears = true
		case "plain":
			f.Plain = true
		case "loose":
			f.Loose = true
		case "guess":
			f.Guess = true
		case "reads":
			f.Reads = true
		case "sends":
			f.Sends = true
		default:
			word, bound, _ := strings.Cut(strings.TrimSuffix(w, ")"), "(")
			switch word {
			case "sets":
				f.Sets = strings.Split(bound, "|")
				continue
			case "handler":
				f.Handler, f.Does = true, bound
				continue
			case "class":
				f.Stream = bound
				continue
			case "loose", "guess":
				f.Loose, f.Guess, f.When = word == "loose", word == "guess", strings.Split(bound, "|")
				continue
			}
			f.Values = valueNames[word]
			if f.Values == Unknown {
				return nil, fmt.Errorf("%q: want model, handler, - or a word for the result", w)
			}
			f.Bound = f.Param(bound)
			switch f.Values {
			case Range:
				if n, err := fmt.Sscanf(bound, "%d:%d", &f.Between[0], &f.Between[1]); n != 2 {
					return nil, fmt.Errorf("%q: %v", w, err)
				}
			case UpTo, AtMost, Echo, Stream:
				if f.Bound < 0 {
					return nil, fmt.Errorf("%q: no such parameter", w)
				}
			}
		}
	}
	return f, nil
}

// Param is the index of a parameter; -1 if there is none of that name.
func (f *Function) Param(name string) int {
	for i, p := range f.Params {
		if name != "" && p.Name == name {
			return i
		}
	}
	return -1
}

// TellsFailure says that the result of a function is -1 or the number of an error just if the call has failed.
func (f *Function) TellsFailure() bool {
	switch f.Values {
	case Status, Count, UpTo, ErrorNumber:
		return true
	}
	return false
}

// ReadsCharacter tells whether a function reads one from a stream.
func (f *Function) ReadsCharacter() bool {
	return f.Values == Byte || f.Values == Wide || f.Reads
}

// OnlyComputes tells whether the function, which may be nil, only computes a number: it is given pointers to const, if any.
func (f *Function) OnlyComputes() bool {
	if f == nil || f.Kind != Exact || f.Result.Class != Int || f.Variadic || f.Does != "" {
		return false
	}
	switch f.Header {
	case "string.h", "strings.h", "ctype.h", "wchar.h", "wctype.h", "GCC", "arpa/inet.h":
	default:
		return false
	}
	return !slices.ContainsFunc(f.Params, func(q Param) bool {
		return q.Class == Pointer && !q.Elem.Const || q.Class == AnyType
	})
}

// PlainFlags tells whether nothing is wrong with the flags with which a file is opened: those of access, O_CREAT, O_EXCL, O_NOCTTY and O_TRUNC.
func PlainFlags(flags int64) bool { return flags&^0o3777 == 0 && flags&3 != 3 }

// PlainMode is PlainFlags of the mode of fopen.
func PlainMode(mode string) bool { return mode != "" && strings.Contains("rwa", mode[:1]) }
