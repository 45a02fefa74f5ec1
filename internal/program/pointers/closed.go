package pointers

import (
	"slices"

	"craig/internal/program/ir"
)

// statement checks that the sets hold after e if they do before.
func (c *checker) statement(e *ir.Edge) {
	if s, ok := e.Stmt.(*ir.Alloc); ok && s.Result == nil {
		return // the object begins, and nothing is evaluated
	}
	ir.Exprs(e.Stmt, c.expressions)
	switch s := e.Stmt.(type) {
	case *ir.Assign:
		c.need(c.included(c.at(s.Expr), stay, c.t.Variable(s.Var)), "the value of %s may point elsewhere", s.Var.Name)
	case *ir.Havoc:
		c.havoc(s, e)
	case *ir.Alloc:
		site, ok := c.t.Of(s.Site)
		c.need(ok && c.has(c.t.Variable(s.Result), ir.Target{Obj: site}), "%s may point to the new block", s.Result.Name)
	case *ir.Store:
		if s.Region == nil {
			c.store(s)
		}
	case *ir.Clobber:
		c.clobber(s, e)
	case *ir.Call:
		c.call(s)
	}
}

// havoc: an unknown pointer that the program makes no use of before it is set leads nowhere; others lead to an object of their own. An
// unknown integer may be an address.
func (c *checker) havoc(s *ir.Havoc, e *ir.Edge) {
	set := c.t.Variable(s.Var)
	if s.Source != ir.FromGhost && s.Source != ir.FromUninitialised {
		c.unknown(set, s.Var.Type, source{pos: e.Pos, several: c.again[e.ID], edge: e.ID})
	}
	if o := c.t.Fresh[e.ID]; o != 0 {
		c.need(c.has(set, ir.Target{Obj: o}), "the object of its own of %s is none that it may point to", s.Var.Name)
	}
}

// unknown has the set say that a value of type ty is unknown.
func (c *checker) unknown(set *ir.Targets, ty ir.Type, from source) {
	switch {
	case ty.Kind == ir.Pointer:
		c.need(c.hasNew(set, from), "a pointer of unknown origin has no object of its own")
	case ty.Kind == ir.Integer && ty.Bits >= c.p.PtrBits:
		c.need(hasNumber(set), "an unknown integer may be an address")
	}
}

// class is where an access of width bytes at t is.
func (c *checker) class(t ir.Target, width int64) ir.Class {
	if t.Obj = c.t.Objects[t.Obj].Rep; c.t.Objects[t.Obj].Fuzzy {
		return ir.Class{Target: ir.Target{Obj: t.Obj, Stride: 1}, Width: c.word}
	}
	return ir.Class{Target: t, Width: width}
}

func width(t ir.Type) int64 { return (int64(t.Bits) + 7) / 8 }

// store: what the value points to is in the contents of every place that is written.
func (c *checker) store(s *ir.Store) {
	val := c.at(s.Val)
	if len(*val) == 0 {
		return
	}
	for _, t := range *c.at(s.Addr) {
		if t.Obj == 0 {
			continue
		}
		k := c.class(t, width(s.Val.Type))
		if at := c.stored[k]; at != nil && c.included(val, stay, at) {
			continue
		}
		o := &c.t.Objects[k.Obj]
		c.need(slices.ContainsFunc(o.Contents, func(in ir.Content) bool {
			return contains(in.Target, k.Target) && (in.Stride == 1 || in.Width >= k.Width) && c.included(val, stay, in.At)
		}), "what is stored in %s may point elsewhere", o.Name)
	}
}

// call: arguments and results are handed over, to every function that may be called.
func (c *checker) call(s *ir.Call) {
	if s.Callee != nil {
		c.bind(s, s.Callee)
		return
	}
	for _, t := range *c.at(s.Target) {
		o := &c.t.Objects[t.Obj]
		switch {
		case o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined:
			if contains(t, ir.Target{Obj: t.Obj}) {
				c.calls(s, o.Object)
			}
			continue
		case t.Obj == c.t.Any && t.Obj != 0:
			for i := range c.t.Objects {
				if o := &c.t.Objects[i]; o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined && len(o.Func.Params) == len(s.Args) {
					c.calls(s, o.Object)
				}
			}
		}
		if s.Result != nil {
			c.unknown(c.t.Variable(s.Result), s.Result.Type, source{several: true})
		}
	}
}

// calls has a call through a pointer choose among functions of which o is one.
func (c *checker) calls(s *ir.Call, o *ir.Object) {
	c.need(slices.Contains(c.t.Callees[s], o), "the call may be of %s", o.Name)
	c.bind(s, o.Func)
}

func (c *checker) bind(s *ir.Call, f *ir.Func) {
	for i, arg := range s.Args {
		if i < len(f.Params) {
			c.need(c.included(c.at(arg), stay, c.t.Variable(f.Params[i])), "the argument for %s may point elsewhere", f.Params[i].Name)
		}
	}
	if s.Result != nil && f.Result != nil {
		c.need(c.included(c.t.Variable(f.Result), stay, c.t.Variable(s.Result)), "the result of %s may point elsewhere", f.Name)
	}
}

// clobber: a function without a body may reach what its roots do and what is found there, and store in it or return any of that, and any
// pointer of its own.
func (c *checker) clobber(s *ir.Clobber, e *ir.Edge) {
	r, ok := c.t.Clobbers[s]
	c.need(ok, "nothing is said of what %s reaches", s.Name)
	if !ok {
		return
	}
	goes := func(from, to *ir.Targets) {
		c.need(c.included(from, anywhere, to), "%s may reach more", s.Name)
	}
	own := true
	for _, root := range s.Roots {
		switch root.Reach {
		case ir.Deep:
			goes(c.at(root.Ptr), r.Deep)
		case ir.Data:
			goes(c.at(root.Ptr), r.Data)
		case ir.Inner:
			goes(c.at(root.Ptr), r.Inner)
		default:
			goes(c.at(root.Ptr), r.Values)
		}
		own = own && !(root.Ptr.Op == ir.OpAddr && root.Ptr.Obj.Kind == ir.LibraryObject)
	}
	if own {
		c.unknown(r.Deep, c.p.PtrType(), source{pos: e.Pos, several: c.again[e.ID], edge: e.ID})
	}
	for _, set := range []*ir.Targets{r.Deep, r.Data, r.Inner} {
		goes(set, r.Values)
	}
	for _, set := range []*ir.Targets{r.Deep, r.Inner} {
		for _, t := range *set {
			if t.Obj == 0 || c.t.Objects[t.Obj].Kind == ir.FuncObject {
				continue
			}
			o := &c.t.Objects[c.t.Objects[t.Obj].Rep]
			for _, in := range o.Contents {
				goes(in.At, r.Deep)
			}
			for _, w := range o.Writers {
				if w.Keeps {
					goes(w.At, r.Deep)
				}
			}
			if c.t.Any != 0 && o.Rep == c.t.Objects[c.t.Any].Rep {
				c.inAny(o.Rep, func(at *ir.Targets) { goes(at, r.Deep) })
				c.need(set != r.Deep || slices.ContainsFunc(o.Contents, func(in ir.Content) bool { return c.included(r.Values, stay, in.At) }),
					"%s may store pointers anywhere", s.Name)
			}
			if set == r.Deep && (o.Kind != ir.StringObject || c.many[o.Rep]) {
				c.need(slices.ContainsFunc(o.Writers, func(w ir.Writer) bool { return c.included(r.Values, stay, w.At) }),
					"%s may store pointers in %s", s.Name, o.Name)
			}
		}
	}
	if v := s.Result; v != nil && (v.Type.Kind == ir.Pointer || v.Type.Bits >= c.p.PtrBits) {
		c.need(c.included(r.Values, stay, c.t.Variable(v)), "the result of %s may point elsewhere", s.Name)
	}
}
