package automaton

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// Notes are those of a program, each once for each text.
type Notes struct {
	out *ir.Program
	at  map[string]int // index in out.Notes
}

// NewNotes returns the notes of a program, beside those that it has.
func NewNotes(out *ir.Program) *Notes { return &Notes{out, map[string]int{}} }

// Add records an approximation or an assumption.
func (n *Notes) Add(kind ir.NoteKind, pos ir.Pos, text string) {
	if pos.InModel() { // the text names the function
		pos = ir.Pos{}
	}
	if i, ok := n.at[text]; ok {
		n.out.Notes[i].Count++
		return
	}
	n.at[text] = len(n.out.Notes)
	n.out.Notes = append(n.out.Notes, ir.Note{Pos: pos, Kind: kind, Text: text})
}

// Sort has the notes from the one with that number on, of one function, in the order of the text.
func (n *Notes) Sort(from int) {
	list := n.out.Notes[from:]
	slices.SortStableFunc(list, func(a, b ir.Note) int {
		return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col)
	})
	for i, m := range list {
		n.at[m.Text] = from + i
	}
}
