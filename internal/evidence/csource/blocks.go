package csource

import (
	"context"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Block is a block of the heap that an execution has made.
type Block struct {
	Site *ir.Object
	Addr num.Int
	Size int64  // -1 if it is not known
	Nth  int    // how many blocks were made at that place of the source before
	Name string // of the first C variable that gets its address; "" if none does
}

// Blocks are the blocks of the heap that an execution makes, in their order; of a long one, none.
func Blocks(p *ir.Program, t *verdict.Trace) []*Block {
	if t.Long() {
		return nil
	}
	sites := map[ir.Pos][]*ir.Object{}
	for _, o := range p.Objects {
		if o.Kind == ir.HeapObject {
			sites[o.Pos] = append(sites[o.Pos], o)
		}
	}
	if len(sites) == 0 {
		return nil
	}
	var list []*Block
	nth := map[ir.Pos]int{}
	byAddr := map[string]*Block{}
	interp.Run(context.Background(), p, counterexample.Inputs(t), interp.Options{NoPath: true, MaxSteps: len(t.Path) + 1, Step: func(s interp.Step) {
		if s.Var == nil || s.Left {
			return
		}
		if size, ok := s.Value.Int64(); ok && len(list) > 0 && strings.HasPrefix(s.Var.Name, "$size.") && s.Edge.Pos == list[len(list)-1].Site.Pos {
			list[len(list)-1].Size = size
			return
		}
		if s.Var.Type.Kind != ir.Pointer || s.Value.IsZero() || strings.HasPrefix(s.Var.Name, "$heap") {
			return
		}
		if b := byAddr[s.Value.String()]; b != nil {
			if b.Name == "" {
				b.Name = s.Var.CName
			}
			return
		}
		at := sites[s.Edge.Pos]
		if _, is := s.Edge.Stmt.(*ir.Havoc); at == nil || is {
			return
		}
		b := &Block{Site: at[min(nth[s.Edge.Pos], len(at)-1)], Addr: s.Value, Size: -1, Nth: nth[s.Edge.Pos], Name: s.Var.CName}
		if b.Site.Size >= 0 {
			b.Size = b.Site.Size
		}
		nth[s.Edge.Pos]++
		byAddr[s.Value.String()] = b
		list = append(list, b)
	}})
	return list
}
