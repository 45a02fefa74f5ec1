package schedule

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Kinds of steps: what the compiled program does there.
const (
	reads  = 'r'
	writes = 'w'
	calls  = 'c' // a function of threads
	gives  = 'i' // a function that gives an input
	races  = 'x' // whatever is one half of a data race
	ends   = 'e' // the thread ends
)

// step is something that a thread does which others may see, or which depends on the order in which threads do it.
type step struct {
	thread int
	kind   byte
	pos    ir.Pos
	at     int // in the path of the trace
}

// order is what an execution says of the order in which threads do something.
type order struct {
	steps []step // in that order
	made  []int  // which thread is the first one that is made, and so on; -1 is one that does nothing
}

// maxSteps bounds the orders that compiled programs are given.
const maxSteps = 1 << 20

// call is a call of a model of a function that threads use with each other.
type call struct {
	name        string
	pos         ir.Pos
	around      []ir.Pos // the calls that have led to pos
	first, last int      // where it has changed something, by index in the path; first is -1 if it has not
	end         int      // its last edge
	joins       int      // the thread that it has joined, or -1
}

// orderOf reads the order of a trace of a program with threads. ok is false if the trace does not have it.
func orderOf(p *ir.Program, t *verdict.Trace) (o order, ok bool) {
	if t.Long() || t.Forever != nil {
		return o, false
	}
	r := &reader{p: p, inside: map[int]*call{}, last: map[int]int{}}
	for i, id := range t.Path {
		if r.meets(p.Edges[id]) && p.Locs[t.Error].Beside != nil {
			break
		}
		r.edge(i, p.Edges[id])
	}
	for thread := range r.inside {
		r.leaves(thread)
	}
	if end := p.Locs[t.Error]; end.Beside != nil {
		for n, l := range []*ir.LocInfo{end, end.Beside} {
			if places := l.Places(); len(places) > 0 {
				r.add(l.Thread(), races, places[0], len(t.Path)+n)
			}
		}
	}
	slices.SortStableFunc(r.steps, func(a, b step) int { return cmp.Compare(a.at, b.at) })
	return r.order, len(r.steps) <= maxSteps
}

// reader reads an order.
type reader struct {
	p      *ir.Program
	inside map[int]*call // by thread: the call that it is in
	last   map[int]int   // by thread: the index of its last edge
	order
}

func (r *reader) add(thread int, kind byte, pos ir.Pos, at int) {
	r.steps = append(r.steps, step{thread, kind, pos, at})
}

// edge adds what the edge at an index of the path does.
func (r *reader) edge(at int, e *ir.Edge) {
	l := r.p.Locs[e.From]
	thread := l.Thread()
	if r.choice(e) {
		return
	}
	r.last[thread] = at
	if e.Pos.InModel() || l.Instance != nil && strings.HasPrefix(l.Instance.Func, model) {
		r.model(at, e, l, thread)
		return
	}
	r.leaves(thread)
	if h, ok := e.Stmt.(*ir.Havoc); ok {
		n, number := ir.ThreadMade(h)
		switch {
		case number && n == 0 && strings.HasPrefix(h.Var.Name, "$made"): // it is not followed
			r.made = append(r.made, -1)
			r.add(thread, calls, e.Pos, at)
		case number && n > 0:
			r.made = append(r.made, n)
			r.add(thread, calls, e.Pos, at)
		case !number && h.Source == ir.FromCall:
			r.add(thread, gives, e.Pos, at)
		}
		return
	}
	r.accesses(at, e, thread)
}

// model begins the names of models of functions of the library.
const model = "__craig_"

// choice tells whether an edge is about who moves.
func (r *reader) choice(e *ir.Edge) bool {
	turn := false
	ir.EachRead(e.Stmt, func(v *ir.Var) { turn = turn || v.Name == "$turn" })
	if v := ir.Written(e.Stmt); v != nil && v.Name == "$turn" {
		turn = true
	}
	_, skip := e.Stmt.(*ir.Skip)
	return turn || skip
}

// meets tells whether with an edge begins what looks at whether two accesses are to one place, which nobody makes: see package thread.
func (r *reader) meets(e *ir.Edge) bool {
	s, ok := e.Stmt.(*ir.Assume)
	return ok && s.Cond.Op == ir.OpLAnd && r.choice(e)
}

// visible tells whether others may see a variable: it is none of a function, or was in memory.
func visible(v *ir.Var) bool {
	return (v.Func == nil || v.Home != nil) && v.Type.Kind != ir.Memory && !strings.HasPrefix(v.Name, "$") && !v.Pos.InModel()
}

// accesses adds the accesses that an edge makes, in an order in which compilers may make them.
func (r *reader) accesses(at int, e *ir.Edge, thread int) {
	if _, ok := e.Stmt.(*ir.Assume); ok && e.Aux { // of what is assumed, or of package thread
		return
	}
	ir.Exprs(e.Stmt, func(x *ir.Expr) {
		ir.Walk(x, func(x *ir.Expr) bool {
			if x.Op == ir.OpVar && visible(x.Var) || x.Op == ir.OpLoad {
				r.add(thread, reads, e.Pos, at)
			}
			return true
		})
	})
	if v := ir.Written(e.Stmt); v != nil && visible(v) && !e.Aux {
		r.add(thread, writes, e.Pos, at)
	} else if _, ok := e.Stmt.(*ir.Store); ok && !e.Aux {
		r.add(thread, writes, e.Pos, at)
	}
}

// model goes on with a call of a model, or begins one.
func (r *reader) model(at int, e *ir.Edge, l *ir.LocInfo, thread int) {
	if l.Instance == nil {
		return
	}
	around := l.Instance.Calls
	if n := slices.IndexFunc(around, ir.Pos.InModel); n >= 0 {
		around = around[:n]
	}
	c := r.inside[thread]
	if c == nil || !slices.Equal(c.around, around) {
		r.leaves(thread)
		name, _, _ := strings.Cut(l.Instance.Func, "@")
		c = &call{name: name, around: around, first: -1, joins: -1}
		if len(around) > 0 {
			c.pos = around[len(around)-1]
		}
		r.inside[thread] = c
	}
	c.end = at
	v := ir.Written(e.Stmt)
	_, store := e.Stmt.(*ir.Store)
	_, input := e.Stmt.(*ir.Havoc)
	if store || v != nil && !input && (v.Func == nil || v.Home != nil) {
		if c.last = at; c.first < 0 {
			c.first = at
		}
		if s, ok := e.Stmt.(*ir.Assign); ok && s.Expr.Op == ir.OpVar && strings.HasPrefix(v.Name, "$returned") {
			c.joins = numbered(s.Expr.Var.Name)
		}
	}
}

// leaves adds what the call does that a thread was in.
func (r *reader) leaves(thread int) {
	c := r.inside[thread]
	if delete(r.inside, thread); c == nil || c.pos.Line == 0 || !slices.ContainsFunc(wrapped, func(f string) bool { return strings.HasSuffix(c.name, "_"+f) }) {
		return
	}
	switch {
	case c.first < 0:
		r.add(thread, calls, c.pos, c.end)
	case strings.HasSuffix(c.name, "cond_wait") || strings.HasSuffix(c.name, "cnd_wait"): // which gives the mutex back, and takes it again
		r.add(thread, calls, c.pos, c.first)
		r.add(thread, calls, c.pos, c.last)
	case strings.HasSuffix(c.name, "barrier_wait"):
		r.add(thread, calls, c.pos, c.first)
	default:
		if c.joins >= 0 { // it has ended, whatever it has to do beside what is known of it
			r.add(c.joins, ends, ir.Pos{}, r.last[c.joins])
		}
		r.add(thread, calls, c.pos, c.last)
	}
}

// numbered is the number of the thread whose register has a name.
func numbered(name string) int {
	n, err := strconv.Atoi(strings.TrimLeft(name, "$abcdefghijklmnopqrstuvwxyz"))
	if err != nil {
		return -1
	}
	return n
}
