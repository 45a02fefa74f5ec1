package core

import "slices"

// Scopes are what is in scope at the labels of a function.
type Scopes struct {
	Labels map[*Label]Scope
	Cases  map[*Case]Scope
	Home   map[*Var]*Block // where a variable is declared
}

// Scope is what is in scope at a label.
type Scope struct {
	Vars   []*Var // those that are declared before it, from the outermost block on
	Blocks []*Block
}

// FindScopes goes through a function.
func FindScopes(body *Block) *Scopes {
	s := &Scopes{Labels: map[*Label]Scope{}, Cases: map[*Case]Scope{}, Home: map[*Var]*Block{}}
	s.block(body, Scope{})
	return s
}

func (s *Scopes) block(b *Block, here Scope) {
	if b == nil {
		return
	}
	here.Vars = slices.Clip(here.Vars)
	here.Blocks = append(slices.Clip(here.Blocks), b)
	for _, x := range b.List {
		switch x := x.(type) {
		case *Declare:
			s.Home[x.Var] = b
			here.Vars = append(slices.Clip(here.Vars), x.Var)
		case *Case:
			s.Cases[x] = here
		case *Labeled:
			s.Labels[x.Label] = here
		case *Block:
			s.block(x, here)
		case *If:
			s.block(x.Then, here)
			s.block(x.Else, here)
		case *Loop:
			s.block(x.Body, here)
			s.block(x.Step, here)
		case *Switch:
			s.block(x.Body, here)
		}
	}
}

// Reach tells of each variable that a block, or one in it, declares which positions there are in the block around it. It looks at positions alone, which
// are those of the text: it does not know how executions leave blocks.
func Reach(b *Block, tell func(v *Var, at []Pos)) (all []Pos) {
	if b == nil {
		return nil
	}
	all = append(all, b.At, b.End)
	for _, s := range b.List {
		all = append(all, s.Pos())
		switch s := s.(type) {
		case *Block:
			all = append(all, Reach(s, tell)...)
		case *If:
			all = append(append(all, Reach(s.Then, tell)...), Reach(s.Else, tell)...)
		case *Loop:
			all = append(append(all, Reach(s.Body, tell)...), Reach(s.Step, tell)...)
		case *Switch:
			all = append(all, Reach(s.Body, tell)...)
		}
		positions(s, func(at Pos) { all = append(all, at) })
	}
	for _, s := range b.List {
		if d, ok := s.(*Declare); ok && d.Var.Storage != Static {
			tell(d.Var, all)
		}
	}
	return all
}

// positions tells of the positions in the expressions of a statement, but for those in the blocks of it.
func positions(s Stmt, tell func(at Pos)) {
	Parts(s, func(at *Expr) { tell((*at).Pos()) }, func(x Place) { tell(x.Pos()) })
}
