package product

import "craig/internal/program/c/core"

// Plan says how the bodies are merged. The zero value has one run after the other.
type Plan struct {
	// Pairs are the loops that are merged, in the order of both bodies; the others run as they stand.
	Pairs []Pair
}

// Lockstep tells whether the bodies are merged.
func (p Plan) Lockstep() bool { return len(p.Pairs) > 0 }

// Pair merges two loops, which are numbered as they come in the bodies, without those in others: each round of the result has so many of either.
type Pair struct {
	Old, New           int
	OldTimes, NewTimes int
	// Until: the merged loop ends where the side with that number ends, and the other loop goes on in the next pair. 0 is neither, 1 the old side, 2 the new one.
	Until int
}

// maxTimes bounds how many rounds of one loop are as one of the other.
const maxTimes = 16

// Plans are ways to merge the loops of two functions, the most likely ones first. The functions can be run one after the other besides.
func (p *Product) Plans() (list []Plan) {
	a, b := loops(flatten(p.old.Body.List)), loops(flatten(p.new.Body.List))
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	add := func(pairs ...Pair) { list = append(list, Plan{pairs}) }
	one := func(i, j int) Pair {
		k, l := times(a[i], b[j])
		return Pair{Old: i, New: j, OldTimes: k, NewTimes: l}
	}
	switch {
	case len(a) == len(b):
		var pairs, plain []Pair
		for i := range a {
			pairs = append(pairs, one(i, i))
			plain = append(plain, Pair{i, i, 1, 1, 0})
		}
		add(pairs...)
		for i := range pairs {
			if pairs[i] != plain[i] {
				add(plain...)
				break
			}
		}
	case len(a) == 1:
		add(split(len(b), func(j int) Pair { return one(0, j) }, 2)...)
	case len(b) == 1:
		add(split(len(a), func(i int) Pair { return one(i, 0) }, 1)...)
	}
	if len(a) != len(b) {
		for i := range max(len(a), len(b)) { // one of them alone
			add(one(min(i, len(a)-1), min(i, len(b)-1)))
		}
	}
	return list
}

// split has one loop go along several, one after the other.
func split(n int, pair func(i int) Pair, until int) (list []Pair) {
	for i := range n {
		x := pair(i)
		if i < n-1 {
			x.Until = until
		}
		list = append(list, x)
	}
	return list
}

// times guesses how many rounds of each loop go together: by what is added to the variables of their conditions.
func times(a, b *core.Loop) (k, l int) {
	x, y := stride(a), stride(b)
	if x == 0 || y == 0 || x == y {
		return 1, 1
	}
	switch {
	case y%x == 0 && y/x <= maxTimes:
		return int(y / x), 1
	case x%y == 0 && x/y <= maxTimes:
		return 1, int(x / y)
	}
	return 1, 1
}

// stride is the constant by which a round of a loop changes the variable of its condition, without its sign; 0 if that is not seen.
func stride(l *core.Loop) (n int64) {
	cond, _ := head(l)
	var after []core.Stmt
	if l.Step != nil {
		after = l.Step.List
	}
	found := increments(l.Body.List, after)
	for v, k := range found {
		if k < 0 {
			k = -k
		}
		if (cond == nil && len(found) == 1 || cond != nil && core.Uses(cond, v)) && (n == 0 || k > n) {
			n = k
		}
	}
	return n
}

// increments are the constants by which statements change variables, whatever is around them, other than those in blocks.
func increments(lists ...[]core.Stmt) map[*core.Var]int64 {
	found := map[*core.Var]int64{}
	for _, list := range lists {
		for _, s := range list {
			a, ok := s.(*core.Assign)
			if !ok {
				continue
			}
			if at, ok := a.Dst.(*core.VarPlace); ok {
				if k := step(a.Src, at.Var); k != 0 {
					found[at.Var] += k
				}
			}
		}
	}
	return found
}

// step is k where an expression is v + k or v - k, otherwise 0.
func step(x core.Expr, v *core.Var) int64 {
	constant := func(x core.Expr) int64 {
		if n, ok := core.Unconverted(x).(*core.IntConst); ok {
			if k, ok := n.Value.Int64(); ok {
				return k
			}
		}
		return 0
	}
	switch x := core.Unconverted(x).(type) {
	case *core.Binary:
		switch {
		case x.Op == core.Add && core.Uses(x.X, v):
			return constant(x.Y)
		case x.Op == core.Add && core.Uses(x.Y, v):
			return constant(x.X)
		case x.Op == core.Sub && core.Uses(x.X, v):
			return -constant(x.Y)
		}
	case *core.PtrAdd:
		if core.Uses(x.X, v) {
			if x.Sub {
				return -constant(x.N)
			}
			return constant(x.N)
		}
	}
	return 0
}

// head is the condition of a loop, if it is looked at first, and what comes behind.
func head(l *core.Loop) (cond core.Expr, rest []core.Stmt) {
	list := l.Body.List
	for len(list) > 0 {
		if _, ok := list[0].(*core.Remark); !ok {
			break
		}
		list = list[1:]
	}
	if len(list) > 0 {
		if c := core.LoopCondition(list[0]); c != nil {
			return c, list[1:]
		}
	}
	return nil, list
}
