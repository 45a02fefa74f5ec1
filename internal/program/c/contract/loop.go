package contract

import (
	"slices"

	"craig/internal/program/c/core"
)

// loops completes the frames of loops in a block: which local variables they would have to name, and where they end.
func loops(f *core.Func, b *core.Block) *Refusal {
	if b == nil {
		return nil
	}
	for i, s := range b.List {
		begin, ok := s.(*core.FrameBegin)
		if ok && begin.Loop {
			j := i + 1
			for ; j < len(b.List); j++ {
				if _, ok := b.List[j].(*core.Loop); ok {
					break
				}
			}
			l, ok := b.List[min(j, len(b.List)-1)].(*core.Loop)
			if !ok {
				return &Refusal{begin.At}
			}
			if r := frameOf(f, begin.Frame, l); r != nil {
				return r
			}
		}
		for _, c := range core.Inner(s) {
			if r := loops(f, c); r != nil {
				return r
			}
		}
	}
	return nil
}

// frameOf completes the frame of a loop.
func frameOf(f *core.Func, frame *core.Frame, l *core.Loop) *Refusal {
	inner := append(l.Body.Declared(), l.Step.Declared()...)
	for _, v := range append(slices.Clone(f.Params), f.Body.Declared()...) {
		if !slices.Contains(inner, v) && v.Storage != core.Static && !v.Temp {
			frame.Vars = append(frame.Vars, v)
		}
	}
	own := map[*core.Label]bool{}
	l.Body.Labels(own)
	l.Step.Labels(own)
	for _, b := range []*core.Block{l.Body, l.Step} {
		if r := ends(b, frame, own); r != nil {
			return r
		}
	}
	return nil
}

// ends ends a frame where a jump leaves its loop, which has its own labels.
func ends(b *core.Block, frame *core.Frame, own map[*core.Label]bool) *Refusal {
	if b == nil {
		return nil
	}
	var list []core.Stmt
	for _, s := range b.List {
		switch s := s.(type) {
		case *core.Return:
			list = append(list, &core.FrameEnd{At: s.At, Frame: frame})
		case *core.Goto:
			if !own[s.Label] {
				list = append(list, &core.FrameEnd{At: s.At, Frame: frame})
			}
		case *core.GotoPtr, *core.Asm:
			return &Refusal{s.Pos()}
		}
		list = append(list, s)
		for _, c := range core.Inner(s) {
			if r := ends(c, frame, own); r != nil {
				return r
			}
		}
	}
	b.List = list
	return nil
}
