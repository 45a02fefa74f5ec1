// Package explicit visits the states of a program one by one, as many as the machine can hold: for programs with loops over a fixed number
// of integers whose inputs have few values, or are only compared with numbers. Such are event-condition-action systems, in
// which each round of a loop reads an event and takes one of hundreds of transitions.
//
// The program is compiled to code for a machine with registers; its states at one place in each cycle are packed into bytes
// and kept in a hash table that loses nothing. Search is breadth first, so that an error is reached by as few
// rounds as possible. An input is not enumerated: it is a number between bounds, which comparisons cut into parts where they have to,
// so that values that the program does not tell apart are one. What is known before an input matters is
// computed once for all of its values. Everything is exact: an error has an execution, and the states that are visited are all there are.
//
// The proof says at which places which variables matter. The certifier visits the states again, by other means.
//
//	explicit.go  the engine: the search, the trace, the proof
//	compile.go   from edges to instructions, or why not
//	chains.go    rules that are passed by
//	machine.go   the machine, and inputs
//	states.go    states as bytes, and their table
//
// Explicit-state model checking is as old as model checking: Holzmann, "The Model Checker SPIN", 1997, has states in a hash table and transitions that are compiled.
// Values without a refinement of what is tracked are the case of [Beyer, Löwe 2013], "Explicit-State Software Model Checking Based on
// CEGAR and Interpolation", in which all variables are; package values is about the others.
package explicit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
	"craig/logic/num"
)

// Config has the options of the engine; the zero value is the recommended one.
type Config struct {
	// States, if not 0, is how many states are visited at most.
	States int
	// Bytes, if not 0, is how many bytes they may take.
	Bytes int
}

// mostBytes is how many bytes states may take.
const mostBytes = 4 << 30

// Name is the name of the engine.
const Name = "explicit"

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: Name,
		Doc: "Visits the states of programs whose inputs are compared with numbers, one by one, with compiled transitions.\n\n" +
			"Holzmann, IEEE TSE 1997; see package explicit for what is different.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			s, why := NewSearch(cfg, task.Program)
			if s == nil {
				return &verdict.Result{Reason: verdict.Incomplete, Detail: "Its states are not visited one by one: " + why + "."}, nil
			}
			if task.Detail {
				s.Describe()
			}
			return s.Run(ctx, task.Event), nil
		},
	}
}

// Search is a search that can be interrupted.
type Search struct {
	cfg    Config
	m      *machine
	states *states
	next   int // the place of the state that is expanded next
	done   int // states expanded
	paths  int // executions from one state to the next
	begun  bool
	within bool  // a state is being expanded: that at from, and an execution from pc on is next
	from   int   // noState: from the entry
	pc     int32 // of the machine
	named  []uint8
	buf    []byte
	over   bool // there is nothing more to visit, or that cannot be

	picture *picture // nil if nobody draws the search
}

// Over says that the search has come to an end, or has given up for good.
func (s *Search) Over() bool { return s.over }

// NewSearch compiles p, which is inlined; s is nil if it is no program for this engine, and why says for what reason.
func NewSearch(cfg Config, p *ir.Program) (s *Search, why string) {
	c, why := compile(p)
	if c == nil {
		return nil, why
	}
	s = &Search{cfg: cfg, m: newMachine(c)}
	s.states = newStates(c)
	s.cfg.Bytes = cmp.Or(cfg.Bytes, mostBytes)
	return s, ""
}

// checkEvery is after how many executions the search looks whether somebody wants it to end.
const checkEvery = 256

// Run goes on with the search until it is over, or ctx is.
func (s *Search) Run(ctx context.Context, tell func(engine.Event)) *verdict.Result {
	return s.RunFor(ctx, tell, 0)
}

// RunFor is Run, but gives up after about so many instructions, if that is not 0; it can be called again then.
func (s *Search) RunFor(ctx context.Context, tell func(engine.Event), instructions int64) *verdict.Result {
	res := s.goOn(ctx, tell, instructions)
	s.over = res.Verdict != verdict.Unknown || res.Reason != verdict.Timeout && res.Reason != verdict.Bound
	return res
}

func (s *Search) goOn(ctx context.Context, tell func(engine.Event), instructions int64) *verdict.Result {
	m, end := s.m, int64(math.MaxInt64)
	if instructions > 0 {
		end = m.steps + instructions
	}
	if !s.begun {
		s.begun = true
		m.inputs, m.count = m.inputs[:0], 0
		s.from, s.pc, s.within = noState, m.start, true
	}
	for s.within || s.next < len(s.states.bytes) {
		if !s.within {
			s.from, s.within = s.next, true
			pc, n := m.set(s.states.bytes[s.from+header:])
			s.pc = pc
			s.next += header + n
			s.done++
			if tell != nil {
				s.tell(tell)
			}
		}
		if res := s.expand(ctx, end); res != nil {
			return res
		}
	}
	return &verdict.Result{Verdict: verdict.True, Proof: s.proof(), Stats: s.stats()}
}

// ends is not nil if the search is to end here, or for now: one state may have more executions to the next ones than there is time for.
func (s *Search) ends(ctx context.Context, end int64) *verdict.Result {
	switch {
	case ctx.Err() != nil:
		return s.gaveUp(verdict.Timeout, "time was up")
	case s.m.steps > end:
		return s.gaveUp(verdict.Bound, "the search is not over")
	case s.cfg.States > 0 && s.states.count > s.cfg.States:
		return s.gaveUp(verdict.Size, "there are more than %d", s.cfg.States)
	case s.states.room() > s.cfg.Bytes || len(s.states.bytes) > mostRoom:
		return s.gaveUp(verdict.Memory, "they take too much memory")
	}
	return nil
}

// noState is in the place of a state that the entry is reached from.
const noState = 1<<posBits - 1

// placeAt is the number of the place of a state.
func (s *Search) placeAt(at int) int64 {
	k, _ := number(s.states.bytes[at+header:])
	return k
}

// expand executes from the machine's state on, or goes on with that, and adds what is reached; it is not nil if the search is over, or ends for now.
func (s *Search) expand(ctx context.Context, steps int64) *verdict.Result {
	m := s.m
	for s.within {
		if s.paths%checkEvery == 0 {
			if res := s.ends(ctx, steps); res != nil {
				return res
			}
		}
		s.paths++
		switch end, at := m.run(s.pc); end {
		case arrived:
			s.buf, s.named = m.key(s.buf, at, s.named)
			s.states.add(s.buf, s.from)
		case reached:
			return s.found(ctx, ir.Loc(at), s.from)
		case faulted:
			return s.gaveUp(verdict.Incomplete, "%s", m.fault)
		}
		s.pc, s.within = m.resume()
	}
	return nil
}

func (s *Search) gaveUp(reason verdict.Reason, format string, args ...any) *verdict.Result {
	return &verdict.Result{Reason: reason, Stats: s.stats(), Detail: fmt.Sprintf("After visiting %d states, of %d found in %d MB, one by one: %s.",
		s.done, s.states.count, s.states.room()>>20, fmt.Sprintf(format, args...))}
}

// given is what a step was given: the inputs, in the order in which they were read.
type given struct {
	edge  ir.EdgeID
	value int64
}

// found is the error at a location that the machine has come to, from the state at from.
func (s *Search) found(ctx context.Context, l ir.Loc, from int) *verdict.Result {
	p := s.m.p
	if p.Locs[l].Goal.IsLimit() {
		return s.gaveUp(verdict.Incomplete, "a limit of craig was reached")
	}
	var inputs []given // last ones first
	// take notes the inputs of a step that has just ended; demand are those that states after it know by their numbers, and before those
	// that the state before it knows.
	take := func(named []uint8, demand []int64) (before []int64) {
		values := make([]int64, len(s.m.inputs))
		for i, in := range s.m.inputs {
			values[i] = in.lo
		}
		for i, t := range named {
			values[t-1] = demand[i]
		}
		carried := 0
		for _, in := range s.m.inputs {
			carried += ones(in.edge == 0)
		}
		for i := len(values) - 1; i >= carried; i-- {
			inputs = append(inputs, given{s.m.inputs[i].edge, values[i]})
		}
		return values[:carried]
	}
	demand := take(nil, nil)
	for at := from; at != noState; at = s.states.from(at) {
		key := s.states.key(at)
		demand = take(s.again(key, s.states.from(at)), demand)
	}
	slices.Reverse(inputs)
	t := &verdict.Trace{Error: l, Goal: p.Locs[l].Goal}
	for i, in := range inputs {
		t.Path = append(t.Path, in.edge)
		t.SetInput(i, num.I(in.value))
	}
	if !s.whole(ctx, t) {
		return s.gaveUp(verdict.Incomplete, "an error is reached by an execution that cannot be executed again")
	}
	return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: s.stats()}
}

// mostEdges is how many edges of an execution to an error are counted.
const mostEdges = 1 << 32

// whole counts the edges of the execution with the inputs of t, and says whether it leads where t does.
func (s *Search) whole(ctx context.Context, t *verdict.Trace) bool {
	c, err := vm.Compile(s.m.p)
	if err != nil {
		return false
	}
	values := map[ir.EdgeID][]int64{}
	for i, e := range t.Path {
		v, _ := t.Input[i].Int64() // it was one
		values[e] = append(values[e], v)
	}
	out := c.Run(ctx, vm.Options{MaxSteps: mostEdges, Inputs: &vm.Inputs{Scalar: func(e *ir.Edge, n int) int64 {
		if n < len(values[e.ID]) {
			return values[e.ID][n]
		}
		return 0
	}}})
	t.Steps = out.Steps
	return out.End == vm.Reached && out.At == t.Error
}

// again executes the step from the state at from to the one with that key: the machine is at its end.
func (s *Search) again(key []byte, from int) (named []uint8) {
	m := s.m
	pc := m.start
	m.inputs, m.count = m.inputs[:0], 0
	clear(m.tags)
	if from != noState {
		pc, _ = m.set(s.states.bytes[from+header:])
	}
	for {
		if end, at := m.run(pc); end == arrived {
			var k []byte
			k, named = m.key(nil, at, nil)
			if string(k) == string(key) {
				return named
			}
		}
		var ok bool
		if pc, ok = m.resume(); !ok {
			panic("explicit: a state is not reached again")
		}
	}
}

// proof says which variables matter where.
func (s *Search) proof() verdict.Explored {
	e := verdict.Explored{States: s.states.count, Kept: map[ir.Loc][]string{}}
	for _, p := range s.m.places {
		names := []string{}
		for _, r := range p.vars {
			names = append(names, s.m.vars[r].Name)
		}
		e.Kept[p.loc] = names
	}
	return e
}

func (s *Search) stats() []verdict.Stat {
	return []verdict.Stat{
		{Name: "states", Value: float64(s.states.count), Doc: "states found"},
		{Name: "expanded", Value: float64(s.done), Doc: "states expanded"},
		{Name: "executions", Value: float64(s.paths), Doc: "executions from one state to the next"},
		{Name: "instructions", Value: float64(s.m.steps), Doc: "instructions executed"},
		{Name: "bytes", Value: float64(s.states.room()), Doc: "memory that the states take"},
	}
}
