package corecheck

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

func (c *checker) block(b *core.Block) {
	if b == nil {
		c.fail(core.Pos{}, "a block is missing")
		return
	}
	for _, s := range b.List {
		c.stmt(s)
	}
}

// destination checks what is assigned to, and returns the type of the values that it takes.
func (c *checker) destination(x core.Place) *types.Type {
	c.place(x)
	if f, ok := x.(*core.FieldPlace); ok {
		return f.Field.ValueType()
	}
	return x.Type().Unqual()
}

func (c *checker) stmt(s core.Stmt) {
	switch s := s.(type) {
	case *core.Assign:
		t := c.destination(s.Dst)
		c.value(s.Src)
		if t.Kind == types.Array {
			c.fail(s.At, "an array is assigned to")
		}
		c.same(s.At, "the value that is assigned", s.Src.Type(), t)
	case *core.Call:
		c.given(s.At, s.Goals)
		c.call(s)
	case *core.Builtin:
		if s.Dst != nil {
			c.same(s.At, "result", s.Type.Unqual(), c.destination(s.Dst))
		}
		for _, a := range s.Args {
			switch {
			case a.X != nil:
				c.expr(a.X)
			case a.Place != nil:
				c.place(a.Place)
			case a.Type == nil:
				c.fail(s.At, "an argument of %s is missing", s.Name)
			}
		}
	case *core.Eval:
		c.expr(s.X)
	case *core.Declare:
		c.locals[s.Var] = true
		if s.Init != nil {
			c.init(s.At, s.Init, s.Var.Type)
		}
		if s.Var.Storage == core.Static && s.Var.Init != nil {
			c.init(s.At, s.Var.Init, s.Var.Type)
		}
	case *core.Block:
		c.block(s)
	case *core.If:
		c.scalar(s.X)
		c.block(s.Then)
		if s.Else != nil {
			c.block(s.Else)
		}
	case *core.Loop:
		c.loops, c.breakable = c.loops+1, c.breakable+1
		c.block(s.Body)
		c.loops--
		if s.Step != nil {
			outer := c.loops
			c.loops = 0
			c.block(s.Step)
			c.loops = outer
		}
		c.breakable--
	case *core.Switch:
		c.expr(s.X)
		if !s.X.Type().IsInteger() {
			c.fail(s.At, "switch on %v", s.X.Type())
		}
		c.promoted(s.At, s.X.Type())
		c.breakable++
		c.switches = append(c.switches, s.X.Type())
		c.block(s.Body)
		c.switches = c.switches[:len(c.switches)-1]
		c.breakable--
	case *core.Case:
		if len(c.switches) == 0 {
			c.fail(s.At, "a case is in no switch")
		} else if t := c.switches[len(c.switches)-1]; !s.Default && (c.tt.Wrap(t, s.Low) != s.Low || c.tt.Wrap(t, s.High) != s.High) {
			c.fail(s.At, "a case is no value of %v", t)
		}
	case *core.Labeled:
		if c.labels[s.Label] {
			c.fail(s.At, "label %s is twice in the function", s.Label.Name)
		}
		c.labels[s.Label] = true
	case *core.Goto:
		c.jump(s.At, s.Label)
	case *core.GotoPtr:
		c.scalar(s.X)
	case *core.Break:
		if c.breakable == 0 {
			c.fail(s.At, "break is in no loop and no switch")
		}
	case *core.Continue:
		if c.loops == 0 {
			c.fail(s.At, "continue is in no body of a loop")
		}
	case *core.Return:
		want := c.fn.Var.Type.Sig.Result
		if s.X == nil {
			return // of a function with a result, too: C allows it where nothing uses that
		}
		c.expr(s.X)
		c.same(s.At, "the value that is returned", s.X.Type(), want.Unqual())
	case *core.Asm:
		for _, list := range [][]core.AsmOperand{s.Outputs, s.Inputs} {
			for _, o := range list {
				if o.Place != nil {
					c.place(o.Place)
				} else {
					c.expr(o.X)
				}
			}
		}
		for _, l := range s.Labels {
			c.jump(s.At, l)
		}
	case *core.Claim:
		c.claim(s)
	case *core.Variant:
		c.variant(s)
	case *core.Keep:
		if s.Pre != nil {
			c.block(s.Pre)
		}
		c.expr(s.X)
		c.same(s.At, "what is kept", s.X.Type(), s.Var.Type)
	case *core.Forget:
		c.place(s.Place)
	case *core.FrameBegin:
		s.Visit(c.expr, c.place)
	case *core.Remark, *core.Opaque, *core.FrameEnd, *core.FrameGrown:
	default:
		c.fail(core.Pos{}, "statement %T", s)
	}
}

// call checks arguments against a prototype, and that those without one are promoted.
func (c *checker) call(s *core.Call) {
	c.expr(s.Fun)
	t := s.Fun.Type()
	if t.Kind != types.Pointer || t.Elem.Kind != types.Func {
		c.fail(s.At, "a value of type %v is called", t)
		return
	}
	sig := t.Elem.Sig
	if s.Dst != nil {
		c.same(s.At, "the result", sig.Result.Unqual(), c.destination(s.Dst))
	}
	if sig.Proto && (len(s.Args) < len(sig.Params) || len(s.Args) > len(sig.Params) && !sig.Variadic) {
		c.fail(s.At, "%d arguments for %d parameters", len(s.Args), len(sig.Params))
		return
	}
	for i, a := range s.Args {
		c.expr(a)
		if sig.Proto && i < len(sig.Params) {
			c.same(a.Pos(), "an argument", a.Type(), sig.Params[i].Type.Unqual())
		} else if got := a.Type(); got.IsScalar() && c.tt.PromoteArg(got) != got.Main() {
			c.fail(a.Pos(), "an argument of type %v is not promoted", got)
		}
	}
}
