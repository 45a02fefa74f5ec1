package same

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// bodies is what is known of two functions while their bodies are compared.
type bodies struct {
	old, new *side
	labels   pairs[*core.Label]
	blocks   map[*core.Block]*core.Block // those of the old side that are compared with one of the new side

	places []*differing     // at which they differ
	stmts  pairs[core.Stmt] // that are the same but for these
	around []level          // statements that are compared now, from the inside out
	loose  bool             // these may differ at places
}

func newBodies() *bodies {
	return &bodies{labels: newPairs[*core.Label](), stmts: newPairs[core.Stmt](), blocks: map[*core.Block]*core.Block{}}
}

// begin has c.f be about two functions. If places is set their blocks may differ at places, and declarations without a value count.
func (c *comparison) begin(a, b *core.Func, places bool) {
	c.f = newBodies()
	c.f.old, c.f.new, c.f.loose = newSide(a, places), newSide(b, places), places
	c.f.blocks[a.Body] = b.Body
}

// side is what is known of one of them.
type side struct {
	body      *core.Block
	home      map[*core.Var]*core.Block // where local variables are declared, of the blocks that are left
	lists     map[*core.Block][]core.Stmt
	outer     map[*core.Block]*core.Block
	loops     map[*core.Block]bool // those that are repeated
	addressed map[*core.Var]bool   // variables that pointers may lead to
	labels    bool                 // jumps may come back to declarations
	explicit  bool                 // declarations without a value count
}

// newSide takes a body apart: its lists are without what means nothing, and without blocks that are none but for the names in them.
func newSide(f *core.Func, explicit bool) *side {
	s := &side{explicit: explicit, body: f.Body, home: map[*core.Var]*core.Block{}, lists: map[*core.Block][]core.Stmt{}, outer: map[*core.Block]*core.Block{}, loops: map[*core.Block]bool{}, addressed: map[*core.Var]bool{}}
	all := map[*core.Label]bool{}
	f.Body.Labels(all)
	s.labels = len(all) > 0
	core.EachStmt(f.Body, func(x core.Stmt) {
		core.Parts(x, func(at *core.Expr) {
			switch x := (*at).(type) {
			case *core.AddrOf:
				s.address(x.X)
			case *core.Decay:
				s.address(x.X)
			}
		}, func(core.Place) {})
		switch x := x.(type) { // which have places as operands
		case *core.Builtin:
			for _, a := range x.Args {
				s.address(a.Place)
			}
		case *core.Asm:
			for _, a := range slices.Concat(x.Outputs, x.Inputs) {
				s.address(a.Place)
			}
		}
	})
	s.enter(f.Body, nil, false)
	if f.Leave != nil {
		s.enter(f.Leave, f.Body, false)
	}
	return s
}

// address enters the variable that a place, which may be nil, is a part of.
func (s *side) address(x core.Place) {
	switch x := x.(type) {
	case *core.VarPlace:
		s.addressed[x.Var] = true
	case *core.FieldPlace:
		s.address(x.X)
	case *core.PartPlace:
		s.address(x.X)
	}
}

func (s *side) enter(b, outer *core.Block, loop bool) {
	if b != nil {
		s.outer[b], s.loops[b] = outer, loop
		s.lists[b] = s.flat(b.List, b)
	}
}

// flat is a list of statements of a block as it is compared.
func (s *side) flat(list []core.Stmt, in *core.Block) (out []core.Stmt) {
	for _, x := range list {
		switch x := x.(type) {
		case *core.Remark:
			if !x.Pragma {
				continue
			}
		case *core.Eval:
			if harmless(x.X) {
				continue
			}
		case *core.Block:
			if s.transparent(x) {
				out = append(out, s.flat(x.List, in)...)
				continue
			}
		case *core.Declare:
			s.home[x.Var] = in
			value, simple := x.Init.(*core.ExprInit)
			switch {
			case s.labels || !movable(x.Var):
			case simple:
				out = append(out, &core.Assign{At: x.At, Dst: &core.VarPlace{At: x.At, Var: x.Var}, Src: value.X})
				continue
			case x.Init == nil && !(s.explicit && x.Var.Type.IsScalar() && !s.addressed[x.Var]):
				continue
			}
		}
		l, loop := x.(*core.Loop)
		for _, b := range core.Inner(x) {
			s.enter(b, in, loop)
		}
		if loop && l.Step != nil && !goesOn(l.Body) && len(l.Step.Declared()) == 0 { // the step is the end of the body
			s.lists[l.Body] = append(s.lists[l.Body], s.lists[l.Step]...)
			s.lists[l.Step] = nil
		}
		out = append(out, x)
	}
	return out
}

// goesOn tells whether a block, which may be nil, has a jump to the next round of the loop that it is the body of, or is a part of that.
func goesOn(b *core.Block) bool {
	return b != nil && slices.ContainsFunc(b.List, func(x core.Stmt) bool {
		switch x.(type) {
		case *core.Continue:
			return true
		case *core.Loop:
			return false
		}
		return slices.ContainsFunc(core.Inner(x), goesOn)
	})
}

// movable tells whether it makes no difference where in a block without labels a variable is declared.
func movable(v *core.Var) bool {
	return !v.Type.IsVariablyModified() && v.Cleanup == nil && v.Register == ""
}

// transparent tells whether the statements of a block may as well stand in the block around it.
func (s *side) transparent(b *core.Block) bool {
	return !slices.ContainsFunc(b.List, func(x core.Stmt) bool {
		d, ok := x.(*core.Declare)
		return ok && (s.labels || !movable(d.Var) || s.addressed[d.Var])
	})
}

// harmless tells whether an expression, whose value is dropped, can go wrong in no execution.
func harmless(x core.Expr) bool {
	switch x := x.(type) {
	case *core.IntConst, *core.RealConst:
		return true
	case *core.Load:
		v, ok := x.X.(*core.VarPlace)
		return ok && v.Var.Type.Quals&(types.Volatile|types.Atomic) == 0
	case *core.Convert:
		from := x.X.Type()
		return (x.Typ.Kind == types.Void || from.IsInteger() && x.Typ.IsInteger() || from.Kind == types.Pointer && x.Typ.Kind == types.Pointer) && harmless(x.X)
	}
	return false
}

// bodies compares the bodies of two functions.
func (c *comparison) bodies(a, b *core.Func) bool {
	c.begin(a, b, false)
	return c.parameters(a, b) && c.block(a.Body, b.Body) && c.block(a.Leave, b.Leave)
}

// parameters joins those of two functions.
func (c *comparison) parameters(a, b *core.Func) bool {
	for i := range a.Params {
		if !c.variables(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return a.Result == nil || c.variables(a.Result, b.Result)
}

// local tells whether two local variables that are joined may be declared where they are: so that the new one has a value where the old one has.
func (f *bodies) local(c *comparison, a, b *core.Var) bool {
	if !constant(a.Type) && constant(b.Type) && f.new.addressed[b] {
		return c.differ("%s may not be changed by way of pointers any more", b.Name)
	}
	from, to := cmp.Or(f.old.home[a], f.old.body), cmp.Or(f.new.home[b], f.new.body)
	at := f.blocks[from]
	for x := at; x != nil; x = f.new.outer[x] {
		if x == to {
			return true // it is there at least as long
		}
	}
	if f.new.labels || f.new.addressed[b] || at == nil {
		return c.differ("%s lives in another block", b.Name)
	}
	for x := to; x != at; x = f.new.outer[x] {
		if x == nil || f.new.loops[x] {
			return c.differ("%s lives in another block", b.Name)
		}
	}
	return true
}

// block tells whether two blocks, which may be nil, do the same.
func (c *comparison) block(a, b *core.Block) bool {
	var x, y []core.Stmt
	if a != nil {
		c.f.blocks[a] = b
		x = c.f.old.lists[a]
	}
	if b != nil {
		y = c.f.new.lists[b]
	}
	if c.f.loose {
		x, y = ordered(x), ordered(y)
		c.f.old.reorder(a, x)
		c.f.new.reorder(b, y)
		return c.align(a, b, x, y)
	}
	if len(x) != len(y) {
		return c.differ("there are more statements in one of the two")
	}
	x, y = ordered(x), ordered(y)
	for i := range x {
		if !c.stmt(x[i], y[i]) {
			return c.differ("statements")
		}
	}
	return true
}

// reorder has a block, which may be nil, have other statements.
func (s *side) reorder(b *core.Block, list []core.Stmt) {
	if b != nil {
		s.lists[b] = list
	}
}

// ordered is a list with the labels of each statement in an order of their own: those of a switch first, by their values.
func ordered(list []core.Stmt) []core.Stmt {
	rank := func(s core.Stmt) int {
		switch s := s.(type) {
		case *core.Case:
			if s.Default {
				return 1
			}
			return 0
		case *core.Labeled:
			return 2
		}
		return -1
	}
	list = slices.Clone(list)
	for i := 0; i < len(list); i++ {
		end := i
		for end < len(list) && rank(list[end]) >= 0 {
			end++
		}
		slices.SortStableFunc(list[i:end], func(x, y core.Stmt) int {
			if d := rank(x) - rank(y); d != 0 || rank(x) != 0 {
				return d
			}
			a, b := x.(*core.Case).Low, y.(*core.Case).Low
			return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo))
		})
		i = max(i, end-1)
	}
	return list
}

// label tells whether two labels belong together, or may from now on.
func (c *comparison) label(a, b *core.Label) bool {
	if known, together := c.f.labels.known(a, b); known {
		return together
	}
	c.f.labels.join(a, b)
	return true
}

// stmt tells whether two statements do the same, but for places at which they differ.
func (c *comparison) stmt(s, t core.Stmt) bool {
	if !c.statement(s, t) {
		return false
	}
	c.f.stmts.join(s, t)
	return true
}

func (c *comparison) statement(s, t core.Stmt) bool {
	switch s := s.(type) {
	case *core.Assign:
		t, ok := t.(*core.Assign)
		return ok && c.place(s.Dst, t.Dst) && c.expr(s.Src, t.Src)
	case *core.Call:
		t, ok := t.(*core.Call)
		if !ok || len(s.Goals)+len(t.Goals) > 0 || !c.place(s.Dst, t.Dst) || !c.expr(s.Fun, t.Fun) {
			return false
		}
		if v := core.Called(s.Fun); v != nil && v.Name == "__assert_fail" && v.NoReturn && c.defs[v] == nil {
			return true // the old function has not returned, whatever is printed
		}
		return c.exprs(s.Args, t.Args)
	case *core.Builtin:
		t, ok := t.(*core.Builtin)
		return ok && s.Name == t.Name && c.place(s.Dst, t.Dst) && c.anyType(s.Type, t.Type) && slices.EqualFunc(s.Args, t.Args, func(x, y core.Arg) bool {
			return c.expr(x.X, y.X) && c.place(x.Place, y.Place) && c.anyType(x.Type, y.Type)
		})
	case *core.Eval:
		t, ok := t.(*core.Eval)
		return ok && c.expr(s.X, t.X)
	case *core.Declare:
		t, ok := t.(*core.Declare)
		return ok && c.variables(s.Var, t.Var) && c.inits(s.Init, t.Init)
	case *core.Block:
		t, ok := t.(*core.Block)
		return ok && c.block(s, t)
	case *core.If:
		t, ok := t.(*core.If)
		return ok && c.expr(s.X, t.X) && c.block(s.Then, t.Then) && c.block(s.Else, t.Else)
	case *core.Loop:
		t, ok := t.(*core.Loop)
		return ok && c.block(s.Body, t.Body) && c.block(s.Step, t.Step)
	case *core.Switch:
		t, ok := t.(*core.Switch)
		return ok && c.expr(s.X, t.X) && c.block(s.Body, t.Body)
	case *core.Case:
		t, ok := t.(*core.Case)
		return ok && s.Default == t.Default && (s.Default || s.Low == t.Low && s.High == t.High)
	case *core.Labeled:
		t, ok := t.(*core.Labeled)
		return ok && c.label(s.Label, t.Label)
	case *core.Goto:
		t, ok := t.(*core.Goto)
		return ok && c.label(s.Label, t.Label)
	case *core.GotoPtr:
		t, ok := t.(*core.GotoPtr)
		return ok && c.expr(s.X, t.X)
	case *core.Break:
		_, ok := t.(*core.Break)
		return ok
	case *core.Continue:
		_, ok := t.(*core.Continue)
		return ok
	case *core.Return:
		t, ok := t.(*core.Return)
		return ok && c.expr(s.X, t.X)
	case *core.Asm:
		t, ok := t.(*core.Asm)
		operands := func(x, y core.AsmOperand) bool {
			return x.Name == y.Name && x.Constraint == y.Constraint && c.place(x.Place, y.Place) && c.expr(x.X, y.X)
		}
		return ok && s.Volatile == t.Volatile && s.Operands == t.Operands && s.Text == t.Text && slices.EqualFunc(s.Outputs, t.Outputs, operands) &&
			slices.EqualFunc(s.Inputs, t.Inputs, operands) && slices.Equal(s.Clobbers, t.Clobbers) && slices.EqualFunc(s.Labels, t.Labels, c.label)
	case *core.Remark:
		t, ok := t.(*core.Remark)
		return ok && s.Text == t.Text
	}
	return c.differ("statements that are not compared")
}

// anyType is types, of types that may be nil.
func (c *comparison) anyType(a, b *types.Type) bool {
	return a == nil && b == nil || a != nil && b != nil && c.types(a, b)
}
