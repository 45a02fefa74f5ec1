package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"craig/internal/evidence/explain"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// threadName is how a thread is called.
func threadName(n int) string {
	if n == 0 {
		return "main"
	}
	return fmt.Sprintf("thread %d", n)
}

// accessTexts say who makes the accesses of a data race, and with which locks.
func accessTexts(race []explain.Access) (list []string) {
	if len(race) > 0 {
		list = append(list, "two threads access the same place, and nothing keeps one from doing so before the other has:")
	}
	for _, a := range race {
		text := fmt.Sprintf("%s: %s, in %s", threadName(a.Thread), a.Pos, a.Function)
		for i, at := range a.Calls {
			how := ", called at "
			if i == len(a.Calls)-1 && a.Thread > 0 {
				how = ", in the thread made at "
			}
			text += how + at.String()
		}
		switch len(a.Locks) {
		case 0:
			text += "; it holds no lock"
		case 1:
			text += "; it holds the lock " + a.Locks[0]
		default:
			text += "; it holds the locks " + strings.Join(a.Locks, ", ")
		}
		list = append(list, text)
	}
	return list
}

// besideWidth is how wide the columns of threads are together.
const besideWidth = 110

// besideRow is a line that a thread executes.
type besideRow struct {
	thread int
	text   string
}

// columns are the numbers of the threads in rows, in order.
func columns(rows []besideRow) (list []int) {
	for _, r := range rows {
		list = append(list, r.thread)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// writeBeside writes which lines the threads execute in which order, in a column for each thread.
func writeBeside(b *bufio.Writer, lines []explain.Line, s *explain.Story, code *sourceText) {
	var rows []besideRow
	for _, l := range lines {
		rows = append(rows, besideRow{l.Thread, fmt.Sprintf("%5d  %s", l.Pos.Line, code.line(l.Pos))})
	}
	for _, a := range s.Race {
		rows = append(rows, besideRow{a.Thread, fmt.Sprintf("%5d* %s", a.Pos.Line, code.line(a.Pos))})
	}
	if len(s.Race) == 0 {
		rows = append(rows, besideRow{s.Thread, fmt.Sprintf("%5d  %s", s.End.Line, code.line(s.End))})
	}
	threads := columns(rows)
	if len(threads) < 2 {
		return
	}
	width := besideWidth/len(threads) - 2
	b.WriteString("Threads, side by side:\n")
	head := ""
	for _, n := range threads {
		head += fmt.Sprintf("  %-*s", width, threadName(n))
	}
	fmt.Fprintln(b, strings.TrimRight(head, " "))
	for _, r := range rows {
		text := r.text
		if utf8.RuneCountInString(text) > width {
			text = string([]rune(text)[:width-1]) + "…"
		}
		fmt.Fprintf(b, "  %s%s\n", strings.Repeat(" ", slices.Index(threads, r.thread)*(width+2)), text)
	}
}

// htmlBeside is the same in a page.
type htmlBeside struct {
	Names   []string
	Rows    [][]string
	Race    []string
	LeftOut int
}

// maxBeside is how many rows that has.
const maxBeside = 1000

// htmlThreads is nil if one thread alone does what matters.
func htmlThreads(d *resultfile.Document) *htmlBeside {
	if d.Trace == nil {
		return nil
	}
	text := map[string][]string{}
	for _, f := range d.Files {
		text[f.Name] = strings.Split(string(f.Text), "\n")
	}
	line := func(mark string, at resultfile.Place) string {
		if list := text[at.File]; at.Line > 0 && at.Line <= len(list) {
			return fmt.Sprintf("%d%s %s", at.Line, mark, strings.TrimSpace(list[at.Line-1]))
		}
		return fmt.Sprintf("%s:%d%s", at.File, at.Line, mark)
	}
	pos := func(at resultfile.Place) ir.Pos { return ir.Pos{File: at.File, Line: at.Line, Col: at.Column} }
	var rows []besideRow
	for _, s := range d.Trace.Steps {
		if s.Matters {
			rows = append(rows, besideRow{s.Thread, line("", s.Place)})
		}
	}
	h := &htmlBeside{}
	var race []explain.Access
	for _, a := range d.Trace.Race {
		rows = append(rows, besideRow{a.Thread, line("*", a.Place)})
		access := explain.Access{Pos: pos(a.Place), Function: a.Function, Thread: a.Thread, Locks: a.Locks}
		for _, c := range a.Calls {
			access.Calls = append(access.Calls, pos(c))
		}
		race = append(race, access)
	}
	h.Race = accessTexts(race)
	threads := columns(rows)
	if len(threads) < 2 {
		return nil
	}
	for _, n := range threads {
		h.Names = append(h.Names, threadName(n))
	}
	h.LeftOut = max(0, len(rows)-maxBeside)
	for _, r := range rows[:len(rows)-h.LeftOut] {
		cells := make([]string, len(threads))
		cells[slices.Index(threads, r.thread)] = r.text
		h.Rows = append(h.Rows, cells)
	}
	return h
}
