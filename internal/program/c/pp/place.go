package pp

import (
	"bytes"
	"sort"
)

// Place is a place for people: as #line and line markers have it.
type Place struct {
	File      string
	Line, Col int // from 1 on
}

// inclusion is a text that was read, in its place among all of them.
type inclusion struct {
	base   Loc
	file   *file
	from   Loc // where it was included
	system bool
	marks  []mark
}

// mark says that from an offset on, where physical line phys begins, lines count from line on, in another file if file is not "".
type mark struct {
	at         int32
	phys, line int
	file       string
	system     bool
}

// placer remembers the line that was asked for last.
type placer struct {
	from, to Loc
	place    Place // of from, with its physical column
	entry    int
}

// entryOf is the index of the text that a place is in.
func (p *Preprocessor) entryOf(at Loc) int {
	if c := &p.place; at >= c.from && at < c.to {
		return c.entry
	}
	if n := len(p.texts) - 1; n >= 0 && at >= p.texts[n].base {
		return n
	}
	return sort.Search(len(p.texts), func(i int) bool { return p.texts[i].base > at }) - 1
}

// Place tells where a token is.
func (p *Preprocessor) Place(at Loc) Place {
	c := &p.place
	if at >= c.from && at < c.to {
		place := c.place
		place.Col += int(at - c.from)
		return place
	}
	n := p.entryOf(at)
	if n < 0 {
		return Place{}
	}
	t := &p.texts[n]
	off := int32(at - t.base)
	line, col := t.file.position(off)
	place := Place{t.file.name, line, col}
	if i := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].at > off }) - 1; i >= 0 {
		m := &t.marks[i]
		place.Line = m.line + line - m.phys
		place.File = m.file
	}
	// the rest of the physical line, as far as no splice is in it
	end := t.base + Loc(len(t.file.text))
	if line < len(t.file.lines) {
		next := t.file.lines[line]
		end = min(end, at+Loc(next-t.file.lines[line-1]-int32(col)+1))
	}
	if k := sort.Search(len(t.file.cuts), func(i int) bool { return t.file.cuts[i].at > off }); k < len(t.file.cuts) {
		end = min(end, t.base+Loc(t.file.cuts[k].at))
	}
	*c = placer{at, end, place, n}
	return place
}

// addMark has line n of a file begin behind the end of the line that comes next. name "" is the file as it was.
func (p *Preprocessor) addMark(n int, name string, system bool) {
	b := p.buf
	t := &p.texts[b.entry]
	if name == "" {
		name = b.name
		if k := len(t.marks); k > 0 {
			name = t.marks[k-1].file
		}
	}
	at := int32(min(b.pos+1, len(b.text)))
	phys, _ := b.position(at)
	t.marks = append(t.marks, mark{at, phys, n, name, system})
	p.place = placer{}
}

// addMarkHere has the rest of the file be one of the system.
func (p *Preprocessor) addMarkHere() { p.texts[p.buf.entry].system = true }

// Offset is where in the text that was opened a token is, -1 if it is in another text.
func (p *Preprocessor) Offset(at Loc) int {
	n := p.entryOf(at)
	if n < 0 || p.texts[n].file != p.main {
		return -1
	}
	return int(p.main.read(int32(at - p.texts[n].base)))
}

// Line is the physical line that a token is on, without its end, and the token's column in it, from 1 on.
func (p *Preprocessor) Line(at Loc) (text []byte, col int) {
	n := p.entryOf(at)
	if n < 0 {
		return nil, 0
	}
	f := p.texts[n].file
	line, col := f.position(int32(at - p.texts[n].base))
	text, _, _ = bytes.Cut(f.raw[f.lines[line-1]:], []byte{'\n'})
	return bytes.TrimSuffix(text, []byte{'\r'}), col
}

// Written is the text from one place up to a later one, without line splices; "" if they are not in that order in one text.
func (p *Preprocessor) Written(from, to Loc) string {
	n := p.entryOf(from)
	if n < 0 || to < from || p.entryOf(to) != n {
		return ""
	}
	t := &p.texts[n]
	return string(t.file.text[from-t.base : to-t.base])
}

// Rest is the text from a place on, without line splices, to the end of the file that it is in or as far as most bytes go.
func (p *Preprocessor) Rest(from Loc, most int) string {
	n := p.entryOf(from)
	if n < 0 {
		return ""
	}
	text := p.texts[n].file.text[from-p.texts[n].base:]
	return string(text[:min(most, len(text))])
}
