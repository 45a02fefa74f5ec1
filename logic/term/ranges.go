package term

import (
	"slices"

	"craig/logic/num"
)

// An array that was filled by many stores at constant distances from one another is read as ranges: memory that
// a loop has set is one condition and one value, however long the loop was.

// minRanged is how many stores make it worth while to look for ranges, and rangeGain how many stores a
// range stands for at least on average.
const (
	minRanged = 16
	rangeGain = 4
)

// ranged is an array as ranges over what is below its stores.
type ranged struct {
	ranges []span
	rest   Term
}

// span are the cells at first, first + step, …, last, which hold value, value + inc, ….
type span struct {
	first, last Term
	step        num.Rat
	value       Term
	inc         num.Rat
}

// rangesOf has the stores at the top of a whose indices differ by constants as ranges; nil if there are few, or
// if they make too many ranges.
func (s *Store) rangesOf(a Term) *ranged {
	if r, ok := s.ranged[a.n]; ok {
		return r
	}
	if a.Sort().Index() != Int {
		return nil
	}
	long := a
	for range minRanged - 1 {
		if long = long.n.args[0]; long.n.op != Store_ {
			return nil
		}
	}
	type cell struct {
		at    num.Rat // distance from the first index
		i, e  Term
		order int
	}
	first := a.n.args[1]
	var cells []cell
	rest := a
	for ; rest.n.op == Store_; rest = rest.n.args[0] {
		d, ok := difference(rest.n.args[1], first)
		if !ok {
			break
		}
		cells = append(cells, cell{d, rest.n.args[1], rest.n.args[2], len(cells)})
	}
	if s.ranged == nil {
		s.ranged = map[*node]*ranged{}
	}
	s.ranged[a.n] = nil
	slices.SortFunc(cells, func(x, y cell) int {
		if c := x.at.Cmp(y.at); c != 0 {
			return c
		}
		return x.order - y.order
	})
	cells = slices.CompactFunc(cells, func(x, y cell) bool { return x.at.Eq(y.at) }) // the last store counts
	if len(cells) < minRanged {
		return nil
	}
	r := &ranged{rest: rest}
	for k := 0; k < len(cells); {
		c := cells[k]
		run := span{first: c.i, last: c.i, step: num.R(1, 1), value: c.e}
		n := 1
		if k+2 < len(cells) {
			step := cells[k+1].at.Sub(c.at)
			inc, ok := difference(cells[k+1].e, c.e)
			ok = ok && (inc.IsZero() || c.e.Sort() == Int)
			for ok && k+n < len(cells) && cells[k+n].at.Sub(cells[k+n-1].at).Eq(step) {
				if d, same := difference(cells[k+n].e, cells[k+n-1].e); !same || !d.Eq(inc) {
					break
				}
				n++
			}
			if n > 2 {
				run.step, run.inc, run.last = step, inc, cells[k+n-1].i
			} else {
				n = 1
			}
		}
		r.ranges = append(r.ranges, run)
		k += n
		if rangeGain*len(r.ranges) > len(cells) {
			return nil
		}
	}
	s.ranged[a.n] = r
	return r
}

// difference is a - b if that is a constant.
func difference(a, b Term) (num.Rat, bool) {
	if a == b {
		return num.Rat{}, true
	}
	if !distinct(a, b) {
		return num.Rat{}, false
	}
	_, ac := parts(a)
	_, bc := parts(b)
	return ac.Sub(bc), true
}

// selectRanges is the cell at i of an array with ranges.
//
//	store(… store(a, l, e) …, l + n·d, e + n·c)[i] → ite(l ≤ i ≤ l + n·d ∧ d | i - l, e + c·((i - l) div d), a[i])
func (s *Store) selectRanges(r *ranged, i Term) Term {
	rest := s.Select(r.rest, i)
	var tree func(ranges []span) Term
	tree = func(ranges []span) Term {
		if len(ranges) > 1 {
			half := len(ranges) / 2
			return s.Ite(s.Lt(i, ranges[half].first), tree(ranges[:half]), tree(ranges[half:]))
		}
		p := ranges[0]
		off := s.Sub(i, p.first)
		in := s.And(s.Le(p.first, i), s.Le(i, p.last))
		step := s.constant(p.step, Int)
		if !p.step.Eq(num.R(1, 1)) {
			in = s.And(in, s.Eq(s.Mod(off, step), s.Int(0)))
		}
		value := p.value
		if !p.inc.IsZero() {
			value = s.Add(value, s.Scale(p.inc, s.Div(off, step)))
		}
		return s.Ite(in, value, rest)
	}
	return tree(r.ranges)
}
