package checkcoverage

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// scopes says that no local object of p may still live where an execution is outside of the block that declares it, in
// the same function or in one that has called it.
//
// Where blocks begin and end is read from the text (ir.Program.Spans). Objects that are not declared, such as what alloca gives, have no block. All have
// to be over where their function has returned.
func scopes(ctx context.Context, p *ir.Program) error {
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok || s.Site.Kind != ir.LocalObject && !s.Site.Automatic || p.Surrounds(e.Pos) {
			continue
		}
		name := s.Site.CName()
		if strings.HasPrefix(name, "$literal") {
			name = ""
		}
		span, named := p.Spans[ir.Declared{Pos: s.Site.Pos, Name: name}]
		if !named {
			continue
		}
		if err := over(p, e, s, span); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// over follows executions from e, where the object of s begins to live, to where it ends.
func over(p *ir.Program, e *ir.Edge, s *ir.Alloc, span ir.Span) error {
	home := p.Locs[e.From]
	still := func(pos ir.Pos) error {
		return &Missing{pos, fmt.Sprintf("%s, which was declared at line %d, may still live here", s.Site.CName(), s.Site.Pos.Line)}
	}
	seen := map[ir.Loc]bool{e.To: true}
	for work := []ir.Loc{e.To}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		info := p.Locs[l]
		if l == home.Func.Exit && home.Func != p.Main {
			return still(info.Pos)
		}
		for _, id := range info.Out {
			d := p.Edges[id]
			if d == e || ends(d.Stmt, s) {
				continue
			}
			if d.Pos.Line > 0 && !d.Aux {
				switch {
				case info.Func == home.Func && info.Instance == home.Instance:
					if !span.Holds(d.Pos) {
						return still(d.Pos)
					}
				case around(info, home):
					return still(d.Pos)
				}
			}
			if !seen[d.To] {
				seen[d.To] = true
				work = append(work, d.To)
			}
		}
	}
	return nil
}

// ends says that s, a statement, ends the life of the object that a has begun.
func ends(s ir.Stmt, a *ir.Alloc) bool {
	f, ok := s.(*ir.Free)
	switch {
	case !ok:
		return false
	case f.Addr == nil:
		return f.Site == a.Site
	case f.Addr.Op == ir.OpAddr:
		return f.Addr.Obj == a.Site
	}
	return a.Result != nil && f.Addr.Op == ir.OpVar && f.Addr.Var == a.Result
}

// around says that l is in a function that has called that of home.
func around(l, home *ir.LocInfo) bool {
	outer, inner := l.Calls(), home.Calls()
	return len(outer) < len(inner) && slices.Equal(outer, inner[:len(outer)])
}
