package elab

// Statements: C11 6.8, but for loops and jumps.

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// items elaborates what is in a block. After a mistake it goes on with the next statement.
func (u *unit) items(list []syntax.Stmt) {
	for _, s := range list {
		u.recovering(func() { u.stmt(s) })
	}
}

// body elaborates a statement as a block.
func (u *unit) body(s syntax.Stmt) *core.Block {
	if b, ok := s.(*syntax.Block); ok {
		return u.innerBlock(b)
	}
	at := u.pos(s.Pos())
	return u.scoped(&syntax.Block{}, at, at, func() { u.items([]syntax.Stmt{s}) })
}

func (u *unit) innerBlock(b *syntax.Block) *core.Block {
	u.list.depth++
	defer func() { u.list.depth-- }()
	return u.scoped(b, u.pos(b.Lbrace), u.pos(b.Rbrace), func() { u.items(b.List) })
}

// scoped is what f leaves as a block with a scope of its own.
func (u *unit) scoped(b *syntax.Block, at, end core.Pos, f func()) *core.Block {
	r := &core.Block{At: at, End: end}
	r.List = u.scratch(func() {
		u.scope.enter()
		u.fn.enter(b)
		u.fn.blocks[len(u.fn.blocks)-1].depth = u.depth
		f()
		u.out = u.finishBlock()
		u.fn.leave(b)
		u.scope.leave()
	})
	return r
}

func (u *unit) stmt(s syntax.Stmt) {
	if u.claimed(s) {
		return
	}
	switch s := s.(type) {
	case nil:
	case *syntax.Block:
		u.emit(u.innerBlock(s))
	case *syntax.ExprStmt:
		if s.X != nil {
			begun := u.begins(u.pos(syntax.Start(s.X)))
			code := u.scratch(func() { u.effect(s.X) })
			u.emit(code...)
			if begun != nil {
				begun.Calls = u.onlyCalls(code)
			}
		}
	case *syntax.DeclStmt:
		if initializes(s.Decl) {
			u.begins(u.pos(s.Decl.Pos()))
		}
		u.blockDecl(s.Decl)
	case *syntax.If:
		u.ifStmt(s)
	case *syntax.Switch:
		u.begins(u.pos(s.At))
		u.switchStmt(s)
	case *syntax.While:
		u.begins(u.pos(s.At))
		u.while(s)
	case *syntax.DoWhile:
		u.begins(u.pos(s.At))
		u.doWhile(s)
	case *syntax.For:
		u.begins(u.pos(s.At))
		u.forStmt(s)
	case *syntax.Goto:
		u.begins(u.pos(s.At))
		u.gotoStmt(s)
	case *syntax.Branch:
		if begun := u.begins(u.pos(s.At)); begun != nil {
			begun.Empty = !s.Continue
		}
		if s.Continue {
			u.emit(&core.Continue{At: u.pos(s.At)})
		} else {
			u.emit(&core.Break{At: u.pos(s.At)})
		}
	case *syntax.Return:
		if begun := u.begins(u.pos(s.At)); begun != nil {
			begun.Empty = s.X == nil
		}
		u.returnStmt(s)
	case *syntax.Labeled, *syntax.Case:
		u.labels(s)
		u.afterLabel(s)
		u.stmt(afterLabels(s))
	case *syntax.Asm:
		u.begins(u.pos(s.At))
		u.asm(s)
	default:
		u.refuse(s.Pos(), "statement", "a statement of kind %T", s)
	}
}

func (u *unit) blockDecl(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.Declaration:
		u.declaration(d)
	case *syntax.StaticAssert:
		u.staticAssert(d)
	case *syntax.FuncDef:
		u.definition(d)
	case *syntax.Pragma:
		u.pragma(d)
		u.emit(&core.Remark{At: u.pos(d.At), Pragma: true, Text: d.Text})
	case *syntax.Annotation:
		u.annotation(d)
	case *syntax.FileAsm:
		u.refuse(d.At, "asm", "asm in this place")
	}
}

// ifStmt reads if, and a chain of else if without recursion.
func (u *unit) ifStmt(s *syntax.If) {
	first := true
	var into *core.If
	var code []core.Stmt
	var at core.Pos
	var always bool
	depth := u.list.depth
	for {
		at = u.pos(s.At)
		n := &core.If{At: at}
		code = u.scratch(func() {
			u.begins(at)
			n.X = u.controlling(s.X, "the condition of if")
		})
		_, always = u.known(n.X)
		u.inside(core.OfThen, at, always, func() { n.Then = u.body(s.Then) })
		if first {
			u.emit(code...)
			u.emit(n)
		} else {
			into.Else = &core.Block{At: at, End: at, List: append(code, n)}
		}
		first, into = false, n
		next, ok := s.Else.(*syntax.If)
		if !ok {
			break
		}
		s = next
		u.list.role, u.list.of, u.list.always = core.OfElse, at, always
		u.list.depth++
	}
	if s.Else != nil {
		u.inside(core.OfElse, at, always, func() { into.Else = u.body(s.Else) })
	}
	u.list.depth = depth
}

func (u *unit) returnStmt(s *syntax.Return) {
	at := u.pos(s.At)
	t := u.fn.core.Var.Type.Sig.Result
	if s.X == nil {
		u.emit(&core.Return{At: at})
		return
	}
	o := u.rvalue(u.expr(s.X))
	if t.Kind == types.Void {
		if o.x != nil && o.typ.Kind == types.Void {
			u.emit(&core.Eval{At: at, X: o.x})
		} else if o.x != nil {
			u.emit(&core.Eval{At: at, X: o.x}) // gcc warns
		}
		u.emit(&core.Return{At: at})
		return
	}
	o = u.assignable(o, t, syntax.Start(s.X), "the result")
	u.emit(&core.Return{At: at, X: o.x})
}

func (u *unit) asm(s *syntax.Asm) {
	a := &core.Asm{At: u.pos(s.At), Volatile: s.Volatile, Operands: s.Operands, Text: spelled(s.Text)}
	for _, o := range s.Outputs {
		r := u.expr(o.X)
		if r.p == nil {
			u.fail(syntax.Start(o.X), "", "an output of asm is an object")
		}
		a.Outputs = append(a.Outputs, core.AsmOperand{Name: o.Name, Constraint: spelled(o.Constraint), Place: r.p})
	}
	for _, o := range s.Inputs {
		r := u.expr(o.X)
		op := core.AsmOperand{Name: o.Name, Constraint: spelled(o.Constraint)}
		if r.p != nil && memoryOnly(op.Constraint) {
			op.Place = r.p
		} else {
			op.X = u.rvalue(r).x
		}
		a.Inputs = append(a.Inputs, op)
	}
	for _, c := range s.Clobbers {
		a.Clobbers = append(a.Clobbers, spelled(c))
	}
	for i := range s.Labels {
		a.Labels = append(a.Labels, u.label(&s.Labels[i]).core)
	}
	if list, ok := withoutInstructions(a); ok {
		u.emit(list...)
		return
	}
	u.emit(a)
}

// withoutInstructions is what an asm of no instructions does to its outputs: nothing to those that are inputs too, or in memory, and one that has the
// register of an input becomes that. ok is false if there are instructions, or neither outputs nor
// memory, or the value of an output is not known.
func withoutInstructions(a *core.Asm) (list []core.Stmt, ok bool) {
	memory := slices.ContainsFunc(a.Inputs, func(in core.AsmOperand) bool { return in.Place != nil })
	if a.Text != `""` || len(a.Outputs) == 0 && !memory || len(a.Labels) > 0 {
		return nil, false
	}
	tied := map[int]core.Expr{}
	for _, in := range a.Inputs {
		if in.X == nil { // memory, which is not accessed
			continue
		}
		if n, err := strconv.Atoi(strings.Trim(in.Constraint, `"`)); err == nil && n < len(a.Outputs) {
			tied[n] = in.X
			continue
		}
		list = append(list, &core.Eval{At: a.At, X: in.X})
	}
	for i, out := range a.Outputs {
		x := tied[i]
		switch {
		case out.Place.Type().Quals&(types.Volatile|types.Atomic) != 0:
			return nil, false
		case strings.HasPrefix(out.Constraint, `"+`), x == nil && memoryOnly(out.Constraint):
		case x == nil || x.Type().Main() != out.Place.Type().Main() || len(a.Outputs) > 1:
			return nil, false
		default:
			list = append(list, &core.Assign{At: a.At, Dst: out.Place, Src: x})
		}
	}
	return list, true
}

// memoryOnly tells whether a constraint takes nothing but memory.
func memoryOnly(s string) bool {
	for _, c := range s {
		switch c {
		case 'm', 'o', 'V', 'Q', '"', '=', '+', '&', '%', ',':
		default:
			return false
		}
	}
	return true
}

// spelled is a string literal as the program has it.
func spelled(s *syntax.String) string {
	r := ""
	for i, p := range s.Parts {
		if i > 0 {
			r += " "
		}
		r += p
	}
	return r
}
