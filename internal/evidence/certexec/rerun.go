// Package certexec executes programs for the certifier, with their calls or inlined: each edge is a function, made of functions
// for its expressions. It is several times as fast as package interp, whose meaning it has, and shares
// no code with package vm, whose claims it checks.
//
//	rerun.go   Run, and the loop from node to node
//	stmt.go    statements
//	expr.go    expressions and conditions
//	fast.go    those of loops, faster
//	direct.go  the simplest of them, without functions
//	cells.go   regions
//	calls.go   calls
//
// A value is a word: an integer of at most 63 bits, or a signed one of 64, as it is; an unsigned one of
// 64 bits, or a pointer, as its bits. An execution that needs other numbers ends as Outside.
package certexec

import (
	"context"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Options say what is executed.
type Options struct {
	// Inputs are the unknown values; those that variables and memory have at the start are 0 then. With
	// nil they are unknown: they may be copied, an assumption that depends on one is passed over, and the
	// execution ends as Open when one is needed for something else.
	Inputs   *interp.Inputs
	MaxSteps int
	State    bool // whether Outcome.State is wanted
	// At, if not 0, is where the execution ends as Arrived when it comes there for the Visits'th time.
	At     ir.Loc
	Visits int
}

// End says how an execution ended.
type End uint8

const (
	None End = iota
	Cancelled
	StepLimit
	Exited     // Main returned
	Reached    // an error location
	Blocked    // no edge is open
	OutOfRange // the same, at an assumption that an operation does not overflow
	Undefined  // a value that the program should have excluded
	Open       // an unknown value is needed, or there are several ways on
	Arrived    // at Options.At
	Outside    // a value that is no machine word, or a statement that an inlined program does not have
)

func (e End) String() string {
	return [...]string{"none", "cancelled", "step limit", "exited", "reached", "blocked", "out of range", "undefined", "open", "arrived", "outside"}[e]
}

// Outcome is an execution.
type Outcome struct {
	End   End
	At    ir.Loc
	Edge  ir.EdgeID // that could not be taken, if any
	Steps int
	// Visits is how often the execution has come to At.
	Visits int
	// Given are the Havocs that got values from Inputs, in their order.
	Given []ir.EdgeID
	Input map[int]num.Int            // by index in Given: of scalars
	Cells map[int]map[string]num.Int // by index in Given: of regions, what was read
	// Approximated: one of Given is an approximation or a choice that C leaves open.
	Approximated bool
	// Passed: an assumption was passed over.
	Passed bool
	State  State // if that was wanted
	// Used is the place before the first edge that used something unknown, if there was one: there
	// the state says everything that is known of the execution.
	Used Place
}

// Place is where an execution was when it had come to a location for the nth time.
type Place struct {
	At            ir.Loc
	Visits, Steps int
}

// State is what variables and memory hold where an execution has ended.
type State struct {
	Vars  map[*ir.Var]num.Int             // those that are known
	Cells map[*ir.Var]map[int64]CellState // of a region, by address: what was written
	Fill  map[*ir.Var]num.Int             // of a region that began as a constant: that
	Types map[*ir.Var]ir.Type             // of the cells of regions
	// Havocs are those that were executed without Inputs, up to a million, and Sources has for the variables
	// and regions that got nothing since one of them its index.
	Havocs  []ir.EdgeID
	Sources map[*ir.Var]int
}

// CellState is a cell that was written; it may have become unknown.
type CellState struct {
	Value num.Int
	Known bool
}

// node is an edge that is alone at its location, or the edges of a branch.
type node struct {
	loc    ir.Loc
	edge   ir.EdgeID
	cond   func() bool // nil: none
	do     func()      // nil: nothing
	next   *node
	other  *node // of a branch, where cond does not hold
	visits int
	leaves bool // the exit of a function
	stop   End  // None, or the location is an end
	pick   func() *node
	made   bool // all of this is known
	marked bool // an end, or Options.At
	plain  bool // made and not marked, and it does not choose among several ways
	direct
}

// pause is after how many steps the machine looks whether somebody wants it to end.
const pause = 1 << 14

type machine struct {
	p      *ir.Program
	mode   ir.Mode
	in     *interp.Inputs
	out    Outcome
	vals   []int64
	known  []bool
	index  map[*ir.Var]int
	mem    map[*ir.Var]*cells
	nodes  map[ir.Loc]*node
	todo   []*node
	count  map[ir.EdgeID]int
	opts   Options
	havocs []ir.EdgeID
	last   map[*ir.Var]int     // the Havoc of a variable or region in havocs
	types  map[*ir.Var]ir.Type // of the cells of regions
	calls  []activation
	saved  []slot // by the calls that are active
	memos  map[string][]*memo
	change int // how often the state has changed, about

	flags
}

// flags are of the evaluation that is going on.
type flags struct {
	open  bool // an unknown value was read
	used  bool // something was made unknown since it depends on an unknown value
	big   bool // the result of exact is no signed word
	fault End  // no value
}

// Run executes p, whose memory is in regions, and whose calls are direct, from Main's entry.
func Run(ctx context.Context, p *ir.Program, opts Options) Outcome {
	if p.Math {
		return Outcome{End: Outside, At: p.Main.Entry}
	}
	m := newMachine(p, opts)
	m.run(ctx, opts.MaxSteps)
	return m.out
}

func newMachine(p *ir.Program, opts Options) *machine {
	m := &machine{
		p: p, mode: p.Mode(), in: opts.Inputs, index: map[*ir.Var]int{}, mem: map[*ir.Var]*cells{},
		nodes: map[ir.Loc]*node{}, count: map[ir.EdgeID]int{}, opts: opts, last: map[*ir.Var]int{}, memos: map[string][]*memo{},
	}
	p.AllVars(func(v *ir.Var) {
		if v.Type.Kind == ir.Memory {
			m.mem[v] = newCells(v.Type.Bits, opts.Inputs != nil)
			return
		}
		m.index[v] = len(m.index)
	})
	m.vals, m.known = make([]int64, len(m.index)), make([]bool, len(m.index))
	if opts.Inputs != nil {
		for i := range m.known {
			m.known[i] = true
		}
	}
	return m
}

// node is the node of a location.
func (m *machine) node(l ir.Loc) *node {
	n := m.nodes[l]
	if n == nil {
		n = &node{loc: l}
		m.nodes[l] = n
		m.todo = append(m.todo, n)
	}
	return n
}

// complete makes the nodes that wait for it, and those to which they lead.
func (m *machine) complete() {
	for len(m.todo) > 0 {
		t := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		m.make(t)
		t.made, t.marked = true, t.stop != None || t.loc == m.opts.At
		t.plain = !t.marked && t.pick == nil
	}
}

func (m *machine) run(ctx context.Context, limit int) {
	n := m.node(m.p.Main.Entry)
	steps, check := 0, 0
	for {
		if !n.made {
			m.complete()
		}
		n.visits++
		if n.marked {
			if n.leaves && len(m.calls) > 0 {
				n = m.leave()
				m.change++
				continue
			}
			if n.stop != None {
				m.end(n, n.stop, steps)
				return
			}
			if n.visits == m.opts.Visits {
				m.end(n, Arrived, steps)
				return
			}
		}
		if steps >= check {
			if ctx.Err() != nil {
				m.end(n, Cancelled, steps)
				return
			}
			if steps >= limit {
				m.end(n, StepLimit, steps)
				return
			}
			check = min(limit, steps+pause)
		}
		next := n.next
	chain:
		if n.op != function && n.plain {
			var here bool
			if n, steps, here = m.straight(n, steps, check); !here {
				continue
			}
			next = n.next
		}
		switch {
		case n.pick != nil:
			next = n.pick()
			m.change++
		case n.cond != nil:
			if !n.cond() {
				next = n.other
			}
			if m.open && n.other == nil { // an assumption of something unknown is passed over
				m.open, m.big, m.fault = false, false, None
				m.out.Passed, m.used = true, true
				next = n.next
			}
		case n.do != nil:
			n.do()
			m.change++
		}
		if next != nil && m.flags == (flags{}) {
			steps++
			n = next
			if n.plain && steps < check { // nothing is to be seen to here
				n.visits++
				next = n.next
				goto chain
			}
			continue
		}
		if m.used {
			m.used = false
			if m.out.Used.At == 0 {
				m.out.Used = Place{n.loc, n.visits, steps}
			}
		}
		if m.open || m.fault != None || m.big || next == nil {
			end := m.fault
			switch {
			case m.open:
				end = Open
			case m.fault != None:
			case m.big:
				end = Outside
			default:
				end = Blocked
				if n.edge != 0 {
					if a, ok := m.p.Edges[n.edge].Stmt.(*ir.Assume); ok && overflows(a.Cond) {
						end = OutOfRange
					}
				}
			}
			m.end(n, end, steps)
			return
		}
		steps++
		n = next
	}
}

// overflows says that a condition is about overflow.
func overflows(e *ir.Expr) (yes bool) {
	ir.Walk(e, func(x *ir.Expr) bool {
		yes = yes || x.Op == ir.OpInRange
		return !yes
	})
	return yes
}

func (m *machine) end(n *node, end End, steps int) {
	m.out.End, m.out.At, m.out.Steps, m.out.Visits = end, n.loc, steps, n.visits
	if end > Reached {
		m.out.Edge = n.edge
	}
	if m.opts.State {
		m.out.State = m.state()
	}
}

// state collects what is known.
func (m *machine) state() State {
	s := State{
		Vars: map[*ir.Var]num.Int{}, Cells: map[*ir.Var]map[int64]CellState{}, Fill: map[*ir.Var]num.Int{},
		Types: map[*ir.Var]ir.Type{}, Havocs: m.havocs, Sources: map[*ir.Var]int{},
	}
	for v, at := range m.last {
		if i, scalar := m.index[v]; !scalar || !m.known[i] {
			s.Sources[v] = at
		}
	}
	for v, i := range m.index {
		if m.known[i] && v.Type.IsNumber() {
			s.Vars[v] = number(v.Type, m.vals[i])
		}
	}
	for v, c := range m.mem {
		t := m.cellType(v)
		if c.filled {
			s.Fill[v] = number(t, c.fill)
		}
		s.Types[v] = t
		s.Cells[v] = map[int64]CellState{}
		c.each(func(addr int64, w int64, known bool) { s.Cells[v][addr] = CellState{number(t, w), known} })
	}
	return s
}

// number is what a word stands for.
func number(t ir.Type, w int64) num.Int {
	if w < 0 && bare(t) {
		return num.I(w).Add(num.Pow2(64))
	}
	return num.I(w)
}

// word is the word for a number; ok is false if there is none.
func word(t ir.Type, v num.Int) (w int64, ok bool) {
	w, ok = v.Int64()
	if bare(t) {
		if ok {
			return w, w >= 0
		}
		if v.Sign() > 0 && v.BitLen() == 64 {
			w, _ = v.Sub(num.Pow2(64)).Int64()
			return w, true
		}
		return 0, false
	}
	return w, ok
}

// bare says that words of t have no sign: they are compared as they are.
func bare(t ir.Type) bool { return t.Bits == 64 && !t.IsSigned() }

// make fills in a node.
func (m *machine) make(n *node) {
	info := m.p.Locs[n.loc]
	switch {
	case info.IsGoal():
		n.stop = Reached
		return
	case n.loc == info.Func.Exit:
		n.stop, n.leaves = Exited, true
		return
	case len(info.Out) == 0:
		n.stop = Blocked
		return
	case len(info.Out) == 1:
		e := m.p.Edges[info.Out[0]]
		n.edge, n.next = e.ID, m.node(e.To)
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			n.cond, n.direct = m.cond(s.Cond), m.decides(s.Cond)
		case *ir.Call:
			n.pick = m.call(s, n.next)
		default:
			n.do, n.direct = m.stmt(e), m.does(s)
		}
		return
	}
	if len(info.Out) == 2 {
		yes, no := m.p.Edges[info.Out[0]], m.p.Edges[info.Out[1]]
		a, ok1 := yes.Stmt.(*ir.Assume)
		b, ok2 := no.Stmt.(*ir.Assume)
		if ok1 && ok2 && yes.Branch != 0 && opposite(a.Cond, b.Cond) {
			n.cond, n.next, n.other = m.cond(a.Cond), m.node(yes.To), m.node(no.To)
			n.direct = m.decides(a.Cond)
			return
		}
	}
	n.pick = m.pick(info)
}

// opposite says that b is the negation of a, by its form.
func opposite(a, b *ir.Expr) bool {
	if a.Op == ir.OpNot {
		return ir.Equal(a.Args[0], b)
	}
	if b.Op == ir.OpNot {
		return ir.Equal(b.Args[0], a)
	}
	turned := map[ir.Op]ir.Op{ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq, ir.OpLt: ir.OpGe, ir.OpGe: ir.OpLt, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe}
	o, ok := turned[a.Op]
	return ok && b.Op == o && ir.Equal(a.Args[0], b.Args[0]) && ir.Equal(a.Args[1], b.Args[1])
}

// way is an edge of a location with several.
type way struct {
	open  func() bool // nil: always
	ahead []func() bool
	do    func() // nil: nothing
	to    *node
	alone bool // if it is open the edges after it are not
}

// pick chooses among the edges of a location: the one that is open, or, of several, the one after which
// no assumption blocks before something happens. If that is not one the execution ends.
func (m *machine) pick(info *ir.LocInfo) func() *node {
	var ways []*way
	for _, id := range info.Out {
		e := m.p.Edges[id]
		w := &way{to: m.node(e.To), alone: e.Branch != 0}
		switch s := e.Stmt.(type) {
		case *ir.Assume:
			w.open = m.cond(s.Cond)
		case *ir.Skip:
		default:
			w.do = m.stmt(e)
		}
		for hops := 0; hops < 100 && w.do == nil; hops++ {
			l := m.p.Locs[e.To]
			if l.IsGoal() || len(l.Out) != 1 {
				break
			}
			e = m.p.Edges[l.Out[0]]
			if a, ok := e.Stmt.(*ir.Assume); ok {
				w.ahead = append(w.ahead, m.cond(a.Cond))
			} else if _, ok := e.Stmt.(*ir.Skip); !ok {
				break
			}
		}
		ways = append(ways, w)
	}
	return func() *node {
		var open []*way
		for _, w := range ways {
			ok := w.open == nil || w.open()
			if m.open || m.fault != None || m.big {
				return nil
			}
			if ok {
				open = append(open, w)
				if w.alone && w.open != nil {
					break
				}
			}
		}
		if len(open) > 1 {
			var free []*way
			for _, w := range open {
				ok := true
				for _, f := range w.ahead {
					if ok = f(); !ok || m.fault != None || m.open || m.big {
						break
					}
				}
				if m.open || m.big {
					return nil
				}
				if ok = ok && m.fault == None; ok {
					free = append(free, w)
				}
				m.fault = None
			}
			if open = free; len(open) != 1 {
				m.open = true
				return nil
			}
		}
		if len(open) == 0 {
			return nil
		}
		if open[0].do != nil {
			open[0].do()
		}
		return open[0].to
	}
}
