package elements

import (
	"maps"
	"math"
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the executions that refute guesses.
const (
	mostRuns    = 60
	runSteps    = 4_000   // of one execution
	allSteps    = 150_000 // of all executions
	mostStates  = 48      // at one head
	runStates   = 8       // at one head in one execution
	mostValues  = 12      // of a bound variable in one state
	mostTouched = 200     // elements that have been written, in a state that is kept
)

// sampled is a state in which an execution came to a head.
type sampled struct {
	vals    map[term.Term]int64
	regions map[term.Term]*contents
}

// equal compares what variables are and what has been written.
func (a *sampled) equal(b *sampled) bool {
	return maps.Equal(a.vals, b.vals) && maps.EqualFunc(a.regions, b.regions, func(c, d *contents) bool {
		return maps.Equal(c.cells, d.cells)
	})
}

// contents are those of a region: what has been written since all of it was unknown, or constant.
type contents struct {
	cells map[int64]int64
	rest  func(addr int64) int64
}

func (c *contents) clone() *contents {
	return &contents{cells: maps.Clone(c.cells), rest: c.rest}
}

func (c *contents) at(addr int64) int64 {
	if v, ok := c.cells[addr]; ok {
		return v
	}
	return c.rest(addr)
}

// sample executes the program with inputs that are small numbers, the same each time, and notes the states at
// heads. A fact that is false in one of them is no invariant.
func (s *search) sample() {
	p := s.task.Program
	s.states = map[ir.Loc][]*sampled{}
	head := map[ir.Loc]bool{}
	for _, h := range s.heads[1:] {
		head[h] = true
	}
	left := allSteps
	for run := range mostRuns {
		if left <= 0 || s.ctx.Err() != nil {
			return
		}
		x := &execution{s: s, run: run, now: sampled{vals: map[term.Term]int64{}, regions: map[term.Term]*contents{}}, far: map[*ir.Var]bool{}}
		p.AllVars(func(v *ir.Var) {
			if v.Type.Kind == ir.Memory {
				x.now.regions[s.sem.Var(v)] = &contents{cells: map[int64]int64{}, rest: x.unknown(nil, 0, s.elem(v))}
			}
		})
		visits, times := map[ir.Loc]int{}, map[ir.EdgeID]int{}
		out := interp.Run(s.ctx, p, interp.Inputs{Scalar: x.scalar, Cell: x.cell}, interp.Options{
			MaxSteps: min(runSteps, left), NoPath: true,
			Step: func(step interp.Step) {
				x.step(step, times)
				h := step.Edge.To
				if !head[h] || visits[h] >= runStates || len(s.states[h]) >= mostStates || x.large() {
					return
				}
				now := x.state()
				if !slices.ContainsFunc(s.states[h], now.equal) {
					visits[h]++
					s.states[h] = append(s.states[h], now)
				}
			},
		})
		left -= out.Steps
	}
}

// elem is the type of a region's elements; that of no number if there are several.
func (s *search) elem(v *ir.Var) ir.Type {
	if l := s.layouts[s.sem.Var(v)]; l != nil {
		return l.Elem
	}
	return ir.Type{}
}

// execution is one that is going on.
type execution struct {
	s   *search
	run int
	now sampled
	far map[*ir.Var]bool // variables whose values are not machine words
	n   uint64           // inputs given
}

// small is a number that depends on what it is for.
func (x *execution) small(seed uint64, t ir.Type) int64 {
	h := seed + uint64(x.run)*0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb // [Steele, Lea, Flood: SplitMix64, OOPSLA 2014]
	v := int64(h>>33) % int64(3+x.run/4)
	if t.Signed && h&1 == 0 && x.run%3 == 2 {
		v = -v
	}
	if t.Bits == 1 {
		v &= 1
	}
	return v
}

func (x *execution) scalar(e *ir.Edge, n int) num.Int {
	x.n++
	t := ir.Type{}
	if v := ir.Written(e.Stmt); v != nil {
		t = v.Type
	}
	return num.I(x.small(x.n, t))
}

func (x *execution) cell(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int {
	a, _ := addr.Int64()
	return num.I(x.unknown(e, n, t)(a))
}

// unknown are the contents of a region of unknown ones since e was executed for the nth time.
func (x *execution) unknown(e *ir.Edge, n int, t ir.Type) func(addr int64) int64 {
	seed := uint64(n) << 48
	if e != nil {
		seed += uint64(e.ID) << 40
	}
	if x.s.lists != nil {
		return func(addr int64) int64 { return x.s.lists.junk(x.small(seed+uint64(addr), ir.Int(32, false)), addr, t) }
	}
	return func(addr int64) int64 { return x.small(seed+uint64(addr), t) }
}

// step follows the execution.
func (x *execution) step(step interp.Step, times map[ir.EdgeID]int) {
	v := step.Var
	if v == nil {
		return
	}
	if v.Type.Kind != ir.Memory {
		w, ok := step.Value.Int64()
		if l := x.s.lists; !ok && l != nil && x.s.sem.Var(v) == l.followed {
			w, ok = math.MaxInt64, true // no bit: above all objects
		}
		x.far[v] = !ok
		x.now.vals[x.s.sem.Var(v)] = w
		return
	}
	r := x.s.sem.Var(v)
	switch stmt := step.Edge.Stmt.(type) {
	case *ir.Store:
		a, ok := step.Addr.Int64()
		w, fits := step.Value.Int64()
		if x.far[v] = x.far[v] || !ok || !fits; ok && fits {
			x.now.regions[r].cells[a] = w
		}
	case *ir.Havoc:
		x.now.regions[r] = &contents{cells: map[int64]int64{}, rest: x.unknown(step.Edge, times[step.Edge.ID], x.s.elem(v))}
		times[step.Edge.ID]++
	case *ir.Assign:
		if stmt.Expr.Op != ir.OpConst {
			x.now.regions[r] = x.now.regions[x.s.sem.Var(stmt.Expr.Var)].clone()
			return
		}
		w, ok := stmt.Expr.Val.Int64()
		x.far[v] = !ok
		x.now.regions[r] = &contents{cells: map[int64]int64{}, rest: func(int64) int64 { return w }}
	}
}

// large says that the state is not to be kept: much has been written, or something is no machine word.
func (x *execution) large() bool {
	all := 0
	for _, c := range x.now.regions {
		all += len(c.cells)
	}
	if all > mostTouched {
		return true
	}
	for _, far := range x.far {
		if far {
			return true
		}
	}
	return false
}

func (x *execution) state() *sampled {
	c := &sampled{vals: maps.Clone(x.now.vals), regions: map[term.Term]*contents{}}
	for r, now := range x.now.regions {
		c.regions[r] = now.clone()
	}
	return c
}

// table is what terms are in the sampled states of a head, with values for the bound variables: a bit for each.
type table struct {
	s    *search
	rows []row
	bits map[term.Term][]uint64
}

type row struct {
	state *sampled
	k, l  int64
}

// table is the one of a head, for facts about n elements.
func (s *search) table(h ir.Loc, n int) *table {
	t := &table{s: s, bits: map[term.Term][]uint64{}}
	for _, state := range s.states[h] {
		values := s.values(state)
		for i, k := range values {
			if n == 1 {
				t.rows = append(t.rows, row{state, k, k})
				continue
			}
			for _, l := range values[i+1:] {
				t.rows = append(t.rows, row{state, k, l})
			}
		}
	}
	return t
}

// values are indices to try in a state: the first ones, and those around what the program speaks of.
func (s *search) values(state *sampled) (list []int64) {
	if s.lists != nil {
		return s.lists.values(state)
	}
	list = []int64{0, 1, 2, 3, 4}
	for _, p := range s.words.pivots {
		v, ok := (&eval{s: s, row: row{state: state}}).num(p)
		if !ok {
			continue
		}
		for _, d := range []int64{0, -1, 1} {
			if w := v + d; len(list) < mostValues && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	slices.Sort(list)
	return list
}

// never are the rows in which f is not true; a row in which its value is not known counts as true.
func (t *table) never(f term.Term) []uint64 {
	if b, ok := t.bits[f]; ok {
		return b
	}
	b := make([]uint64, (len(t.rows)+63)/64)
	for i, r := range t.rows {
		if v, ok := (&eval{s: t.s, row: r}).truth(f); ok && !v {
			b[i/64] |= 1 << (i % 64)
		}
	}
	t.bits[f] = b
	return b
}

// refutes says that neither a nor b is true in some row.
func (t *table) refutes(a, b term.Term) bool {
	x, y := t.never(a), t.never(b)
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// all are all rows.
func (t *table) all() []uint64 { return t.never(t.s.st.False()) }

// both are the rows that are in a and in b; some says whether there are any.
func both(a, b []uint64) (c []uint64, some bool) {
	c = make([]uint64, len(a))
	for i := range a {
		c[i] = a[i] & b[i]
		some = some || c[i] != 0
	}
	return c, some
}
