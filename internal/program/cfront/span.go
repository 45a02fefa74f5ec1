package cfront

import (
	"reflect"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// spans notes for each declaration and compound literal of a file how far the block around it reaches, for who
// checks that objects are over where their blocks are left (package guards). It looks at the text alone: nothing here
// knows how lives are ended.
func (r *reader) spans(u *unit) {
	if r.lifetimes() == "" {
		return
	}
	if r.prog.Spans == nil {
		r.prog.Spans = map[ir.Declared]ir.Span{}
	}
	x := &spans{of: r.prog.Spans, r: r}
	for l := u.ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		if d := l.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			x.visit(reflect.ValueOf(d.FunctionDefinition))
		}
	}
}

// spans goes through the tree of a function.
type spans struct {
	of   map[ir.Declared]ir.Span
	r    *reader
	open []*block
}

// block is one that is open, with what is declared in it so far.
type block struct {
	ir.Span
	declared []ir.Declared
}

func (x *spans) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			x.node(v)
		}
	case reflect.Struct:
		if t, ok := v.Interface().(cc.Token); ok {
			x.token(t)
			return
		}
	}
}

// node visits what n, a pointer, leads to.
func (x *spans) node(v reflect.Value) {
	begins := false
	switch n := v.Interface().(type) {
	case *cc.FunctionDefinition, *cc.CompoundStatement, *cc.SelectionStatement, *cc.IterationStatement:
		begins = true
	case *cc.Declarator:
		x.declare(ir.Declared{Pos: x.r.pos(n), Name: n.Name()})
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionComplit {
			x.declare(ir.Declared{Pos: x.r.pos(n)})
		}
	}
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v = v.Elem(); !v.IsValid() {
			return
		}
	}
	if v.Kind() != reflect.Struct {
		return
	}
	if begins {
		x.open = append(x.open, &block{})
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			x.visit(v.Field(i))
		}
	}
	if !begins {
		return
	}
	b := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	for _, d := range b.declared {
		e := b.Span
		if old, ok := x.of[d]; ok { // as in several uses of one macro
			e.From, e.To = earlier(old.From, e.From), later(old.To, e.To)
		}
		x.of[d] = e
	}
	if len(x.open) > 0 && b.From.Line != 0 {
		x.reach(b.From)
		x.reach(b.To)
	}
}

func (x *spans) declare(d ir.Declared) {
	if len(x.open) > 0 {
		b := x.open[len(x.open)-1]
		b.declared = append(b.declared, d)
	}
}

func (x *spans) token(t cc.Token) {
	if len(x.open) == 0 {
		return
	}
	if p := x.r.posOfToken(t); p.Line > 0 {
		x.reach(p)
	}
}

// reach says that pos is in the innermost block.
func (x *spans) reach(pos ir.Pos) {
	b := x.open[len(x.open)-1]
	switch {
	case b.From.Line == 0:
		b.From, b.To = pos, pos
	case pos.File == b.From.File:
		b.From, b.To = earlier(b.From, pos), later(b.To, pos)
	}
}

func earlier(a, b ir.Pos) ir.Pos {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b ir.Pos) ir.Pos {
	if a.Before(b) {
		return b
	}
	return a
}
