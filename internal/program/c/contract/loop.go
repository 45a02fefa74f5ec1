package contract

import (
	"slices"

	"craig/internal/program/c/core"
)

// loops completes the frames of loops in a function: which local variables they would have to name, and where they end. Those of loops that a jump leaves of
// which it is not known where to are left out.
func loops(f *core.Func, b *core.Block) (left []Remark) {
	out := map[*core.Frame]bool{}
	core.EachStmt(b, func(s core.Stmt) {
		begin, ok := s.(*core.FrameBegin)
		if !ok || !begin.Loop {
			return
		}
		l := loopOf(b, begin)
		if l == nil || jumpsAway(l.Body) || jumpsAway(l.Step) {
			out[begin.Frame] = true
			left = append(left, Remark{begin.At, "the assigns clause of this loop, which a jump may leave to places that are not known, is left out: what is written is not compared with it"})
			return
		}
		frameOf(f, begin.Frame, l)
	})
	if len(out) > 0 {
		core.Replace(b, func(s core.Stmt) []core.Stmt {
			switch x := s.(type) {
			case *core.FrameBegin:
				if out[x.Frame] {
					return nil
				}
			case *core.FrameEnd:
				if out[x.Frame] {
					return nil
				}
			case *core.FrameGrown:
				if out[x.Frame] {
					return nil
				}
			}
			return []core.Stmt{s}
		})
	}
	return left
}

// loopOf is the loop behind the beginning of its frame; nil if there is none.
func loopOf(b *core.Block, begin *core.FrameBegin) (l *core.Loop) {
	if b == nil {
		return nil
	}
	if i := slices.Index(b.List, core.Stmt(begin)); i >= 0 {
		for _, s := range b.List[i:] {
			if l, ok := s.(*core.Loop); ok {
				return l
			}
		}
		return nil
	}
	for _, s := range b.List {
		for _, c := range core.Inner(s) {
			if l := loopOf(c, begin); l != nil {
				return l
			}
		}
	}
	return nil
}

// jumpsAway tells whether there is a jump in a block that may lead anywhere.
func jumpsAway(b *core.Block) (does bool) {
	core.EachStmt(b, func(s core.Stmt) {
		switch s.(type) {
		case *core.GotoPtr, *core.Asm:
			does = true
		}
	})
	return does
}

// frameOf completes the frame of a loop.
func frameOf(f *core.Func, frame *core.Frame, l *core.Loop) {
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
		core.Replace(b, func(s core.Stmt) []core.Stmt {
			g, jumps := s.(*core.Goto)
			if _, returns := s.(*core.Return); returns || jumps && !own[g.Label] {
				return []core.Stmt{&core.FrameEnd{At: s.Pos(), Frame: frame}, s}
			}
			return []core.Stmt{s}
		})
	}
}
