package core

import "craig/internal/program/c/types"

// Inner are the blocks of a statement; some may be nil.
func Inner(s Stmt) []*Block {
	switch s := s.(type) {
	case *Block:
		return []*Block{s}
	case *If:
		return []*Block{s.Then, s.Else}
	case *Loop:
		return []*Block{s.Body, s.Step}
	case *Switch:
		return []*Block{s.Body}
	case *Claim:
		return []*Block{s.Pre}
	case *Variant:
		return []*Block{s.Pre}
	case *Keep:
		return []*Block{s.Pre}
	}
	return nil
}

// Labels enters the labels of a block, which may be nil, in a set.
func (b *Block) Labels(set map[*Label]bool) {
	if b == nil {
		return
	}
	for _, s := range b.List {
		if l, ok := s.(*Labeled); ok {
			set[l.Label] = true
		}
		for _, c := range Inner(s) {
			c.Labels(set)
		}
	}
}

// Calls calls f on the calls in a block, which may be nil.
func (b *Block) Calls(f func(*Call)) {
	EachStmt(b, func(s Stmt) {
		if c, ok := s.(*Call); ok {
			f(c)
		}
	})
}

// PassedOver enters the variables of a block, which may be nil, in a set whose declarations a jump may pass over: those before a label. It
// tells whether there is one.
func (b *Block) PassedOver(set map[*Var]bool) (label bool) {
	if b == nil {
		return false
	}
	for i := len(b.List) - 1; i >= 0; i-- {
		switch s := b.List[i].(type) {
		case *Declare:
			if label {
				set[s.Var] = true
			}
		case *Case, *Labeled:
			label = true
		default:
			for _, c := range Inner(s) {
				label = c.PassedOver(set) || label
			}
		}
	}
	return label
}

// HasLabel tells whether a block, which may be nil, has a label of that name, which is not "".
func (b *Block) HasLabel(name string) bool {
	set := map[*Label]bool{}
	b.Labels(set)
	for l := range set {
		if l.Name == name && name != "" {
			return true
		}
	}
	return false
}

// Computes tells whether a block, which may be nil, of a function does nothing but compute: it writes variables that live as long as a call of the function,
// and parts of them, and makes calls of which call is true.
func (b *Block) Computes(call func(*Call) bool) bool {
	if b == nil {
		return true
	}
	writes := func(x Place) bool {
		for {
			f, ok := x.(*FieldPlace)
			if !ok {
				break
			}
			x = f.X
		}
		v, ok := x.(*VarPlace)
		return ok && (v.Var.Storage == Auto || v.Var.Storage == Param) && v.Var.Type.Quals&(types.Volatile|types.Atomic) == 0
	}
	for _, s := range b.List {
		ok := false
		switch s := s.(type) {
		case *Assign:
			ok = writes(s.Dst)
		case *Call:
			ok = (s.Dst == nil || writes(s.Dst)) && call(s)
		case *Declare:
			ok = s.Var.Storage != Static
		case *Block, *If, *Loop, *Switch, *Labeled, *Eval, *Return, *Case, *Goto, *Break, *Continue, *Remark:
			ok = true
		}
		if !ok {
			return false
		}
		for _, c := range Inner(s) {
			if !c.Computes(call) {
				return false
			}
		}
	}
	return true
}

// Declared are the variables that a block, which may be nil, declares, in their order.
func (b *Block) Declared() (list []*Var) {
	if b == nil {
		return nil
	}
	for _, s := range b.List {
		if d, ok := s.(*Declare); ok {
			list = append(list, d.Var)
		}
		for _, c := range Inner(s) {
			list = append(list, c.Declared()...)
		}
	}
	return list
}

// Cases are the labels of a switch whose body the block, which may be nil, is, without those of switches in it.
func (b *Block) Cases() (list []*Case) {
	if b == nil {
		return nil
	}
	for _, s := range b.List {
		switch s := s.(type) {
		case *Case:
			list = append(list, s)
		case *Switch:
		default:
			for _, c := range Inner(s) {
				list = append(list, c.Cases()...)
			}
		}
	}
	return list
}

// LoopCondition is the condition under which a loop goes on, if a statement ends it otherwise, as elaboration writes conditions of loops.
func LoopCondition(s Stmt) Expr {
	c, ok := s.(*If)
	if !ok || c.Else != nil || len(c.Then.List) != 1 {
		return nil
	}
	leave, ok := c.Then.List[0].(*Break)
	not, negated := c.X.(*Unary)
	if !ok || leave.At != c.At || !negated || not.Op != Not || not.At != c.At {
		return nil
	}
	return not.X
}
