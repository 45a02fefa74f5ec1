// Package corecheck looks for what is ill-formed in a core, which package elab is not to make. Tests ask for it, and whoever prints cores.
package corecheck

import (
	"errors"
	"fmt"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Check returns what is ill-formed in a program, nil if nothing is: an operand whose type is not what its node says, a
// volatile place that is read inside of an expression, a jump to a label that the function does not have, a variable that
// nothing declares. It joins at most 20 errors.
func Check(p *core.Program) error {
	c := &checker{tt: p.Types, p: p, globals: map[*core.Var]bool{}}
	for _, u := range p.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				c.globals[g.Var] = true
			case *core.FuncDef:
				c.globals[g.Func.Var] = true
			}
		}
	}
	for _, u := range p.Units {
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				c.global(g.Var)
			case *core.FuncDef:
				c.function(g.Func)
			}
		}
	}
	return errors.Join(c.errs...)
}

// checker is the state of Check.
type checker struct {
	tt      *types.Table
	p       *core.Program
	globals map[*core.Var]bool
	errs    []error

	// Of the function that is looked at:
	fn        *core.Func
	locals    map[*core.Var]bool
	labels    map[*core.Label]bool
	jumps     []*core.Label
	jumpsAt   []core.Pos
	loops     int // around the statement, whose Body it is in
	breakable int
	switches  []*types.Type
}

const maxErrors = 20

func (c *checker) fail(at core.Pos, format string, args ...any) {
	if len(c.errs) == maxErrors {
		return
	}
	place := c.p.Place(at)
	name := ""
	if c.fn != nil {
		name = c.fn.Var.Name + ": "
	}
	c.errs = append(c.errs, fmt.Errorf("%s:%d:%d: %s%s", place.File, place.Line, place.Col, name, fmt.Sprintf(format, args...)))
}

// same demands that a type is another one, or compatible with it.
func (c *checker) same(at core.Pos, what string, got, want *types.Type) {
	if got == want || got.Main() == want.Main() && got.Quals == want.Quals {
		return
	}
	if got.Quals != want.Quals || !c.tt.Compatible(got.Main(), want.Main()) || got.Kind != want.Kind {
		c.fail(at, "%s has type %v, not %v", what, got, want)
	}
}

func (c *checker) global(v *core.Var) {
	c.fn, c.locals, c.labels = nil, nil, nil
	if v.Init == nil {
		return
	}
	if v.Storage != core.Static && v.Storage != core.Thread {
		c.fail(v.Pos, "%s has an initializer and does not live as long as the program", v.Name)
	}
	c.init(v.Pos, v.Init, v.Type)
}

func (c *checker) function(f *core.Func) {
	c.fn, c.locals, c.labels, c.jumps, c.jumpsAt = f, map[*core.Var]bool{}, map[*core.Label]bool{}, nil, nil
	c.loops, c.breakable, c.switches = 0, 0, nil
	if f.Var.Type.Kind != types.Func {
		c.fail(f.Var.Pos, "the function has type %v", f.Var.Type)
		return
	}
	if s := f.Var.Type.Sig; (s.Proto || s.Old) && len(s.Params) != len(f.Params) {
		c.fail(f.Var.Pos, "%d parameters for a type with %d", len(f.Params), len(s.Params))
	}
	for _, v := range f.Params {
		c.locals[v] = true
		if v.Storage != core.Param {
			c.fail(v.Pos, "parameter %s has storage %d", v.Name, v.Storage)
		}
	}
	for _, v := range f.Temps {
		c.locals[v] = true
		if v.Type.IsVariablyModified() {
			c.fail(v.Pos, "a temporary at the top of the function has type %v", v.Type)
		}
	}
	c.block(f.Body)
	if f.Leave != nil {
		c.block(f.Leave)
	}
	for i, l := range c.jumps {
		if !c.labels[l] {
			c.fail(c.jumpsAt[i], "label %s is not in the function", l.Name)
		}
	}
}

func (c *checker) jump(at core.Pos, l *core.Label) {
	c.jumps, c.jumpsAt = append(c.jumps, l), append(c.jumpsAt, at)
}

func (c *checker) init(at core.Pos, x core.Init, t *types.Type) {
	switch x := x.(type) {
	case *core.ExprInit:
		if t.Kind == types.Array {
			c.fail(at, "an array is initialized with one value")
		}
		c.expr(x.X)
		c.same(x.X.Pos(), "initializer", x.X.Type(), t.Unqual())
	case *core.LiteralInit:
		if t.Kind != types.Array || t.Elem.SizeOf() != x.Literal.Type.Elem.SizeOf() {
			c.fail(at, "a string literal initializes %v", t)
		}
	case *core.ListInit:
		if x.Typ.Main() != t.Main() && !c.tt.Compatible(x.Typ.Main(), t.Main()) {
			c.fail(x.At, "initializer has type %v, not %v", x.Typ, t)
			return
		}
		next := int64(0)
		for _, e := range x.Elems {
			switch {
			case (t.Kind == types.Array || t.Kind == types.Vector) && e.Field == nil:
				if e.Index < next || e.Last < e.Index || t.Len >= 0 && e.Last >= t.Len {
					c.fail(x.At, "elements %d to %d of %v after %d", e.Index, e.Last, t, next-1)
				}
				next = e.Last + 1
				c.init(x.At, e.Init, t.Elem)
			case t.IsRecord() && e.Field != nil:
				c.member(x.At, t, e.Field)
				if e.Field.Bits {
					if i, ok := e.Init.(*core.ExprInit); ok {
						c.expr(i.X)
						c.same(x.At, "initializer of a bit-field", i.X.Type(), e.Field.ValueType())
						continue
					}
				}
				c.init(x.At, e.Init, e.Field.Type)
			default:
				c.fail(x.At, "an element of %v is no element", t)
			}
		}
	default:
		c.fail(at, "initializer %T", x)
	}
}

// member demands that a structure has a member.
func (c *checker) member(at core.Pos, t *types.Type, f *types.Field) {
	r := t.Record
	for i := range r.Fields {
		if &r.Fields[i] == f {
			return
		}
	}
	c.fail(at, "%v has no member %s", t, f.Name)
}

// variable demands that a variable is declared.
func (c *checker) variable(at core.Pos, v *core.Var) {
	if !c.globals[v] && !c.locals[v] {
		c.fail(at, "variable %q is used and not declared", v.Name)
	}
}
