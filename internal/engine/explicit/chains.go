package explicit

import (
	"math/bits"
	"slices"
	"sort"
)

// A chain is a sequence of rules, each of which begins where the one before it leads if its condition does not hold: what a table of
// transitions is in C. Of each variable and each of its values it is known which rules there may be whose conditions hold. The
// conjunction of these sets, as bits, has the next rule that is looked at; those before it are passed by.

// chain is such a sequence.
type chain struct {
	rules []int32 // where the code of each rule is
	next  int32   // where the last one leads
	vars  []tested
}

// tested is a variable that conditions of a chain compare with numbers.
type tested struct {
	reg  int32
	ends []int64 // the first numbers of classes of values that no comparison tells apart, but for the first class
	low  int64   // of few: the class of low is few[0], and so on
	few  []uint16
	rows [][]uint64 // by class: the rules whose conditions may hold
}

// class is that of a number.
func (v *tested) class(x int64) int {
	if k := uint64(x - v.low); k < uint64(len(v.few)) {
		return int(v.few[k])
	}
	return sort.Search(len(v.ends), func(i int) bool { return x < v.ends[i] })
}

// Limits of chains: how many rules there are at least, how many comparisons a condition has at most, and from how many numbers there is a table.
const (
	leastRules = 8
	mostTests  = 64
	tableSize  = 1024
)

// isTest says that an instruction compares a variable with a number and does nothing else.
func (in *insn) isTest() bool { return in.op == opEqual || in.op == opLess && in.flags == 0 }

// chains finds the chains of the code, and puts an instruction at the beginning of each of their rules that finds the next one.
func (c *code) findChains() {
	inside := make([]bool, len(c.insns))
	chained := make([]bool, len(c.insns))
	n := int32(len(c.insns))
	for s := range n {
		if inside[s] || chained[s] || !c.insns[s].isTest() {
			continue
		}
		var ch chain
		var nexts []int32
		at := s
		for int(at) < len(c.insns) && !chained[at] {
			next, tests := c.rule(at)
			if next < 0 {
				break
			}
			for _, t := range tests {
				inside[t] = true
			}
			chained[at] = true
			ch.rules, nexts = append(ch.rules, at), append(nexts, next)
			at = next
		}
		if len(ch.rules) < leastRules {
			continue
		}
		ch.next = at
		c.rows(&ch, nexts)
		for i, at := range ch.rules {
			own := int32(len(c.insns))
			c.insns = append(c.insns, c.insns[at])
			c.insns[at] = insn{op: opRule, t: int32(len(c.chains)), c: int64(i)}
			ch.rules[i] = own
		}
		c.chains = append(c.chains, ch)
	}
}

// rule is where the rule at s leads if its condition does not hold, and its comparisons; next is negative if there is none.
func (c *code) rule(s int32) (next int32, tests []int32) {
	in := &c.insns[s]
	if !in.isTest() {
		return -1, nil
	}
	candidates := []int32{in.f, in.t}
	for _, k := range candidates[:2] {
		if in := &c.insns[k]; in.isTest() {
			candidates = append(candidates, in.f, in.t)
		}
	}
	for _, next := range candidates {
		if next == s {
			continue
		}
		if tests, ok := c.until(s, next, -1, 0); ok {
			return next, tests
		}
	}
	return -1, nil
}

// until are the comparisons that are made from s on before the execution comes to next or to another instruction; where register r, if it is not negative, is
// x. ok is false if there are more than mostTests.
func (c *code) until(s, next, r int32, x int64) (tests []int32, ok bool) {
	tests = append(make([]int32, 0, 16), s)
	for i := 0; i < len(tests); i++ {
		in := &c.insns[tests[i]]
		if !in.isTest() {
			continue
		}
		if len(tests) > mostTests {
			return nil, false
		}
		yes := in.op == opEqual && x == in.c || in.op == opLess && x < in.c
		for _, to := range [2]int32{in.t, in.f} {
			if in.a == r && yes != (to == in.t) && in.t != in.f {
				continue
			}
			if to != next && !slices.Contains(tests, to) {
				tests = append(tests, to)
			}
		}
	}
	return tests, true
}

// rows finds the variables of a chain, and which rules their values leave.
func (c *code) rows(ch *chain, nexts []int32) {
	ends := map[int32][]int64{}
	for i, s := range ch.rules {
		tests, _ := c.until(s, nexts[i], -1, 0)
		for _, t := range tests {
			in := &c.insns[t]
			if !in.isTest() {
				continue
			}
			ends[in.a] = append(ends[in.a], in.c)
			if in.op == opEqual && in.c+1 > in.c {
				ends[in.a] = append(ends[in.a], in.c+1)
			}
		}
	}
	words := (len(ch.rules) + 63) / 64
	for r, list := range ends {
		slices.Sort(list)
		v := tested{reg: r, ends: slices.Compact(list)}
		if len(v.ends) > tableSize {
			continue
		}
		for range len(v.ends) + 1 {
			v.rows = append(v.rows, make([]uint64, words))
		}
		ch.vars = append(ch.vars, v)
	}
	for k := range ch.vars {
		v := &ch.vars[k]
		for i, s := range ch.rules {
			all, _ := c.until(s, nexts[i], -1, 0)
			asked := slices.ContainsFunc(all, func(t int32) bool { return c.insns[t].isTest() && c.insns[t].a == v.reg })
			for class := range v.rows {
				if !asked || c.mayHold(s, nexts[i], v.reg, v.member(class)) {
					v.rows[class][i/64] |= 1 << (i % 64)
				}
			}
		}
		if first, last := v.ends[0]-1, v.ends[len(v.ends)-1]; last > first && uint64(last)-uint64(first) < tableSize && first < v.ends[0] {
			few := make([]uint16, last-first+1)
			for i := range few {
				few[i] = uint16(v.class(first + int64(i)))
			}
			v.low, v.few = first, few
		}
	}
	// What leaves the fewest rules is looked at first.
	slices.SortFunc(ch.vars, func(a, b tested) int { return a.left()*len(b.rows) - b.left()*len(a.rows) })
}

// left is how many rules all classes leave together.
func (v *tested) left() (n int) {
	for _, row := range v.rows {
		for _, w := range row {
			n += bits.OnesCount64(w)
		}
	}
	return n
}

// member is a number of a class.
func (v *tested) member(class int) int64 {
	if class > 0 {
		return v.ends[class-1]
	}
	return v.ends[0] - 1 // the first class may have no number: then nobody asks for it
}

// mayHold says that with x in register r a rule comes to something else than the next one.
func (c *code) mayHold(s, next, r int32, x int64) bool {
	tests, ok := c.until(s, next, r, x)
	return !ok || slices.ContainsFunc(tests, func(t int32) bool { return !c.insns[t].isTest() })
}

// nextRule is where the code goes on that has come to the i'th rule of a chain.
func (m *machine) nextRule(ch *chain, i int) int32 {
	var buf [64][]uint64
	rows := buf[:0]
	for k := range ch.vars {
		v := &ch.vars[k]
		if m.tags[v.reg] == 0 && len(rows) < len(buf) {
			rows = append(rows, v.rows[v.class(m.regs[v.reg])])
		}
	}
	words := (len(ch.rules) + 63) / 64
	left := ^uint64(0) << (i % 64)
	for w := i / 64; w < words; w++ {
		for _, row := range rows {
			if left &= row[w]; left == 0 {
				break
			}
		}
		if left != 0 {
			if k := 64*w + bits.TrailingZeros64(left); k < len(ch.rules) {
				return ch.rules[k]
			}
		}
		left = ^uint64(0)
	}
	return ch.next
}
