// Package interp executes ir programs one edge at a time: the reference for what they mean, the
// replay of counterexamples, and the other side of comparisons with compiled C.
//
// It runs a program at every stage: with calls or inlined, with memory as bytes at addresses
// (before package alias has run; see flat.go) or as regions of cells (after it; see region.go).
// Whatever is unknown comes from Inputs.
//
// At a location the machine takes the first edge that is open: whose Assume holds, and of several
// such edges the first for which the Assumes hold as well that follow it before anything is
// executed or decided. (Package alias puts assumptions in front of conditions that access memory.)
// In a program that the front end has made no two edges are open at once; should there be two,
// Inputs.Choose decides.
package interp

import (
	"context"
	"fmt"

	"craig/internal/program/ir"
	"craig/internal/yield"
	"craig/logic/num"
)

// Inputs gives the values that the program does not determine. A function that is nil gives 0,
// or the value of the type that is nearest to it. Values that do not fit the type are wrapped.
type Inputs struct {
	// Scalar is what the Havoc on e gives when it is executed for the nth time, from 0.
	Scalar func(e *ir.Edge, n int) num.Int
	// Initial is the value that v has before anything is assigned to it.
	Initial func(v *ir.Var) num.Int
	// Cell is the content, of type t, of the cell at addr in memory that is unknown since e was
	// executed for the nth time; e is nil for the contents at the start. Of byte memory t is u8.
	// It is asked once for each cell, when that is read.
	Cell func(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int
	// Choose picks one of several edges that are open, as an index; nil picks the first.
	Choose func(l ir.Loc, open []ir.EdgeID) int
}

// Options bound an execution.
type Options struct {
	MaxSteps int  // 0: 100,000,000 edges
	NoPath   bool // leave Path, Input and Memory empty
	// Unknown: what Inputs would give is unknown instead, and so is what is computed with it. An assumption that depends on
	// it is passed over if its location has no other edge; where else it is needed, to choose among edges or as an address of a
	// Store, the execution ends as Open. So all executions of a program whose memory is in regions are this one, as long as their assumptions hold.
	Unknown bool
	// Unset, if not nil, says of which edges what they give, and the memory of which they begin, is unknown in this sense; all else is from Inputs, but for
	// variables of functions that nothing is assigned to.
	Unset func(e *ir.Edge) bool
	// Cases, if not nil, with Unknown, are the ranges of the first inputs; those of others are all values of their types. The execution is one for
	// all values in ranges that get smaller as it goes on: see cases.go.
	Cases []Range
	// At, if not 0, is where the execution ends as Arrived when it comes there for the Visits'th time.
	At     ir.Loc
	Visits int
	// Before is told of every edge that is about to be taken, by Edge and Eval, before it has an effect; Step of every edge taken, after its
	// effect; nil for nobody.
	Before, Step func(Step)
	// Reached is given the values of expressions at the goal, if one is reached; nil for nobody.
	Reached func(eval func(*ir.Expr) num.Int)
}

// Step is an edge that was executed.
type Step struct {
	Edge  *ir.Edge
	Var   *ir.Var // the scalar variable or region that changed; nil if none, or byte memory
	Addr  num.Int // of a Store
	Value num.Int // the new value of the variable or cell; of a whole region nothing
	// Left: the function that Edge calls has returned. Entering it is a step of its own, before those of
	// the function.
	Left bool
	// Loads are the cells of regions that were read for it, and for the decision to take it; valid
	// until Step returns.
	Loads []Cell
	// Eval is what an expression is after the step, for Before in front of it; false if it has no value.
	Eval func(*ir.Expr) (num.Int, bool)
}

// Cell is a cell of a region.
type Cell struct {
	Region *ir.Var
	Addr   num.Int
}

// End says how an execution ended.
type End uint8

const (
	Cancelled End = iota // the context was done
	StepLimit
	Exited     // Main returned
	Reached    // an error location
	Blocked    // no edge was open: a false assumption, or the end of a path such as abort()
	OutOfRange // the same, at an assumption that an operation does not overflow
	Undefined  // a value that the program should have excluded: Reason says which
	Open       // Options.Unknown: something unknown is needed
	Arrived    // at Options.At
)

func (e End) String() string {
	return [...]string{"cancelled", "step limit", "exited", "reached", "blocked", "out of range", "undefined", "open", "arrived"}[e]
}

// Outcome is an execution.
type Outcome struct {
	End    End
	At     ir.Loc    // where it ended
	Edge   ir.EdgeID // Blocked, OutOfRange, Undefined: the edge that could not be taken, if any
	Reason string    // Undefined: why
	Steps  int

	Path  []ir.EdgeID     // every edge taken
	Input map[int]num.Int // by index in Path: the value a Havoc of a scalar gave
	// Memory has the cells of unknown contents that were read, by the index in Path of the edge
	// since which they are unknown, -1 for those at the start.
	Memory map[int]map[string]num.Int

	// Result is what Main returned, if it did and has a result.
	Result    num.Int
	HasResult bool

	// State, if Arrived.
	State *State

	Given []Given   // with Options.Cases: the inputs, in their order, with what is left of their ranges
	Left  [][]Range // what is not: the ranges of the first inputs of other executions
}

// Run executes p from Main's entry.
func Run(ctx context.Context, p *ir.Program, in Inputs, opts Options) Outcome {
	if opts.MaxSteps == 0 {
		opts.MaxSteps = 100_000_000
	}
	m := newMachine(p, in, opts)
	m.run(ctx)
	if m.out.End == Arrived {
		m.out.State = &State{m}
	}
	return m.out
}

// State is what variables and regions hold where an execution has ended.
type State struct{ m *machine }

// Var is the value of a scalar variable, of a global one or of the function where the execution has ended; ok is false if that is unknown.
func (s *State) Var(v *ir.Var) (value num.Int, ok bool) {
	if v.Func != nil && v.Func != s.m.frame.fn {
		return value, false
	}
	c := s.m.cell(v)
	return c.v, c.set
}

// Region tells what a region holds: cells that were written, known or not, and that all others hold fill, if that is not nil.
func (s *State) Region(v *ir.Var, cell func(addr, value num.Int, known bool)) (fill *num.Int) {
	r := s.m.region(v)
	r.each(func(addr num.Int, c value) { cell(addr, c.v, c.set) })
	return r.base.known
}

// machine is the state of an execution.
type machine struct {
	p    *ir.Program
	in   Inputs
	opts Options
	mode ir.Mode
	out  Outcome

	slot    []int32 // by Var.ID: index into globals or frame.vals
	locals  map[*ir.Func]int
	globals []value
	frame   *frame
	regions map[*ir.Var]*region
	flat    *flat
	count   []int32          // by EdgeID: executions of a Havoc or of whatever makes memory unknown
	undef   string           // set by eval: why there is no value
	open    bool             // set by eval: the value depends on something unknown
	depth   int              // of calls
	visits  int              // of Options.At
	lost    map[*ir.Var]bool // global variables that have been made unknown
	blocks  [][2]num.Int     // from where to where blocks are whose cells begin unknown, by Options.Unset
	loads   []Cell           // what was read since the last step; only kept for Options.Step
}

// value is the value of a scalar variable or cell. Not set it is unknown, or, with Inputs, as Initial says.
type value struct {
	v    num.Int
	set  bool
	from int // not 0: not set, but v more than this one of the inputs, from 1
}

// frame is an active function.
type frame struct {
	fn      *ir.Func
	vals    []value
	call    *ir.Edge // to return along; nil in Main
	outer   *frame
	objects map[*ir.Object]int64 // addresses of local objects
	stack   int64                // the stack's height before the call
}

func newMachine(p *ir.Program, in Inputs, opts Options) *machine {
	m := &machine{p: p, in: in, opts: opts, mode: p.Mode(), locals: map[*ir.Func]int{}, regions: map[*ir.Var]*region{}, count: make([]int32, len(p.Edges))}
	top := 0
	p.AllVars(func(v *ir.Var) { top = max(top, v.ID) })
	m.slot = make([]int32, top+1)
	for i, v := range p.Globals {
		m.slot[v.ID] = int32(i)
	}
	m.globals = make([]value, len(p.Globals))
	for _, f := range p.Funcs {
		n := 0
		f.AllVars(func(v *ir.Var) {
			m.slot[v.ID] = int32(n)
			n++
		})
		m.locals[f] = n
	}
	m.flat = newFlat(p)
	m.push(p.Main, nil)
	return m
}

// push enters f, called along the edge.
func (m *machine) push(f *ir.Func, call *ir.Edge) {
	m.depth++
	m.frame = &frame{fn: f, vals: make([]value, m.locals[f]), call: call, outer: m.frame, stack: m.flat.top}
}

func (m *machine) cell(v *ir.Var) *value {
	if v.Func == nil {
		return &m.globals[m.slot[v.ID]]
	}
	return &m.frame.vals[m.slot[v.ID]]
}

// lose makes the value of a variable unknown.
func (m *machine) lose(v *ir.Var) {
	*m.cell(v) = value{}
	if m.opts.Unset != nil && v.Func == nil {
		if m.lost == nil {
			m.lost = map[*ir.Var]bool{}
		}
		m.lost[v] = true
	}
}

func (m *machine) get(v *ir.Var) num.Int {
	c := m.cell(v)
	if !c.set {
		if v, ok := m.pinned(*c); ok {
			return v
		}
		if m.opts.Unknown || m.opts.Unset != nil && (v.Func != nil || m.lost[v]) {
			m.open = true
			return num.Int{}
		}
		var x num.Int
		if m.in.Initial != nil {
			x = m.in.Initial(v)
		}
		c.v, c.set = m.fit(v.Type, x), true
	}
	return c.v
}

// fit makes an input a value of type t.
func (m *machine) fit(t ir.Type, v num.Int) num.Int {
	if m.mode.Math || !t.IsNumber() {
		return v
	}
	return t.Wrap(v)
}

func (m *machine) run(ctx context.Context) {
	at := m.p.Main.Entry
	var open []ir.EdgeID
	for {
		m.out.At = at
		info := m.p.Locs[at]
		if info.IsGoal() {
			m.out.End = Reached
			if m.opts.Reached != nil {
				m.opts.Reached(m.eval)
			}
			return
		}
		if at == m.frame.fn.Exit {
			if m.frame.call == nil {
				m.out.End = Exited
				if r := m.p.Main.Result; r != nil {
					m.open = false
					m.out.Result = m.get(r)
					m.out.HasResult = !m.open
				}
				return
			}
			at = m.leave()
			continue
		}
		if at == m.opts.At && at != 0 {
			if m.visits++; m.visits == m.opts.Visits {
				m.out.End = Arrived
				return
			}
		}
		if m.out.Steps >= m.opts.MaxSteps {
			m.out.End = StepLimit
			return
		}
		if m.out.Steps&0xfff == 0 {
			yield.Pass()
			if ctx.Err() != nil {
				m.out.End = Cancelled
				return
			}
		}
		open, m.loads = open[:0], m.loads[:0]
		for _, id := range info.Out {
			ok, last := true, false
			if a, isAssume := m.p.Edges[id].Stmt.(*ir.Assume); isAssume {
				last = m.p.Edges[id].Branch != 0 // the condition of the other edge does not hold then
				m.undef, m.open = "", false
				ok = !m.eval(a.Cond).IsZero()
				switch {
				case m.open && len(info.Out) == 1:
					ok = true
				case m.open:
					m.out.End, m.out.Edge = Open, id
					return
				case m.undef != "":
					m.stop(id)
					return
				}
			}
			if ok {
				open = append(open, id)
				if last {
					break
				}
			}
		}
		if len(open) > 1 {
			open = m.ahead(open)
		}
		if len(open) == 0 {
			m.blocked(info)
			return
		}
		k := 0
		if len(open) > 1 && m.opts.Unknown {
			m.out.End = Open
			return
		}
		if len(open) > 1 && m.in.Choose != nil {
			k = m.in.Choose(at, open)
		}
		e := m.p.Edges[open[k]]
		if !m.take(e) {
			return
		}
		at = e.To
		if m.frame.call == e { // just entered
			at = m.frame.fn.Entry
		}
	}
}

// maxAhead bounds how many assumptions ahead looks at.
const maxAhead = 100

// ahead leaves those of several open edges after which no assumption blocks before the next
// statement or branch; all of them if there is none.
func (m *machine) ahead(open []ir.EdgeID) []ir.EdgeID {
	kept := open[:0:len(open)]
	first := open[0]
	read := len(m.loads)
	for _, id := range open {
		ok := true
		at := m.p.Edges[id].To
		for range maxAhead {
			info := m.p.Locs[at]
			if info.IsGoal() || len(info.Out) != 1 || !ok || !passive(m.p.Edges[id].Stmt) {
				break
			}
			id := info.Out[0]
			e := m.p.Edges[id]
			if a, isAssume := e.Stmt.(*ir.Assume); isAssume {
				m.undef, m.open = "", false
				holds := !m.eval(a.Cond).IsZero() && m.undef == ""
				ok = holds || m.open
			} else if !passive(e.Stmt) {
				break
			}
			at = e.To
		}
		if ok {
			kept = append(kept, id)
		}
	}
	m.undef, m.loads = "", m.loads[:read]
	if len(kept) == 0 {
		kept = append(kept, first)
	}
	return kept
}

// passive says whether a statement changes nothing.
func passive(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Skip, *ir.Assume:
		return true
	}
	return false
}

// blocked ends the execution at a location without an open edge.
func (m *machine) blocked(info *ir.LocInfo) {
	m.out.End = Blocked
	if len(info.Out) != 1 {
		return
	}
	m.out.Edge = info.Out[0]
	if a, ok := m.p.Edges[m.out.Edge].Stmt.(*ir.Assume); ok {
		ir.Walk(a.Cond, func(e *ir.Expr) bool {
			if e.Op == ir.OpInRange {
				m.out.End = OutOfRange
			}
			return m.out.End == Blocked
		})
	}
}

// stop ends the execution at an edge that has no meaning.
func (m *machine) stop(id ir.EdgeID) bool {
	m.out.End, m.out.Edge, m.out.Reason = Undefined, id, m.undef
	return false
}

// leave returns from the current function and gives the location after the call.
func (m *machine) leave() ir.Loc {
	f := m.frame
	call := f.call.Stmt.(*ir.Call)
	var result num.Int
	m.open = false
	if call.Result != nil {
		result = m.get(f.fn.Result)
	}
	m.flat.release(f.stack)
	m.frame = f.outer
	m.depth--
	if call.Result != nil {
		if m.open {
			m.lose(call.Result)
		} else {
			*m.cell(call.Result) = value{v: result, set: true}
		}
	}
	if m.opts.Step != nil {
		m.opts.Step(Step{Edge: f.call, Var: call.Result, Value: result, Left: true})
	}
	return f.call.To
}

// take executes e, an open edge; false if it has no meaning.
func (m *machine) take(e *ir.Edge) bool {
	if m.opts.Before != nil {
		m.opts.Before(Step{Edge: e, Eval: m.peek})
	}
	m.undef, m.open = "", false
	step := Step{Edge: e}
	index := m.out.Steps
	switch s := e.Stmt.(type) {
	case *ir.Skip, *ir.Assume:
	case *ir.Assign:
		step.Var = s.Var
		if s.Var.Type.Kind == ir.Memory {
			m.assignRegion(s)
			break
		}
		v := m.eval(s.Expr)
		if m.open {
			is := m.copied(s.Expr, s.Var.Type)
			m.lose(s.Var)
			if is.from > 0 {
				*m.cell(s.Var) = is
			}
			break
		}
		m.mustFit(v, s.Var.Type)
		if m.undef != "" {
			return m.stop(e.ID)
		}
		if s.Var.Name == ir.HeapName && m.unset(e) {
			m.blocks = append(m.blocks, [2]num.Int{m.get(s.Var), v})
		}
		*m.cell(s.Var) = value{v: v, set: true}
		step.Value = v
	case *ir.Havoc:
		n := int(m.count[e.ID])
		m.count[e.ID]++
		step.Var = s.Var
		if s.Var.Type.Kind == ir.Memory {
			m.regions[s.Var] = newRegion(s.Var, m.unknown(e, n, index))
			break
		}
		if m.opts.Cases != nil {
			m.input(e, s.Var, n)
			break
		}
		if m.opts.Unknown || m.unset(e) {
			m.lose(s.Var)
			break
		}
		var v num.Int
		if m.in.Scalar != nil {
			v = m.in.Scalar(e, n)
		}
		v = m.fit(s.Var.Type, v)
		*m.cell(s.Var) = value{v: v, set: true}
		step.Value = v
		if !m.opts.NoPath {
			if m.out.Input == nil {
				m.out.Input = map[int]num.Int{}
			}
			m.out.Input[index] = v
		}
	case *ir.Store:
		addr := m.eval(s.Addr)
		if m.open {
			m.out.End, m.out.Edge = Open, e.ID
			return false
		}
		is := value{v: m.eval(s.Val), set: true}
		if m.open {
			m.undef = ""
			is = m.copied(s.Val, s.Val.Type)
		} else {
			m.mustFit(is.v, s.Val.Type)
		}
		switch {
		case m.undef != "":
		case s.Region != nil:
			m.region(s.Region).set(addr, is)
		case !m.bytes():
			m.store(addr, s.Val.Type, is.v)
			m.blank(addr, s.Val.Type)
		}
		if m.undef != "" {
			return m.stop(e.ID)
		}
		step.Var, step.Addr, step.Value = s.Region, addr, is.v
	case *ir.Alloc:
		m.alloc(e, s, index)
		if m.undef != "" {
			return m.stop(e.ID)
		}
		if step.Var = s.Result; s.Result != nil {
			step.Value = m.get(s.Result)
		}
	case *ir.Free:
		m.free(s)
		if m.undef != "" {
			return m.stop(e.ID)
		}
	case *ir.CopyShadow:
		m.copyShadow(s)
		if m.undef != "" {
			return m.stop(e.ID)
		}
	case *ir.Clobber:
		step.Var, step.Value = s.Result, m.clobber(e, s, index)
		if m.undef != "" {
			return m.stop(e.ID)
		}
	case *ir.Call:
		if !m.enter(e, s) {
			return m.stop(e.ID)
		}
	default:
		panic(fmt.Sprintf("interp: statement %T", s))
	}
	switch e.Stmt.(type) {
	case *ir.Alloc, *ir.Free, *ir.CopyShadow, *ir.Clobber:
		if m.open && m.opts.Unset != nil {
			m.out.End, m.out.Edge = Open, e.ID
			return false
		}
	}
	m.out.Steps++
	if !m.opts.NoPath {
		m.out.Path = append(m.out.Path, e.ID)
	}
	if m.opts.Step != nil {
		step.Loads, step.Eval = m.loads, m.peek
		m.opts.Step(step)
	}
	return true
}

// peek is what e is now, for who watches the execution.
func (m *machine) peek(e *ir.Expr) (num.Int, bool) {
	undef, open, loads := m.undef, m.open, len(m.loads)
	m.undef, m.open = "", false
	v := m.eval(e)
	ok := m.undef == "" && !m.open
	m.undef, m.open, m.loads = undef, open, m.loads[:loads]
	return v, ok
}

// maxCalls bounds the depth of active functions.
const maxCalls = 100_000

// enter calls a function; false with undef set if that has no meaning.
func (m *machine) enter(e *ir.Edge, s *ir.Call) bool {
	f := s.Callee
	if f == nil {
		addr := m.eval(s.Target)
		if m.open {
			m.undef = "a call of an unknown function"
		}
		if m.undef == "" {
			f = m.flat.function(addr)
		}
		if f == nil || !f.Defined || len(f.Params) != len(s.Args) {
			if m.undef == "" {
				m.undef = "a call of no function at " + addr.String()
			}
			return false
		}
	}
	args := make([]value, len(s.Args))
	for i, a := range s.Args {
		v := m.eval(a)
		if m.open {
			m.undef, m.open = "", false
			continue
		}
		m.mustFit(v, f.Params[i].Type)
		if m.undef != "" {
			return false
		}
		args[i] = value{v: v, set: true}
	}
	if m.depth > maxCalls {
		m.undef = "calls are nested too deeply"
		return false
	}
	m.push(f, e)
	for i, v := range f.Params {
		*m.cell(v) = args[i]
	}
	return true
}

// mustFit ends the execution as undefined if v is no value of type t, which what is set, stored or passed has to be.
func (m *machine) mustFit(v num.Int, t ir.Type) {
	if m.undef == "" && !m.mode.Math && t.Kind == ir.Integer && !t.Fits(v) {
		m.undef = fmt.Sprintf("%s is no value of type %s", v, t)
	}
}
