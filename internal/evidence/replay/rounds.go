package replay

import (
	"fmt"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/program/ir"
)

// roundFunction is called whenever the execution comes to the head of the loop that it stays in.
const roundFunction = "craig_round"

// markLoop has the copy count how often it comes to the loop that the trace stays in. The trace is a beginning of the execution, of some rounds: it shows no more than
// that the compiled program goes round as often.
func (p *plan) markLoop(c *native.Copy) {
	of := func(info *ir.LocInfo) ir.Pos { // of recursion that of the function
		if info.LoopPos.Line == 0 {
			return info.Pos
		}
		return info.LoopPos
	}
	at := of(p.prog.IR.Locs[p.trace.Error])
	n := 0
	for _, id := range p.trace.Path {
		if info := p.prog.IR.Locs[p.prog.IR.Edges[id].To]; info.Loop && of(info) == at {
			n++
		}
	}
	call := roundFunction + "()"
	ctext.Locate(c.Files, at, func(s *ctext.Source, at int) bool {
		word := s.Word(at)
		open := s.Skip(at + len(word))
		switch {
		case word == "while" && strings.HasPrefix(s.Rest(open), "("):
			s.Edit(open+1, 0, call+", ")
		case word == "for" && strings.HasPrefix(s.Rest(open), "("):
			first, ok := s.Find(open+1, ";")
			if !ok {
				return false
			}
			if strings.HasPrefix(s.Rest(s.Skip(first+1)), ";") {
				call += ", 1"
			} else {
				call += ", "
			}
			s.Edit(first+1, 0, " "+call)
		case word == "do" && strings.HasPrefix(s.Rest(open), "{"):
			s.Edit(open+1, 0, " "+call+";")
		case word != "" && strings.HasPrefix(s.Rest(open), ":"):
			s.Edit(open+1, 0, " "+call+";")
		case word != "" && strings.HasPrefix(s.Rest(open), "("):
			body, ok := s.Find(open, "{;")
			if !ok || !strings.HasPrefix(s.Rest(body), "{") {
				return false
			}
			s.Edit(body+1, 0, " "+call+";")
		default:
			return false
		}
		s.Head("int " + roundFunction + "(); ")
		p.rounds = n
		return true
	})
}

// defineRounds writes the function that counts.
func (p *plan) defineRounds(b *strings.Builder) {
	if p.rounds > 0 {
		fmt.Fprintf(b, "int %s(void) { static int n; return ++n == %d ? %s() : 0; }\n", roundFunction, p.rounds, errorFunction)
	}
}
