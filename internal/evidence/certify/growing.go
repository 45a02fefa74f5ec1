package certify

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Growing is p, which has no calls, on a machine whose memory has no end, and on which the program asks of addresses only whether they are null and whether they are
// equal. Each block is at a higher address than all that were there before it, and no address comes again.
//
// Each execution of p that does nothing undefined is one of the result, but for the addresses of blocks. Pointers to blocks that live are equal there if they are
// equal here; a pointer to a block that has ended has no value [C11 6.2.4p2]. What tells addresses otherwise, by their order or their numbers, has any result in it. So if all executions of the result end, then so do those of p, or they do something undefined first. That an order of addresses is one of
// ages is what ranks of loops over lists are made of: a list that grows at its beginning leads to older and older blocks.
//
// An error says that p is no program for that.
func Growing(p *ir.Program) (*ir.Program, error) {
	heap := p.Global(ir.HeapName)
	no := func(at ir.Loc, why string) (*ir.Program, error) {
		return nil, &Rejection{Cond: WellFormed, To: at, Reason: why, Prog: p}
	}
	switch {
	case HasCalls(p):
		return no(0, "a program with calls")
	case heap == nil:
		return no(0, "a program without a heap")
	case p.Math || len(p.Devices) > 0:
		return no(0, "a machine whose memory has an end")
	}
	if at := mixesPointers(p); at != 0 {
		return no(at, "memory holds pointers and numbers at the same addresses")
	}
	if at := misplaced(p, heap); at != 0 {
		return no(at, "blocks are made at other addresses than ever higher ones")
	}
	q := p.Clone()
	q.Plain = nil
	for _, e := range q.Edges {
		if e == nil {
			continue
		}
		s := ageOnly(e, heap)
		if s == nil {
			return no(e.From, fmt.Sprintf("%T does more than machines whose memory has no end do", e.Stmt))
		}
		e.Stmt = s
	}
	return q, nil
}

// shrinks is a location of p at which it is not as Growing makes programs; 0 if there is none.
func shrinks(p *ir.Program) ir.Loc {
	q, err := Growing(p)
	if err != nil {
		return p.Main.Entry
	}
	for id, e := range p.Edges {
		if e != nil && q.Edges[id].Stmt != e.Stmt {
			return e.From
		}
	}
	return 0
}

// ageOnly is the statement of e where memory has no end and nothing tells addresses of blocks: itself, if it does not, or one with any result. It is
// nil if there is none.
func ageOnly(e *ir.Edge, heap *ir.Var) ir.Stmt {
	tells := false
	ir.Exprs(e.Stmt, func(x *ir.Expr) { tells = tells || tellsAddresses(x) })
	switch s := e.Stmt.(type) {
	case *ir.Skip:
		return s
	case *ir.Assume:
		if tells || e.Branch == 0 && reads(s, heap) {
			return &ir.Skip{}
		}
		return s
	case *ir.Assign:
		switch {
		case s.Var == heap || !tells:
			return s // which misplaced has looked at
		case s.Var.Type.Kind == ir.Memory:
			return nil
		}
		return &ir.Havoc{Var: s.Var, Source: ir.FromApproximation, Name: "address"}
	case *ir.Store:
		if tells {
			return &ir.Havoc{Var: s.Region, Source: ir.FromApproximation, Name: "address"}
		}
		return s
	case *ir.Havoc:
		return s
	}
	return nil
}

// tellsAddresses says that the value of x may depend on addresses by more than whether they are null, or equal.
func tellsAddresses(x *ir.Expr) (tells bool) {
	pointer := func(x *ir.Expr) bool { return x.Type.Kind == ir.Pointer }
	null := func(x *ir.Expr) bool { return x.Op == ir.OpConst && x.Val.IsZero() }
	ir.Walk(x, func(x *ir.Expr) bool {
		switch {
		case x.Op == ir.OpConst:
			tells = tells || pointer(x) && !x.Val.IsZero()
		case x.Op == ir.OpCast:
			tells = tells || pointer(x) != pointer(x.Args[0]) && !null(x.Args[0])
		case x.Op == ir.OpEq || x.Op == ir.OpNe: // package alias leaves open whether a pointer to a block that may have ended is one to another block
		case x.Op >= ir.OpLt && x.Op <= ir.OpGe:
			a, b := x.Args[0], x.Args[1]
			tells = tells || pointer(a) && !null(a) && !null(b)
		case x.Op == ir.OpVar, x.Op == ir.OpAddr, x.Op == ir.OpLoad, x.Op == ir.OpPtrAdd, x.Op == ir.OpOfBool, x.Op == ir.OpNot, x.Op == ir.OpLAnd, x.Op == ir.OpLOr, x.Op == ir.OpIte:
		default:
			tells = tells || pointer(x)
			for _, a := range x.Args {
				tells = tells || pointer(a)
			}
			tells = tells || x.Op >= ir.OpInObject && x.Op <= ir.OpExtent
		}
		return !tells
	})
	return tells
}

// mixesPointers is where a region is read or written as what is no pointer, and elsewhere as one: numbers would tell addresses. It is 0 if that is not so.
func mixesPointers(p *ir.Program) (at ir.Loc) {
	const (
		pointers = 1 << iota
		others
	)
	kinds := map[*ir.Var]int{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		see := func(r *ir.Var, t ir.Type) {
			if t.Kind == ir.Pointer {
				kinds[r] |= pointers
			} else {
				kinds[r] |= others
			}
			if kinds[r] == pointers|others && at == 0 {
				at = e.From
			}
		}
		switch s := e.Stmt.(type) {
		case *ir.Store:
			see(s.Region, s.Val.Type)
		case *ir.Assign:
			if s.Var.Type.Kind == ir.Memory && s.Expr.Op != ir.OpConst && at == 0 {
				at = e.From // contents of another region
			}
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad {
					see(x.Region, x.Type)
				}
				return true
			})
		})
	}
	return at
}

// misplaced is where the heap is given an address that is not higher than all objects and blocks so far, or where such an object is; 0 if nothing is.
func misplaced(p *ir.Program, heap *ir.Var) ir.Loc {
	begin := beginning(p, heap)
	if begin == nil {
		return p.Main.Entry
	}
	for _, e := range p.Edges {
		if e == nil || e == begin || ir.Written(e.Stmt) != heap {
			continue
		}
		if s, ok := e.Stmt.(*ir.Assign); !ok || !above(s.Expr, heap) {
			return e.From
		}
	}
	first := begin.Stmt.(*ir.Assign).Expr.Val
	for _, o := range p.Objects {
		if o.Addr.IsZero() { // of many blocks
			continue
		}
		if o.Size < 0 || !o.Addr.Add(num.I(o.Size)).Less(first) {
			return p.Main.Entry
		}
	}
	return 0
}

// beginning is the edge that gives the heap its first address, before anything else happens to it or executions part; nil if there is none.
func beginning(p *ir.Program, heap *ir.Var) *ir.Edge {
	at := p.Main.Entry
	for range p.Locs {
		if len(p.Locs[at].Out) != 1 || at == p.Main.Entry && len(p.Locs[at].In) > 0 {
			return nil
		}
		e := p.Edges[p.Locs[at].Out[0]]
		if s, ok := e.Stmt.(*ir.Assign); ok && s.Var == heap {
			if s.Expr.Op == ir.OpConst && len(p.Locs[at].In) <= 1 {
				return e
			}
			return nil
		}
		if len(p.Locs[e.To].In) != 1 {
			return nil
		}
		at = e.To
	}
	return nil
}

// above says that x is the heap, or what is above it by something that is not negative.
func above(x *ir.Expr, heap *ir.Var) bool {
	switch x.Op {
	case ir.OpVar:
		return x.Var == heap
	case ir.OpPtrAdd:
		by := x.Args[1]
		return above(x.Args[0], heap) && !tellsAddresses(by) && (by.Type.Kind == ir.Integer && !by.Type.Signed || by.Op == ir.OpConst && by.Val.Sign() >= 0)
	}
	return false
}
