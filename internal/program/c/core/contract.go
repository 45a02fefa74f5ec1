package core

import "craig/internal/program/c/types"

// Contracts: what a program says of itself, beside what it does. Package elab makes a Contract of what is said of a function, and package contract puts
// Claims where it has to hold. A program with them is not printed.

// Contract is what a declaration or the definition of a function says of its calls.
type Contract struct {
	Func    *Var
	Params  []*Var // in whose words it is: those of the declaration. Of the definition they are its own
	Result  *Var   // in which Ensures find the result; nil if they do not speak of it
	Temps   []*Var
	Clauses []Clause
	Own     bool // of the definition
	Partly  bool // something is left out of it on which it would rely that it stands for calls
	NoFrame bool // what it says of what is written is left out

	Variant *Variant // why the function does not call itself for ever; nil: it does not say

	Assigns bool // it says what is written: Targets
	Targets []Target
	Said    string // them as they are written
}

// Clause says what has to hold when a function is called, or when it returns.
type Clause struct {
	At       Pos
	Ensures  bool
	Together bool   // it is that behaviors are complete or disjoint
	Pre      *Block // evaluated before; nil if there is nothing
	X        Expr
	Said     string // as it is written
	Old      []Saved
	Wants    []Room
}

// Saved is a value that is kept when a function is called, or when a loop or a statement begins.
type Saved struct {
	Var *Var
	Pre *Block // evaluated before; nil if there is nothing
	X   Expr   // nil: any value is chosen
}

// Stmt saves the value.
func (k Saved) Stmt(at Pos) Stmt {
	if k.X == nil {
		return &Forget{At: at, Place: &VarPlace{At: at, Var: k.Var}, Name: k.Var.Name, Ghost: true}
	}
	return &Keep{At: at, Saved: k}
}

// Room is a pointer that a clause wants to lead to an object, of so many bytes.
type Room struct{ X, Size Expr }

// Frame is what a function or a loop may write, by its assigns clause. A loop's places are those of the moment when it begins, but for those that grow:
// whenever an iteration ends, whatever has been written is among them, as they then are.
type Frame struct {
	Name    string // the function, or the loop, for people
	Said    string // the places as they are written
	Loop    bool
	Targets []Target
	Grows   []Target
	Vars    []*Var // of a function its parameters; of a loop the local variables that it would have to name
}

// Target is a place that may be written, where If is not 0; If may be nil. It is Place or, where that is nil, Size bytes from Base on.
type Target struct {
	If         Expr
	Place      Place
	Base, Size Expr
	Elem       *types.Type // of the elements from Base on, if that is known
}

// FrameBegin, FrameEnd and FrameGrown are where a Frame begins, where it ends, and where an iteration of its loop has ended. Of several ends
// one, behind the loop, is the Last.
type (
	FrameBegin struct {
		At Pos
		*Frame
	}
	FrameEnd struct {
		At Pos
		*Frame
		Last bool
	}
	FrameGrown struct {
		At Pos
		*Frame
	}
)

func (s *FrameBegin) Pos() Pos { return s.At }
func (s *FrameEnd) Pos() Pos   { return s.At }
func (s *FrameGrown) Pos() Pos { return s.At }
func (*FrameBegin) stmt()      {}
func (*FrameEnd) stmt()        {}
func (*FrameGrown) stmt()      {}

// all are the targets of the frame.
func (f *Frame) all() []Target { return append(f.Targets[:len(f.Targets):len(f.Targets)], f.Grows...) }

// Visit tells of the expressions and the places of the targets.
func (f *Frame) Visit(expr func(Expr), place func(Place)) {
	for _, t := range f.all() {
		for _, x := range []Expr{t.If, t.Base, t.Size} {
			if x != nil {
				expr(x)
			}
		}
		if t.Place != nil {
			place(t.Place)
		}
	}
}

// Variant says why a loop ends, in whose Body or Step it stands, or a function: integers that get smaller in lexicographic order, the deciding one of which
// was not negative before. They are of the types long long and unsigned long long. Package contract puts what compares them in its place.
type Variant struct {
	At       Pos
	Pre      *Block // evaluated before; nil if there is nothing
	Measures []Expr
	Said     string // as it is written
}

func (s *Variant) Pos() Pos { return s.At }
func (*Variant) stmt()      {}

// ClaimKind tells what a Claim does.
type ClaimKind uint8

const (
	Asserted ClaimKind = iota // the program is wrong where it does not hold
	Assumed                   // executions in which it does not hold are left out; Why is what is noted
	Held                      // what the entry requires holds here
)

// Claim is a condition of a contract. It is evaluated without goals of other properties, and signed numbers in it do not overflow.
type Claim struct {
	At   Pos
	Kind ClaimKind
	Pre  *Block // evaluated before; nil if there is nothing
	X    Expr   // nil of Held
	Why  string // of Asserted: what is wrong
}

// Keep evaluates a value for later, as a Claim is evaluated.
type Keep struct {
	At Pos
	Saved
}

// Forget gives a place any value, since a function of that name may have changed it.
// Where Ghost is set, it is something that is chosen; where Approximates is, which is what is noted, something that is not known. If it Leads
// somewhere, as a pointer does, it is to an object that one of From leads to.
type Forget struct {
	At           Pos
	Place        Place
	Name         string
	Ghost        bool
	Approximates string
	Leads        bool
	From         []Expr
}

func (s *Forget) Pos() Pos { return s.At }
func (*Forget) stmt()      {}

func (s *Claim) Pos() Pos { return s.At }
func (s *Keep) Pos() Pos  { return s.At }
func (*Claim) stmt()      {}
func (*Keep) stmt()       {}

type (
	// Quantifier is 1 if X is not 0 for all values of Vars or, where Exists is set, for some, and otherwise 0.
	Quantifier struct {
		At     Pos
		Exists bool
		Vars   []*Var
		Chosen bool // their values have been chosen before
		X      Expr
		Typ    *types.Type
	}

	// Question is something that is asked of a pointer.
	Question struct {
		At   Pos
		What What
		Args []Expr // as types.VoidPtr and size_t
		Typ  *types.Type
		New  *Fresh // of Apart
	}
)

// What is asked of pointers.
type What uint8

const (
	Readable   What = iota // p, n: whether n bytes at p are in an object that lives
	Writable               // p: whether the object that p leads to may be written, as far as its declaration says
	SameObject             // p, q: whether they lead to one object
	Offset                 // p: how many bytes it is behind the beginning of its object
	Extent                 // p: the size of its object
	Object                 // p: a number that all pointers to its object share, and no others
	Freeable               // p: whether free may be given it
	Apart                  // p, n: whether no other question of the same Fresh.Ensures leads to its object, and that is as new as Fresh says
)

// Fresh is what a question Apart needs. Where a call has chosen an address, any there was when it began, no block that is allocated during the call has
// it; so where p is fresh, whatever was chosen is none of its bytes.
type Fresh struct {
	Ensures     bool
	Seen, Start *Var // whether it has been asked, and the object that it led to
	Mine, Older *Var // whether this call has chosen an address, and the address; nil: age does not matter
}

// Questions tells of the questions in an expression.
func Questions(x Expr, tell func(*Question)) {
	if q, ok := x.(*Question); ok {
		tell(q)
	}
	for y := range Operands(x) {
		Questions(y, tell)
	}
}

func (x *Quantifier) Pos() Pos          { return x.At }
func (x *Question) Pos() Pos            { return x.At }
func (x *Quantifier) Type() *types.Type { return x.Typ }
func (x *Question) Type() *types.Type   { return x.Typ }
func (*Quantifier) expr()               {}
func (*Question) expr()                 {}

// Substitute is an expression with other variables in the place of those that instead gives one for, and with constants in the place of
// those that constant gives one for. What does not change is shared.
func Substitute(x Expr, instead func(*Var) *Var, constant func(*Var) Expr) Expr {
	s := substitution{instead, constant}
	return s.expr(x)
}

// SubstituteIn is Substitute of the expressions and places of a target.
func SubstituteIn(t Target, instead func(*Var) *Var) Target {
	s := substitution{instead, func(*Var) Expr { return nil }}
	for _, x := range []*Expr{&t.If, &t.Base, &t.Size} {
		if *x != nil {
			*x = s.expr(*x)
		}
	}
	if t.Place != nil {
		t.Place = s.place(t.Place)
	}
	return t
}

// SubstituteBlock is Substitute of the expressions and places of a block, which may be nil, that is Movable.
func SubstituteBlock(b *Block, instead func(*Var) *Var) *Block {
	if b == nil {
		return nil
	}
	s := substitution{instead, func(*Var) Expr { return nil }}
	return s.block(b)
}

// Substitute is Substitute of what is saved, but for the variable, which is instead(Var) if that is not nil.
func (k Saved) Substitute(instead func(*Var) *Var) Saved {
	if v := instead(k.Var); v != nil {
		k.Var = v
	}
	k.Pre = SubstituteBlock(k.Pre, instead)
	if k.X != nil {
		k.X = Substitute(k.X, instead, func(*Var) Expr { return nil })
	}
	return k
}

// Movable tells whether statements are such as SubstituteBlock copies: they neither loop nor jump.
func Movable(list []Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *Assign, *Call, *Eval, *Declare, *Block, *If:
			for _, b := range Inner(s) {
				if b != nil && !Movable(b.List) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

func (s *substitution) block(b *Block) *Block {
	if b == nil {
		return nil
	}
	n := &Block{At: b.At, End: b.End}
	for _, x := range b.List {
		switch y := x.(type) {
		case *Assign:
			x = &Assign{y.At, s.place(y.Dst), s.expr(y.Src)}
		case *Eval:
			x = &Eval{y.At, s.expr(y.X)}
		case *Declare:
			d := &Declare{y.At, y.Var, s.init(y.Init)}
			if v := s.instead(y.Var); v != nil {
				d.Var = v
			}
			x = d
		case *Block:
			x = s.block(y)
		case *If:
			x = &If{y.At, s.expr(y.X), s.block(y.Then), s.block(y.Else)}
		case *Call:
			c := &Call{At: y.At, Fun: s.expr(y.Fun), Goals: y.Goals}
			if y.Dst != nil {
				c.Dst = s.place(y.Dst)
			}
			for _, a := range y.Args {
				c.Args = append(c.Args, s.expr(a))
			}
			x = c
		}
		n.List = append(n.List, x)
	}
	return n
}

func (s *substitution) init(x Init) Init {
	switch x := x.(type) {
	case *ExprInit:
		return &ExprInit{s.expr(x.X)}
	case *ListInit:
		n := *x
		n.Elems = nil
		for _, e := range x.Elems {
			e.Init = s.init(e.Init)
			n.Elems = append(n.Elems, e)
		}
		return &n
	}
	return x
}

type substitution struct {
	instead  func(*Var) *Var
	constant func(*Var) Expr
}

func (s *substitution) expr(x Expr) Expr {
	switch x := x.(type) {
	case *Load:
		if v, ok := x.X.(*VarPlace); ok {
			if c := s.constant(v.Var); c != nil {
				return c
			}
		}
		return &Load{At: x.At, X: s.place(x.X), Goals: x.Goals}
	case *AddrOf:
		return &AddrOf{x.At, s.place(x.X), x.Typ}
	case *Decay:
		return &Decay{x.At, s.place(x.X), x.Typ}
	case *Unary:
		return &Unary{x.At, x.Op, s.expr(x.X), x.Typ}
	case *Binary:
		return &Binary{x.At, x.Op, s.expr(x.X), s.expr(x.Y), x.Typ}
	case *PtrAdd:
		return &PtrAdd{x.At, x.Sub, s.expr(x.X), s.expr(x.N), x.Typ}
	case *PtrDiff:
		return &PtrDiff{x.At, s.expr(x.X), s.expr(x.Y), x.Typ}
	case *Convert:
		return &Convert{x.At, s.expr(x.X), x.Typ, x.Explicit}
	case *Cond:
		return &Cond{x.At, s.expr(x.X), s.expr(x.Then), s.expr(x.Else), x.Typ}
	case *Logical:
		return &Logical{x.At, x.Or, s.expr(x.X), s.expr(x.Y), x.Typ}
	case *Quantifier:
		q := &Quantifier{At: x.At, Exists: x.Exists, Chosen: x.Chosen, X: s.expr(x.X), Typ: x.Typ}
		for _, v := range x.Vars {
			if w := s.instead(v); w != nil {
				v = w
			}
			q.Vars = append(q.Vars, v)
		}
		return q
	case *Question:
		q := &Question{At: x.At, What: x.What, Typ: x.Typ}
		if x.New != nil {
			n := *x.New
			for _, v := range []**Var{&n.Seen, &n.Start} {
				if w := s.instead(*v); w != nil {
					*v = w
				}
			}
			q.New = &n
		}
		for _, a := range x.Args {
			q.Args = append(q.Args, s.expr(a))
		}
		return q
	case *Checked:
		return &Checked{s.expr(x.X), x.Goals}
	}
	return x
}

func (s *substitution) place(x Place) Place {
	switch x := x.(type) {
	case *VarPlace:
		if v := s.instead(x.Var); v != nil {
			return &VarPlace{x.At, v}
		}
	case *DerefPlace:
		return &DerefPlace{x.At, s.expr(x.X), x.Typ}
	case *FieldPlace:
		return &FieldPlace{x.At, s.place(x.X), x.Field, x.Typ}
	case *PartPlace:
		return &PartPlace{x.At, s.place(x.X), x.Imag, x.Typ}
	}
	return x
}
