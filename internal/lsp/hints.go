package lsp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"craig/internal/check"
	"craig/internal/resultfile"
)

// maxHint bounds the label of a hint, in characters; the tooltip has all of it.
const maxHint = 80

// inlayHints are the contracts that were inferred: what a function requires of its callers, or, with a finding of which that is not known, would have to
// require, at its name; and the invariants of the loops of what is proved, at the loops. There are none unless the settings say so.
func (s *Server) inlayHints(_ context.Context, p hintParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []inlayHint{}
	here := s.opened(p.Document.URI)
	if here == nil || !here.open || !s.settings.InlayHints {
		return list, nil
	}
	seen := map[string]bool{}
	add := func(u *unit, at resultfile.Place, label, tooltip string, edit func(row int) []textEdit) {
		row, ok := moved(at.Line, u.lines(at.File), here.text)
		key := fmt.Sprintf("%d %s", row, label)
		if absolute(at.File) != here.path || !ok || row-1 < p.Range.Start.Line || row-1 > p.Range.End.Line || seen[key] {
			return
		}
		seen[key] = true
		if r := []rune(label); len(r) > maxHint {
			label = string(r[:maxHint]) + "…"
		}
		h := inlayHint{Position: position{row - 1, units(here.text[row-1], s.client.encoding)}, Label: label, Padding: true, Tooltip: markup{"markdown", tooltip}}
		if edit != nil {
			h.Edits = edit(row)
		}
		list = append(list, h)
	}
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		u := s.files[path].unit
		if u == nil {
			continue
		}
		contract := func(e check.Entry, clause, tooltip string) {
			add(u, resultfile.Place{File: e.File, Line: e.Line}, clause, tooltip, func(row int) []textEdit {
				row, indent := above(here.text, row, e.Name)
				at := position{row - 1, 0}
				return []textEdit{{span{at, at}, indent + clause + "\n"}}
			})
		}
		for _, g := range u.findings {
			if g.Specify != "" && g.Accepted == "" && len(g.Entries) > 0 && !g.Mistake() {
				contract(g.Entries[0], g.Specify, requires(g))
			}
		}
		for _, fn := range slices.Sorted(maps.Keys(u.functions)) {
			o := u.functions[fn]
			if c := o.function.Contract(); c != nil {
				contract(check.Entry{Name: fn, File: o.function.File, Line: o.function.Line}, c.ACSL, "With this the function is proved, and every other call goes wrong. Accepting the hint writes it above the function.")
			}
			if o.document == nil || o.function.Verdict != "TRUE" {
				continue
			}
			for _, inv := range o.document.Invariants {
				if inv.Loop && inv.C != "" {
					add(u, inv.Place, "invariant "+inv.C, invariantText(fn, inv.C), nil)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b inlayHint) int { return cmp.Compare(a.Position.Line, b.Position.Line) })
	return list, nil
}

// requires says why a contract is proposed.
func requires(g *check.Finding) string {
	return fmt.Sprintf("With this, the error `%s` at %s:%d is left to callers: it was inferred from the counterexample, and is not proved to be enough. Accepting the hint writes it above the function.", g.Property, plain(g.File), g.Line)
}
