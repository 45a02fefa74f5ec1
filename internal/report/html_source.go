package report

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/cover"
	"craig/internal/evidence/ctext"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// Bounds of the source in a page, of which lines come in chunks.
const (
	linesChunk = 50
	bytesChunk = 20_000 // or that
	firstLines = 4000   // that are there at once, if they have no more than
	firstBytes = 1 << 20
)

type (
	htmlFile struct {
		Name, SHA256 string
		Chunks       []htmlChunk
	}
	htmlChunk struct {
		Height int
		Lines  []htmlLine
		Data   string // instead of Lines, if the page makes them when it is there
		Places string // of Data: the ids that lines have, as "FILE:FIRST-LAST ..."
		size   int
	}
	htmlLine struct {
		N       int // 0: lines are left out
		ID      string
		place   [2]int // number of the file, and line, of ID
		Text    string
		Remarks []string
		Visited bool   // by the execution that the page has
		Mark    string // x: executed, z: excluded by the proof, q: engines have expanded nodes there
		Title   string // more about that
	}
)

// source is what there is to say of lines.
type source struct {
	names   *htmlNames
	remarks map[resultfile.Place][]string
	visited map[resultfile.Place]bool
	reached map[ir.Pos]int // nodes
	lines   *cover.Sight
	ids     map[[2]int]bool // numbers of files, and lines, that have an id

	executed, excluded, expanded, statements map[ir.Pos]bool // in the page
}

func newSource(d *resultfile.Document, more PageExtras, names *htmlNames) *source {
	s := &source{names: names, remarks: Remarks(d), visited: map[resultfile.Place]bool{}, reached: more.Search.reached(), lines: more.Lines, ids: map[[2]int]bool{},
		executed: map[ir.Pos]bool{}, excluded: map[ir.Pos]bool{}, expanded: map[ir.Pos]bool{}, statements: map[ir.Pos]bool{}}
	if d.Trace != nil {
		for _, st := range d.Trace.Steps {
			s.visited[resultfile.Place{File: st.File, Line: st.Line}] = true
		}
	}
	if s.lines == nil {
		s.lines = &cover.Sight{}
	}
	return s
}

// mark says whether executions come to a line.
func (s *source) mark(l *htmlLine, at ir.Pos) {
	times, nodes := s.lines.Executed[at], s.reached[at]
	if s.lines.Statements[at] || l.Visited || times > 0 {
		s.statements[at] = true
	}
	var title []string
	switch {
	case l.Visited || times > 0:
		l.Mark, s.executed[at] = "x", true
		if times > 0 {
			title = append(title, fmt.Sprintf("executed %s in %s", count(times, "time", "times"), count(s.lines.Runs, "run", "runs")))
		} else {
			title = append(title, "executed on the way to the error")
		}
	case s.lines.Excluded[at]:
		l.Mark, s.excluded[at] = "z", true
		title = append(title, "no execution comes here")
	case nodes > 0 && (s.lines.Statements[at] || len(s.lines.Statements) == 0):
		l.Mark, s.expanded[at] = "q", true
	}
	if nodes > 0 {
		title = append(title, count(nodes, "node", "nodes"))
	}
	l.Title = strings.Join(title, "; ")
}

// coverage says what marks mean, as far as there are any.
func (s *source) coverage() (list []string) {
	if n := len(s.executed); n > 0 {
		of := count(n, "line", "lines")
		if len(s.lines.Statements) > 0 {
			of = fmt.Sprintf("%d of %s with statements", n, count(len(s.statements), "line", "lines"))
		}
		by := "the execution to the error"
		switch {
		case s.lines.Runs > 0 && len(s.visited) > 0:
			by += fmt.Sprintf(", and %s with inputs of craig's own choice", count(s.lines.Runs, "short run", "short runs"))
		case s.lines.Runs > 0:
			by = count(s.lines.Runs, "short run", "short runs") + " with inputs of craig's own choice"
		}
		list = append(list, fmt.Sprintf("Green: executed, %s, by %s.", of, by))
	}
	if n := len(s.excluded); n > 0 {
		list = append(list, fmt.Sprintf("Grey, and the number struck out: the proof says that no execution comes there, %s.", count(n, "line", "lines")))
	}
	if n := len(s.expanded); n > 0 {
		list = append(list, fmt.Sprintf("Blue: engines have been there, and whether an execution comes there is not known, %s.", count(n, "line", "lines")))
	}
	if len(s.visited) > 0 {
		list = append(list, "A number in colour: the execution to the error comes here.")
	}
	return list
}

// file is a file with what there is to say of it.
func (s *source) file(f resultfile.File) htmlFile {
	file := htmlFile{Name: f.Name, SHA256: f.SHA256}
	src, at := ctext.New(f.Name, f.Text), 0
	texts := strings.Split(strings.TrimSuffix(string(f.Text), "\n"), "\n")
	all := make([]htmlLine, len(texts))
	colours := &colouring{}
	keep := make([]bool, len(texts))
	dead := false // as the last line with a mark was
	for i, text := range texts {
		pos := src.Marked(at) // places are what line markers say
		at += len(text) + 1
		place := resultfile.Place{File: pos.File, Line: pos.Line}
		all[i] = htmlLine{N: i + 1, Text: colours.line(text), Remarks: s.remarks[place], Visited: s.visited[place]}
		s.mark(&all[i], ir.Pos{File: pos.File, Line: pos.Line})
		if all[i].Mark == "z" && !dead {
			all[i].Remarks = append(slices.Clip(all[i].Remarks), "no execution comes here")
		}
		if all[i].Mark != "" {
			dead = all[i].Mark == "z"
		}
		if at := [2]int{s.names.number(pos.File), pos.Line}; !s.ids[at] {
			all[i].ID, all[i].place, s.ids[at] = fmt.Sprintf("s%d-%d", at[0], at[1]), at, true
		}
		if len(texts) <= maxLines || len(all[i].Remarks) > 0 || all[i].Visited || all[i].Mark != "" {
			for k := max(0, i-around); k < min(len(texts), i+around+1); k++ {
				keep[k] = true
			}
		}
	}
	var lines []htmlLine
	for i, l := range all {
		switch {
		case keep[i]:
			lines = append(lines, l)
		case len(lines) == 0 || lines[len(lines)-1].N != 0:
			lines = append(lines, htmlLine{})
		}
	}
	var open *htmlChunk
	for _, l := range lines {
		if open == nil || len(open.Lines) >= linesChunk || open.size >= bytesChunk {
			file.Chunks = append(file.Chunks, htmlChunk{})
			open = &file.Chunks[len(file.Chunks)-1]
		}
		open.Lines = append(open.Lines, l)
		open.Height += 20
		open.size += len(l.Text)
		for _, r := range l.Remarks {
			open.size += len(r)
		}
	}
	return file
}

// late makes all but the first lines of a long page data, of which the page makes lines when it is there.
func (p *htmlPage) late() {
	lines, size := 0, 0
	for i := range p.Files {
		for k := range p.Files[i].Chunks {
			c := &p.Files[i].Chunks[k]
			if lines, size = lines+len(c.Lines), size+c.size; lines <= firstLines && size <= firstBytes {
				continue
			}
			list := make([][]any, 0, len(c.Lines))
			for _, l := range c.Lines {
				list = append(list, []any{l.N, l.ID, l.Text, append([]string{}, l.Remarks...), l.Visited, l.Mark, l.Title})
			}
			c.Data, c.Places, c.Lines, p.Late = script(list), places(c.Lines), nil, true
		}
	}
}

// places are the ids of lines, in short.
func places(lines []htmlLine) string {
	var list []string
	for i := 0; i < len(lines); {
		if lines[i].ID == "" {
			i++
			continue
		}
		first, at := lines[i].place, i
		for i++; i < len(lines) && lines[i].ID != "" && lines[i].place == [2]int{first[0], first[1] + i - at}; i++ {
		}
		list = append(list, fmt.Sprintf("%d:%d-%d", first[0], first[1], lines[i-1].place[1]))
	}
	return strings.Join(list, " ")
}
