package witness

import (
	"os"
	"slices"
	"strings"

	"craig/evidence/ctext"
	"craig/logic/term"
	"craig/program/ir"
)

// Correctness makes a witness of a proof: the invariant of every loop over the variables in scope
// at its keyword, the disjunction over the copies that inlining has made. What C cannot say there
// is left out, so that an invariant may be weaker than the proof's. p is the inlined program that
// the invariants speak of. The error is of a file that cannot be read.
func Correctness(p *ir.Program, inv map[ir.Loc]term.Term, property string, about About) (*Entry, error) {
	meta, err := about.metadata(property)
	if err != nil {
		return nil, err
	}
	s, err := newScopes(p, about.Files)
	if err != nil {
		return nil, err
	}
	e := &Entry{Type: Invariants, Metadata: meta, Content: []Item{}}
	type copies struct {
		pos      ir.Pos
		function string
		texts    []string
	}
	byLoop := map[ir.Pos]*copies{}
	var order []*copies
	var locs []ir.Loc
	for l := range inv {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	for _, l := range locs {
		info := p.Locs[l]
		pos := info.LoopPos
		if !info.Loop || !s.loop(pos) {
			continue
		}
		c := byLoop[pos]
		if c == nil {
			c = &copies{pos: pos, function: s.function(l)}
			byLoop[pos] = c
			order = append(order, c)
		}
		text := s.at(l, pos).formula(inv[l], true)
		if !slices.Contains(c.texts, text) {
			c.texts = append(c.texts, text)
		}
	}
	for _, c := range order {
		if slices.Contains(c.texts, "1") {
			continue
		}
		if len(c.texts) > 1 {
			c.texts = slices.DeleteFunc(c.texts, func(s string) bool { return s == "0" })
		}
		text := strings.Join(c.texts, " || ")
		if len(c.texts) > 1 {
			text = "(" + text + ")"
		}
		e.Content = append(e.Content, Item{Invariant: &Invariant{
			Type: "loop_invariant", Value: text, Format: "c_expression",
			Location: Location{File: c.pos.File, Line: c.pos.Line, Column: c.pos.Col, Function: c.function},
		}})
	}
	return e, nil
}

// scopes finds the variables that a C expression at a place can name.
type scopes struct {
	prog    *ir.Program
	files   []*ctext.Source
	byName  map[string]*ir.Var
	named   map[string][]ir.Pos // C name → declarations, of variables and of objects
	callers map[string]string   // calls of a location → the prefix of its variables
}

func newScopes(p *ir.Program, files []string) (*scopes, error) {
	s := &scopes{prog: p, byName: map[string]*ir.Var{}, named: map[string][]ir.Pos{}, callers: map[string]string{}}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, ctext.New(name, text))
	}
	declare := func(name string, pos ir.Pos) {
		if name != "" && pos.Line != 0 && !slices.Contains(s.named[name], pos) {
			s.named[name] = append(s.named[name], pos)
		}
	}
	p.AllVars(func(v *ir.Var) {
		s.byName[v.Name] = v
		root, _, _ := strings.Cut(v.CName, ".")
		declare(root, v.Pos)
	})
	for _, o := range p.Objects {
		declare(o.Name[strings.LastIndex(o.Name, ":")+1:], o.Pos)
	}
	for _, e := range p.Edges {
		if e == nil || p.Locs[e.From].Func != p.Main {
			continue
		}
		calls := p.Locs[e.From].Calls
		see := func(v *ir.Var) {
			if pre := prefix(v); v.Func != nil && strings.Count(pre, "::") == len(calls) {
				s.callers[callsKey(calls)] = pre
			}
		}
		ir.EachRead(e.Stmt, see)
		if v := ir.Written(e.Stmt); v != nil {
			see(v)
		}
	}
	return s, nil
}

// prefix says which copy of which function a local belongs to: "main::f#2" of "main::f#2::x".
func prefix(v *ir.Var) string {
	if i := strings.LastIndex(v.Name, "::"); i >= 0 {
		return v.Name[:i]
	}
	return ""
}

func callsKey(calls []ir.Pos) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(c.String() + " ")
	}
	return b.String()
}

// prefixAt is the prefix of the locals of the function copy that a location is in.
func (s *scopes) prefixAt(l ir.Loc) string {
	info := s.prog.Locs[l]
	if info.Func != s.prog.Main {
		return info.Func.Name
	}
	return s.callers[callsKey(info.Calls)]
}

func (s *scopes) function(l ir.Loc) string {
	pre := s.prefixAt(l)
	name, _, _ := strings.Cut(pre[strings.LastIndex(pre, ":")+1:], "#")
	return name
}

func (s *scopes) locate(pos ir.Pos) (*ctext.Source, int) {
	for _, f := range s.files {
		if at, ok := f.At(pos); ok {
			return f, at
		}
	}
	return nil, 0
}

// loop tells whether the keyword of a loop is at pos.
func (s *scopes) loop(pos ir.Pos) bool {
	f, at := s.locate(pos)
	if f == nil {
		return false
	}
	word := f.Word(at)
	return word == "for" || word == "while" || word == "do"
}

// at writes formulas for the loop whose keyword is at pos, of the copy that l belongs to.
func (s *scopes) at(l ir.Loc, pos ir.Pos) *cwriter {
	pre := s.prefixAt(l)
	return &cwriter{variable: func(t term.Term) (string, ir.Type, bool) {
		v := s.byName[t.Name()]
		if v == nil || v.CName == "" || v.Func != nil && prefix(v) != pre || strings.ContainsAny(v.CName, "[] ") {
			return "", ir.Type{}, false
		}
		root, _, _ := strings.Cut(v.CName, ".")
		innermost, found := s.innermost(root, pos)
		return v.CName, v.Type, found && innermost == v.Pos
	}}
}

// innermost is where the variable that name means at the loop at pos is declared.
func (s *scopes) innermost(name string, pos ir.Pos) (ir.Pos, bool) {
	f, loop := s.locate(pos)
	best, from := ir.Pos{}, -1
	for _, p := range s.named[name] {
		g, at := s.locate(p)
		if g == f && at > from && f.Word(at) == name && f.Visible(at, loop) {
			best, from = p, at
		}
	}
	return best, from >= 0
}
