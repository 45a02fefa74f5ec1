package difftest

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// maxVariables bounds how many variables of a function, and of the file, are told of at a point: the last of the one, the first of the other.
const maxVariables = 16

// points are the places at which a program and its core are compared: before the statements of blocks. Calls are put there that tell
// the values of the variables in scope, into the text of the program, and so into its core.
type points struct {
	prog *core.Program
	at   []ir.Pos // by number

	// of the file at hand
	unit    int
	source  *pp.Preprocessor
	scope   []*variable
	globals map[string]*core.Var
	locals  map[pp.Loc]*core.Var // by the place of the name
	edits   []insertion
	jumps   bool // the function has labels
}

// variable is a name in scope; tell is empty if its value is not told.
type variable struct {
	name, tell string
	file       bool // at file scope
}

type insertion struct {
	offset int
	text   string
}

// pointFunctions declares what is called. It comes before the first line marker.
const pointFunctions = "void craig_point(unsigned); void craig_int(long long); void craig_real(double);\n"

// insert is the text of a file with the calls.
func (p *points) insert(unit int, f elab.File, text []byte) []byte {
	p.unit, p.source, p.scope, p.edits = unit, f.Source, nil, nil
	p.globals, p.locals = map[string]*core.Var{}, map[pp.Loc]*core.Var{}
	for _, g := range p.prog.Units[unit].Globals {
		switch g := g.(type) {
		case *core.VarDef:
			if g.Var.Local {
				p.locals[g.Var.Pos.Used] = g.Var
			} else if g.Var.Name != "" {
				p.globals[g.Var.Name] = g.Var
			}
		case *core.FuncDef:
			for _, v := range g.Func.Params {
				p.locals[v.Pos.Used] = v
			}
			p.declared(g.Func.Body)
		}
	}
	for _, d := range f.Tree.Decls {
		switch d := d.(type) {
		case *syntax.Declaration:
			p.declare(d, true)
		case *syntax.FuncDef:
			p.function(d)
		}
	}
	slices.SortStableFunc(p.edits, func(a, b insertion) int { return a.offset - b.offset })
	out := []byte(pointFunctions)
	from := 0
	for _, e := range p.edits {
		out = append(append(out, text[from:e.offset]...), e.text...)
		from = e.offset
	}
	return append(out, text[from:]...)
}

// declared finds the variables of a block.
func (p *points) declared(b *core.Block) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		switch s := s.(type) {
		case *core.Declare:
			p.locals[s.Var.Pos.Used] = s.Var
		case *core.Block:
			p.declared(s)
		case *core.If:
			p.declared(s.Then)
			p.declared(s.Else)
		case *core.Loop:
			p.declared(s.Body)
		case *core.Switch:
			p.declared(s.Body)
		}
	}
}

// declare adds what a declaration names to the scope.
func (p *points) declare(d *syntax.Declaration, file bool) {
	for _, i := range d.List {
		if n := i.Decl.Name; n != nil {
			v := p.locals[n.NamePos.Used]
			if file {
				v = p.globals[n.Name]
			}
			p.add(n.Name, v, file)
		}
	}
}

// add adds a name to the scope; v is nil, or not told of, where it hides another.
func (p *points) add(name string, v *core.Var, file bool) {
	x := &variable{name: name, file: file}
	if v != nil && v.Type.Quals&(types.Volatile|types.Atomic) == 0 && (!file || v.Defined) {
		switch t := v.Type; {
		case t.IsInteger() && t.SizeOf() <= 8:
			x.tell = fmt.Sprintf("craig_int(%s);", name)
		case t.Kind == types.Pointer:
			x.tell = fmt.Sprintf("craig_int(%s != 0);", name)
		case t.IsReal():
			x.tell = fmt.Sprintf("craig_real(%s);", name)
		}
	}
	p.scope = append(p.scope, x)
}

func (p *points) function(d *syntax.FuncDef) {
	before := len(p.scope)
	defer func() { p.scope = p.scope[:before] }()
	if n := d.Decl.Name; n != nil {
		p.add(n.Name, nil, true)
		before++
	}
	for _, part := range d.Decl.Parts[:1] {
		if f, ok := part.(*syntax.Func); ok {
			for _, param := range f.Params {
				if n := param.Decl.Name; n != nil {
					p.add(n.Name, p.locals[n.NamePos.Used], false)
				}
			}
		}
	}
	for _, old := range d.Old {
		p.declare(old, false)
	}
	p.jumps = false
	labels(d.Body, func() { p.jumps = true })
	p.block(d.Body, true)
}

// labels calls f for each label in a statement.
func labels(s syntax.Stmt, f func()) {
	switch s := s.(type) {
	case *syntax.Block:
		for _, s := range s.List {
			labels(s, f)
		}
	case *syntax.Labeled:
		f()
		if s.Stmt != nil {
			labels(s.Stmt, f)
		}
	case *syntax.If:
		labels(s.Then, f)
		labels(s.Else, f)
	default:
		if body := bodyOf(s); body != nil {
			labels(body, f)
		}
	}
}

// bodyOf is the statement in a loop, a switch or behind a case, if s is one.
func bodyOf(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.While:
		return s.Body
	case *syntax.DoWhile:
		return s.Body
	case *syntax.For:
		return s.Body
	case *syntax.Switch:
		return s.Body
	case *syntax.Case:
		return s.Stmt
	case *syntax.Labeled:
		return s.Stmt
	}
	return nil
}

// block puts calls into a block. Its variables are told of, if tell is set, where control does not jump past their declarations.
func (p *points) block(b *syntax.Block, tell bool) {
	before := len(p.scope)
	defer func() { p.scope = p.scope[:before] }()
	for _, s := range b.List {
		if _, ok := s.(*syntax.DeclStmt); ok {
			p.declareIn(s, tell)
			continue
		}
		tell = tell && !p.jumps
		s = behindLabels(s)
		if s != nil {
			p.point(s)
			p.within(s)
		}
	}
}

// declareIn adds what a declaration in a block names to the scope.
func (p *points) declareIn(s syntax.Stmt, tell bool) {
	d, ok := s.(*syntax.DeclStmt)
	if !ok {
		return
	}
	if d, ok := d.Decl.(*syntax.Declaration); ok {
		n := len(p.scope)
		p.declare(d, false)
		for _, v := range p.scope[n:] {
			if !tell {
				v.tell = ""
			}
		}
	}
}

// behindLabels is the statement that labels stand before, nil if there is none.
func behindLabels(s syntax.Stmt) syntax.Stmt {
	for {
		switch s.(type) {
		case *syntax.Labeled, *syntax.Case:
			s = bodyOf(s)
		default:
			return s
		}
	}
}

// within puts calls into the blocks of a statement.
func (p *points) within(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Block:
		p.block(s, !p.jumps)
	case *syntax.If:
		p.within(s.Then)
		p.within(s.Else)
	case *syntax.For:
		before := len(p.scope)
		p.declareIn(s.Init, !p.jumps)
		p.within(s.Body)
		p.scope = p.scope[:before]
	case *syntax.Switch:
		if b, ok := s.Body.(*syntax.Block); ok {
			p.block(b, false)
		}
	default:
		if body := bodyOf(s); body != nil {
			p.within(body)
		}
	}
}

// point puts a call before a statement.
func (p *points) point(s syntax.Stmt) {
	pos := s.Pos().Used
	if x, ok := s.(*syntax.ExprStmt); ok && x.X != nil {
		pos = syntax.Start(x.X).Used
	}
	offset := p.source.Offset(pos)
	if offset < 0 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{craig_point(%d);", len(p.at))
	seen := map[string]bool{}
	own, file := 0, 0
	for _, v := range slices.Backward(p.scope) {
		if seen[v.name] {
			continue
		}
		seen[v.name] = true
		switch count := &own; {
		case v.tell == "":
		case v.file:
			count = &file
			fallthrough
		default:
			if *count++; *count <= maxVariables {
				b.WriteString(v.tell)
			}
		}
	}
	b.WriteByte('}')
	place := p.source.Place(pos)
	p.at = append(p.at, ir.Pos{File: place.File, Line: place.Line, Col: place.Col})
	p.edits = append(p.edits, insertion{offset, b.String()})
}
