package pp

import (
	"bytes"
	"sort"
)

// file is a text as the lexer reads it: without line splices and, if they are asked for, trigraphs. It ends with a new line and a
// byte 0 that is not counted.
type file struct {
	name  string
	text  []byte
	cuts  []cut
	lines []int32 // where physical lines begin in the text that was read, made when they are asked for
	size  int     // of the text that was read
	raw   []byte
	once  bool   // #pragma once
	guard Symbol // the macro whose definition makes the whole file empty
}

// cut says that from an offset of the text on so many bytes more were read.
type cut struct{ at, more int32 }

var trigraphs = map[byte]byte{'=': '#', '(': '[', '/': '\\', ')': ']', '\'': '^', '<': '{', '!': '|', '>': '}', '-': '~'}

// newFile prepares a text: C11 5.1.1.2, phases 1 and 2. A byte order mark is left out.
func newFile(name string, raw []byte, useTrigraphs bool) *file {
	f := &file{name: name, raw: raw, size: len(raw)}
	rest := raw
	if bytes.HasPrefix(rest, []byte("\xEF\xBB\xBF")) {
		rest = rest[3:]
		f.cuts = append(f.cuts, cut{0, 3})
	}
	f.text = make([]byte, 0, len(rest)+2)
	useTrigraphs = useTrigraphs && bytes.Contains(rest, []byte("??"))
	for len(rest) > 0 {
		i := bytes.IndexByte(rest, '\\')
		if useTrigraphs {
			if q := bytes.Index(rest, []byte("??")); q >= 0 && (i < 0 || q < i) && q+2 < len(rest) {
				i = q
			}
		}
		if i < 0 {
			break
		}
		f.text = append(f.text, rest[:i]...)
		rest = rest[i:]
		width, c := 1, rest[0]
		if c == '?' {
			if t, ok := trigraphs[rest[2]]; ok {
				width, c = 3, t
			}
		}
		if c == '\\' {
			if n := splice(rest[width:]); n >= 0 {
				f.cut(width + n)
				rest = rest[width+n:]
				continue
			}
		}
		f.text = append(f.text, c)
		if width > 1 {
			f.cut(width - 1)
		}
		rest = rest[width:]
	}
	f.text = append(f.text, rest...)
	if n := len(f.text); n == 0 || f.text[n-1] != '\n' {
		f.text = append(f.text, '\n')
	}
	f.text = append(f.text, 0)
	f.text = f.text[:len(f.text)-1]
	return f
}

// splice is the length of white space and the end of a line that a text begins with, -1 if it does not.
func splice(text []byte) int {
	for i, c := range text {
		switch c {
		case '\n':
			return i + 1
		case ' ', '\t', '\r', '\f', '\v':
		default:
			return -1
		}
	}
	return -1
}

func (f *file) cut(n int) {
	at, more := int32(len(f.text)), int32(n)
	if k := len(f.cuts); k > 0 {
		more += f.cuts[k-1].more
		if f.cuts[k-1].at == at {
			f.cuts[k-1].more = more
			return
		}
	}
	f.cuts = append(f.cuts, cut{at, more})
}

// read is the offset in the text that was read of one in text.
func (f *file) read(at int32) int32 {
	if len(f.cuts) == 0 || at < f.cuts[0].at {
		return at
	}
	i := sort.Search(len(f.cuts), func(i int) bool { return f.cuts[i].at > at })
	return at + f.cuts[i-1].more
}

// position is the physical line and the column of an offset in text, both from 1 on.
func (f *file) position(at int32) (line, col int) {
	if f.lines == nil {
		f.lines = make([]int32, 1, 1+len(f.raw)/24)
		for i := 0; ; {
			n := bytes.IndexByte(f.raw[i:], '\n')
			if n < 0 {
				break
			}
			i += n + 1
			f.lines = append(f.lines, int32(i))
		}
	}
	at = f.read(at)
	line = sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > at })
	return line, int(at-f.lines[line-1]) + 1
}
