package outlined

import (
	"fmt"
	"strings"

	"craig/internal/evidence/outline"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/program/thread"
	"craig/logic/term"
)

// judge enumerates executions of an ir.Apart edge by edge, in which threads take turns wherever none is in an atomic section. It has nothing of package outline
// but the meaning of expressions. Threads have the numbers from 1001 on, and any other unknown value is 0 or 1: what it finds is so, and what it does not
// find may be so.
type judge struct {
	x    *ir.Apart
	c    *sem.Context
	all  []*ir.Var
	vars []*ir.Var // those that are written
}

// configuration is where all threads are, and what variables are.
type configuration struct {
	at      []ir.Loc
	section []int // in how many atomic sections each thread is
	vals    map[*ir.Var]term.Term
}

func newJudge(x *ir.Apart) *judge {
	j := &judge{x: x, c: sem.New(term.NewStore(), x.Program)}
	written := map[*ir.Var]bool{}
	for _, e := range x.Program.Edges {
		if e != nil {
			if s, ok := e.Stmt.(*ir.Store); ok {
				written[s.Region] = true
			} else if v := ir.Written(e.Stmt); v != nil {
				written[v] = true
			}
		}
	}
	x.Program.AllVars(func(v *ir.Var) {
		if j.all = append(j.all, v); written[v] {
			j.vars = append(j.vars, v)
		}
	})
	return j
}

func (j *judge) first() configuration {
	s := configuration{at: make([]ir.Loc, len(j.x.Starts)), section: make([]int, len(j.x.Starts)), vals: map[*ir.Var]term.Term{}}
	s.at[0] = j.x.Starts[0]
	for _, v := range j.all {
		s.vals[v] = j.c.Store.Int(0)
		if v.Type.Kind == ir.Memory {
			s.vals[v] = j.c.Store.ConstArray(term.Array(term.Int, term.Int), j.c.Store.Int(0))
		}
	}
	return s
}

func (j *judge) key(s configuration) string {
	var b strings.Builder
	fmt.Fprint(&b, s.at, s.section)
	for _, v := range j.vars {
		fmt.Fprint(&b, ",", s.vals[v])
	}
	return b.String()
}

func (j *judge) env(s configuration) sem.Env { return func(v *ir.Var) term.Term { return s.vals[v] } }

// edges are those that a thread may take next.
func (j *judge) edges(s configuration, i int) (list []*ir.Edge) {
	if s.at[i] <= 0 || j.x.Program.Locs[s.at[i]].IsGoal() {
		return nil
	}
	for k := range s.section {
		if k != i && s.section[k] > 0 {
			return nil
		}
	}
	for _, id := range j.x.Program.Locs[s.at[i]].Out {
		op := j.x.Ops[id]
		ok := op.Kind != ir.BeginsThread
		for n, k := range op.Threads {
			switch op.Kind {
			case ir.NextMade:
				ok = ok && (s.at[k] == outline.NotMade) == (n == 0)
			case ir.AllMade:
				ok = ok && s.at[k] != outline.NotMade
			case ir.HasEnded:
				ok = ok && s.at[k] == outline.HasEnded
			case ir.MakesThread: // of any number, no more than there are copies
				ok = ok && s.at[k] == outline.NotMade
			case ir.NoneOf:
				ok = ok && (s.at[k] == outline.NotMade || s.vals[op.Handle] != s.vals[j.x.Selves[k]])
			}
		}
		if ok {
			list = append(list, j.x.Program.Edges[id])
		}
	}
	return list
}

// take are what follows when a thread takes an edge.
func (j *judge) take(s configuration, i int, e *ir.Edge) (next []configuration) {
	st := j.c.Store
	set := func(v *ir.Var, t term.Term) {
		n := configuration{at: append([]ir.Loc(nil), s.at...), section: append([]int(nil), s.section...), vals: map[*ir.Var]term.Term{}}
		for w, old := range s.vals {
			n.vals[w] = old
		}
		if v != nil {
			n.vals[v] = t
		}
		n.at[i] = e.To
		switch op := j.x.Ops[e.ID]; op.Kind {
		case ir.Enters, ir.EntersWaiting:
			n.section[i]++
		case ir.Leaves:
			n.section[i] = max(0, n.section[i]-1)
		case ir.MakesThread:
			n.at[op.Threads[0]] = j.x.Starts[op.Threads[0]]
		case ir.Ends:
			n.at[i] = outline.HasEnded
		}
		next = append(next, n)
	}
	switch x := e.Stmt.(type) {
	case *ir.Skip:
		set(nil, term.Term{})
	case *ir.Assume:
		if j.c.Expr(x.Cond, j.env(s)).IsTrue() {
			set(nil, term.Term{})
		}
	case *ir.Assign:
		set(x.Var, j.c.Expr(x.Expr, j.env(s)))
	case *ir.Store:
		set(x.Region, st.Store(s.vals[x.Region], j.c.Expr(x.Addr, j.env(s)), j.c.Expr(x.Val, j.env(s))))
	case *ir.Havoc:
		for k, v := range j.x.Selves {
			if v == x.Var {
				set(v, st.Int(int64(1001+k)))
				return next
			}
			if x.Var == j.x.Slots[k] {
				set(x.Var, st.Int(int64(101+k)))
				return next
			}
		}
		set(x.Var, s.vals[x.Var])
		if x.Var.Type.Kind != ir.Memory {
			set(x.Var, st.Int(1))
		}
	}
	return next
}

// found is what an enumeration has found.
type found struct {
	goal, race, deadlock bool
	wrong                string // an assertion that does not hold
	all                  bool   // everything was enumerated
}

// fails tells whether that is against what is proved of a property.
func (v found) fails(property string) bool {
	return v.wrong != "" || v.goal || v.race && property == thread.Race || v.deadlock && property == thread.Deadlock
}

// enumerate visits up to most configurations.
func (j *judge) enumerate(o outline.Outline, most int) (v found) {
	first := j.first()
	seen := map[string]bool{j.key(first): true}
	todo := []configuration{first}
	formulas := map[term.Term]term.Term{}
	holds := func(f term.Term, s configuration) bool {
		t, ok := formulas[f]
		if !ok {
			t = j.c.Store.Import(f)
			formulas[f] = t
		}
		m := map[term.Term]term.Term{}
		for _, w := range j.all {
			m[j.c.Var(w)] = s.vals[w]
		}
		for i, l := range s.at {
			m[j.c.Store.Var(outline.Counter(i), term.Int)] = j.c.Store.Int(int64(l))
		}
		return j.c.Store.Subst(t, m).IsTrue()
	}
	for len(todo) > 0 {
		if len(seen) > most {
			return v
		}
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		v.goal = v.goal || j.goal(s)
		v.race = v.race || j.races(s)
		v.deadlock = v.deadlock || j.deadlock(s)
		if v.wrong == "" {
			v.wrong = j.wrong(o, s, holds)
		}
		if s.at[0] == j.x.Program.Main.Exit {
			continue // the program has ended
		}
		for i := range s.at {
			for _, e := range j.edges(s, i) {
				for _, n := range j.take(s, i, e) {
					if k := j.key(n); !seen[k] {
						seen[k] = true
						todo = append(todo, n)
					}
				}
			}
		}
	}
	v.all = true
	return v
}

func (j *judge) goal(s configuration) bool {
	for _, l := range s.at {
		if l > 0 && j.x.Program.Locs[l].IsGoal() {
			return true
		}
	}
	return false
}

// deadlock tells whether all threads that live wait.
func (j *judge) deadlock(s configuration) bool {
	live := 0
	for i, l := range s.at {
		if s.section[i] > 0 || l == j.x.Program.Main.Exit {
			return false
		}
		if l > 0 {
			if live++; !j.waits(s, i) {
				return false
			}
		}
	}
	return live > 0
}

// waits tells whether a thread waits: it is about to come to what it waits for, and whatever it does by itself ends before that.
func (j *judge) waits(s configuration, i int) (waits bool) {
	seen := map[string]bool{}
	for todo := []configuration{s}; len(todo) > 0; {
		s := todo[0]
		todo = todo[1:]
		if seen[j.key(s)] {
			continue
		}
		seen[j.key(s)] = true
		for _, id := range j.x.Program.Locs[s.at[i]].Out {
			k := j.x.Ops[id].Kind
			waits = waits || k == ir.HasEnded || k == ir.WaitsUntil
		}
		for _, e := range j.edges(s, i) {
			k := j.x.Ops[e.ID].Kind
			for _, n := range j.take(s, i, e) {
				if k == ir.HasEnded || n.section[i] == 0 && !j.joins(e.To, 3) {
					return false
				}
				todo = append(todo, n)
			}
		}
	}
	return waits
}

// joins tells whether a thread that is at a location has so many steps at most up to where it waits for the end of another one.
func (j *judge) joins(l ir.Loc, most int) bool {
	for _, id := range j.x.Program.Locs[l].Out {
		if j.x.Ops[id].Kind == ir.HasEnded || most > 0 && j.x.Ops[id].Kind == 0 && j.joins(j.x.Program.Edges[id].To, most-1) {
			return true
		}
	}
	return false
}

// races tells whether two threads are about to make accesses that race, outside of atomic sections.
func (j *judge) races(s configuration) bool {
	type access struct {
		v     *ir.Var
		addr  term.Term
		write bool
	}
	next := make([][]access, len(s.at))
	for i := range s.at {
		for _, e := range j.edges(s, i) {
			ir.Exprs(e.Stmt, func(x *ir.Expr) {
				ir.Walk(x, func(x *ir.Expr) bool {
					if x.Op == ir.OpVar {
						next[i] = append(next[i], access{v: x.Var})
					} else if x.Op == ir.OpLoad {
						next[i] = append(next[i], access{x.Region, j.c.Expr(x.Args[0], j.env(s)), false})
					}
					return true
				})
			})
			if x, ok := e.Stmt.(*ir.Store); ok {
				next[i] = append(next[i], access{x.Region, j.c.Expr(x.Addr, j.env(s)), true})
			} else if w := ir.Written(e.Stmt); w != nil {
				next[i] = append(next[i], access{v: w, write: true})
			}
		}
		for k := range i {
			for _, a := range next[i] {
				for _, b := range next[k] {
					if a.v == b.v && a.addr == b.addr && (a.write || b.write) && !strings.HasPrefix(a.v.Name, "$self") {
						return true
					}
				}
			}
		}
	}
	return false
}

// wrong names an assertion that has to hold in a configuration and does not.
func (j *judge) wrong(o outline.Outline, s configuration, holds func(term.Term, configuration) bool) string {
	in := -1
	for i, l := range s.at {
		if s.section[i] > 0 {
			in = i
		}
		if _, ok := o.At[i][l]; !ok && l > 0 && s.section[i] == 0 {
			return "" // threads are between assertions
		}
	}
	for i, l := range s.at {
		if l <= 0 || in >= 0 && in != i {
			continue
		}
		f, ok := o.At[i][l]
		if in == i {
			f, ok = o.Inside[i][l]
		}
		if ok && !holds(f, s) {
			return fmt.Sprintf("of thread %d at %d in %v: %s", i, l, s.at, f)
		}
	}
	return ""
}
