package harness

import "craig/internal/program/c/core"

// Which values the counters of loops have, as far as constants tell, for what is guessed of lengths.

// loop scans a loop with what stands before it, which may be what a for statement begins with.
func (s *scanner) loop(l *core.Loop, before []core.Stmt) {
	starts, steps := map[*core.Var]span{}, map[*core.Var]int64{}
	if l.How == core.For {
		for i := len(before) - 1; i >= 0 && before[i].Pos().Unit == l.At.Unit && before[i].Pos().Used > l.At.Used; i-- {
			s.start(before[i], starts)
		}
		if l.Step != nil {
			s.steps(l.Step.List, steps)
		}
	}
	known, times := map[*core.Var]span{}, int64(0)
	s.bounds(condition(l), func(v *core.Var, least, most *int64) {
		by, start := steps[v], starts[v]
		_, started := starts[v]
		switch {
		case most != nil && by > 0 && started && start.lo <= *most:
			known[v] = span{start.lo, start.lo + (*most-start.lo)/by*by}
			times = (*most-start.lo)/by + 1
		case least != nil && by < 0 && started && start.hi >= *least:
			known[v] = span{*least, start.hi}
			times = (start.hi-*least)/-by + 1
		case most != nil && by == 0 && *most >= 0: // of while
			known[v] = span{0, *most}
		}
	})
	for v, start := range starts { // counters that go along with the one of the condition
		if _, is := known[v]; !is && times > 0 && steps[v] != 0 {
			last := (times - 1) * steps[v]
			known[v] = span{min(start.lo, start.lo+last), max(start.hi, start.hi+last)}
		}
	}
	outer := s.rounds
	s.rounds = map[*core.Var]span{}
	for v, is := range outer {
		s.rounds[v] = is
	}
	for v, is := range known {
		s.rounds[v] = is
	}
	s.times = append(s.times, times)
	s.block(l.Body)
	s.block(l.Step)
	s.times = s.times[:len(s.times)-1]
	s.rounds = outer
}

// condition is what holds where a loop goes on; nil if that is not known.
func condition(l *core.Loop) core.Expr {
	for _, b := range []*core.Block{l.Body, l.Step} {
		if b == nil {
			continue
		}
		for _, st := range b.List {
			if c := core.LoopCondition(st); c != nil {
				return c
			}
		}
	}
	return nil
}

// start finds which number a statement before a loop gives a variable.
func (s *scanner) start(st core.Stmt, starts map[*core.Var]span) {
	var v *core.Var
	var x core.Expr
	switch st := st.(type) {
	case *core.Assign:
		if p, ok := st.Dst.(*core.VarPlace); ok {
			v, x = p.Var, st.Src
		}
	case *core.Declare:
		if e, ok := st.Init.(*core.ExprInit); ok {
			v, x = st.Var, e.X
		}
	}
	if v == nil || v.Temp || !isInteger(v.Type) {
		return
	}
	if is, ok := s.span(x); ok {
		if _, later := starts[v]; !later {
			starts[v] = is
		}
	}
}

// steps finds what statements add to variables.
func (s *scanner) steps(list []core.Stmt, steps map[*core.Var]int64) {
	for _, st := range list {
		a, ok := st.(*core.Assign)
		if !ok {
			continue
		}
		p, ok := a.Dst.(*core.VarPlace)
		if !ok || p.Var.Temp {
			continue
		}
		b, ok := s.strip(a.Src).(*core.Binary)
		if !ok || s.counter(b.X) != p.Var {
			continue
		}
		switch by, ok := constant(s.strip(b.Y)); {
		case ok && b.Op == core.Add:
			steps[p.Var] += by
		case ok && b.Op == core.Sub:
			steps[p.Var] -= by
		}
	}
}

// bounds tells of the least and the most that variables are where x, which may be nil, holds.
func (s *scanner) bounds(x core.Expr, tell func(v *core.Var, least, most *int64)) {
	if x == nil {
		return
	}
	compared := func(a, b core.Expr, of func(b span) (least, most *int64)) {
		if v := s.counter(a); v != nil {
			if is, ok := s.span(b); ok {
				least, most := of(is)
				tell(v, least, most)
			}
		}
	}
	below := func(a, b core.Expr, less int64) { // a <= b - less
		compared(a, b, func(b span) (least, most *int64) { n := b.hi - less; return nil, &n })
		compared(b, a, func(a span) (least, most *int64) { n := a.lo + less; return &n, nil })
	}
	switch x := s.strip(x).(type) {
	case *core.Logical:
		if !x.Or {
			s.bounds(x.X, tell)
			s.bounds(x.Y, tell)
		}
	case *core.Cond: // && whose right side has effects
		if c, ok := constant(x.Else); ok && c == 0 {
			s.bounds(x.X, tell)
			s.bounds(x.Then, tell)
		}
	case *core.Binary:
		switch x.Op {
		case core.Lt:
			below(x.X, x.Y, 1)
		case core.Le:
			below(x.X, x.Y, 0)
		case core.Gt:
			below(x.Y, x.X, 1)
		case core.Ge:
			below(x.Y, x.X, 0)
		case core.Ne:
			compared(x.X, x.Y, func(b span) (least, most *int64) { n, m := b.lo+1, b.hi-1; return &n, &m })
		}
	case *core.Load:
		if v := s.counter(x); v != nil {
			n := int64(1)
			tell(v, &n, nil)
		}
	}
}
