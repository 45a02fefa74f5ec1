package witness

import (
	"maps"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// A proof about a product of threads says what holds where several threads may move, wherever these are. What that says of global variables, if none of some mutexes
// is locked, becomes an invariant of all places where one of these is about to be locked: a ghost variable of each mutex says whether it is locked, which
// changes with the calls that lock it and unlock it.
//
// Where a thread comes to such a place in the function that it executes, or the first one does before it has waited for any, another thread has not gone
// on from its last step at least, or may be taken not to have. So there is a location of the product at which both may move, with the same values of global variables.

const (
	lockCall, unlockCall = "pthread_mutex_lock", "pthread_mutex_unlock"
	makeCall, joinCall   = "pthread_create", "pthread_join"
)

// otherLocks matches what excludes other threads, or lets them go on, beside mutexes that are locked and unlocked.
var otherLocks = pattern.New(`^(?:pthread_mutex_(?:try|timed)lock|pthread_(?:cond|spin|rwlock)_.*|sem_.*|mtx_.*|cnd_.*)$`)

// mutex is a global variable of that kind.
type mutex struct {
	name, ghost  string
	lock, unlock []spot
	excluded     bool // something else is done with it
	word         *ir.Var
}

// threaded makes the witness of a proof of a program with threads: what it says while no mutex is locked, as far as C can.
func (s *scopes) threaded(proof verdict.Proof, about About) *Entry {
	about.Version = "2.1"
	e := &Entry{Type: Invariants, Metadata: about.metadata(), Content: []Item{}}
	inv, ok := proof.(verdict.Invariants)
	if !ok {
		return e
	}
	list, others := s.mutexes()
	places := s.lockings(list)
	if len(list) == 0 || len(places) == 0 {
		return e
	}
	kept := map[string]bool{}
	for _, v := range s.prog.Globals {
		if name, ok := strings.CutPrefix(v.Name, ir.Was("")); ok {
			kept[name] = true
		}
	}
	if len(kept) > 0 && others { // of which mutex protects what
		return e
	}
	locked, together := s.surely(list), s.together()
	maps.DeleteFunc(together, func(v *ir.Var, is bool) bool { return !is || !sayable(v) })
	if len(kept) == 0 {
		s.apart(together)
	}
	shared := func(v *ir.Var) bool { return together[v] && (len(kept) == 0 || kept[v.Name]) }
	for _, at := range places {
		if text := s.whileFree(inv, list, locked, shared, at); text != "" {
			e.Content = append(e.Content, Item{Invariant: &Invariant{Type: "location_invariant", Value: text, Format: "c_expression", Location: s.location(at, ir.Pos{}, s.prog.Main.Entry)}})
			e.Content[len(e.Content)-1].Invariant.Location.Function = ""
		}
	}
	if len(e.Content) == 0 {
		return e
	}
	g := &Entry{Type: Ghosts, Metadata: about.metadata()}
	for _, m := range list {
		g.Ghosts.Variables = append(g.Ghosts.Variables, GhostVariable{Name: m.ghost, Scope: "global", Type: "int", Initial: Constraint{Value: "0", Format: "c_expression"}})
		for value, spots := range map[string][]spot{"1": m.lock, "0": m.unlock} {
			for _, at := range spots {
				place := s.location(at, ir.Pos{}, s.prog.Main.Entry)
				place.Function = ""
				g.Ghosts.Updates = append(g.Ghosts.Updates, GhostUpdate{Location: place, Updates: []GhostChange{{Variable: m.ghost, Value: value, Format: "c_expression"}}})
			}
		}
	}
	slices.SortStableFunc(g.Ghosts.Updates, func(x, y GhostUpdate) int { return x.Location.compare(y.Location) })
	e.Beside = append(e.Beside, g)
	return e
}

// compare compares places by their files, lines and columns.
func (l Location) compare(m Location) int {
	if c := strings.Compare(l.File, m.File); c != 0 {
		return c
	}
	if l.Line != m.Line {
		return l.Line - m.Line
	}
	return l.Column - m.Column
}

// mutexes finds the mutexes with which statements do nothing but lock and unlock them, and whether there is something else that excludes threads.
func (s *scopes) mutexes() (list []*mutex, others bool) {
	byName := map[string]*mutex{}
	get := func(name string) *mutex {
		if byName[name] == nil {
			byName[name] = &mutex{name: name, excluded: true}
			list = append(list, byName[name])
		}
		return byName[name]
	}
	for _, v := range s.prog.Globals {
		if v.Home == nil || v.Home.Kind != ir.GlobalObject || v.Offset != 0 || !identifier.MatchString(v.Home.CName()) {
			continue
		}
		if m := get(v.Home.CName()); m.word == nil {
			m.word = v
		} else {
			m.word = nil
		}
	}
	for _, f := range s.files {
		f.Words(func(at int, word string) {
			open := f.Skip(at + len(word))
			if strings.HasPrefix(f.Rest(open), "(") {
				others = others || otherLocks.MatchString(word)
				if word == lockCall || word == unlockCall {
					closing, ok := f.Find(open+1, ")")
					name := ""
					if ok {
						name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(f.Rest(open + 1)[:closing-open-1]), "&"))
					}
					m := byName[name]
					switch {
					case m == nil || !strings.Contains(";{}", f.Before(at)) || !strings.HasPrefix(f.Rest(f.Skip(closing+1)), ";"):
						others = true
					case word == lockCall:
						m.lock, m.excluded = append(m.lock, spot{f, at}), false
					default:
						m.unlock = append(m.unlock, spot{f, at})
					}
				}
			}
		})
	}
	for _, f := range s.files {
		f.Words(func(at int, word string) {
			if m := byName[word]; m != nil && !s.mutexOnly(f, at) {
				m.excluded = true
			}
		})
	}
	list = slices.DeleteFunc(list, func(m *mutex) bool {
		none := m.excluded || m.word == nil || m.word.Type.Kind != ir.Integer
		others = others || none && len(m.lock) > 0
		return none
	})
	for _, m := range list {
		m.ghost = m.name + "_locked"
		for slices.ContainsFunc(s.files, func(f *ctext.Source) bool { return f.Mentions(m.ghost) }) {
			m.ghost += "_"
		}
	}
	return list, others
}

// mutexOnly tells whether the word at an offset, the name of a mutex, stands in its declaration, or in a call that does with it what leaves the ghost variable right.
func (s *scopes) mutexOnly(f *ctext.Source, at int) bool {
	if f.Before(at) == "pthread_mutex_t" {
		return true
	}
	if f.Before(at) != "&" {
		return false
	}
	open := f.Previous(f.Previous(at))
	if f.Rest(open) == "" || f.Rest(open)[0] != '(' {
		return false
	}
	closing, ok := f.Find(open+1, ")")
	if !ok {
		return false
	}
	rest := strings.Join(strings.Fields(f.Rest(at + len(f.Word(at)))[:closing-at-len(f.Word(at))]), "")
	switch f.Before(open) {
	case lockCall, unlockCall, "pthread_mutex_destroy":
		return rest == ""
	case "pthread_mutex_init":
		return rest == ",0" || rest == ",NULL"
	}
	return false
}

// body is where the body of a function of a name begins and ends; ok is false if no file has one, or its name stands elsewhere than in its declarations and where
// threads are made.
func (s *scopes) body(name string) (from, to spot, ok bool) {
	others := false
	for _, f := range s.files {
		f.Words(func(at int, word string) {
			if word != name {
				return
			}
			open := f.Skip(at + len(word))
			if !strings.HasPrefix(f.Rest(open), "(") {
				others = others || f.Before(f.Opening(at)) != makeCall
				return
			}
			others = others || f.Calls(at)
			closing, found := f.Find(open+1, ")")
			if begin := f.Skip(closing + 1); found && strings.HasPrefix(f.Rest(begin), "{") {
				if end, found := f.Find(begin+1, "}"); found {
					from, to, ok = spot{f, begin}, spot{f, end}, true
				}
			}
		})
	}
	return from, to, ok && !others
}

// lockings are the places where some mutexes are locked at which another thread is sure to be, or to be taken to be.
func (s *scopes) lockings(list []*mutex) (places []spot) {
	type span struct{ from, to spot }
	var spans []span
	starts := map[string]bool{}
	for _, f := range s.files {
		f.Words(func(at int, word string) {
			open := f.Skip(at + len(word))
			if word != makeCall || !strings.HasPrefix(f.Rest(open), "(") {
				return
			}
			from, ok := open+1, true
			for range 2 {
				if from, ok = f.Find(from, ",)"); !ok {
					return
				}
				from++
			}
			if to, ok := f.Find(from, ",)"); ok {
				starts[strings.TrimPrefix(strings.TrimSpace(f.Rest(from)[:to-from]), "&")] = true
			}
		})
	}
	for name := range starts {
		if from, to, ok := s.body(name); ok {
			spans = append(spans, span{from, to})
		}
	}
	if from, to, ok := s.body("main"); ok {
		made, joined, loops := -1, to.at, false
		from.src.Words(func(at int, word string) {
			if at < from.at || at > to.at {
				return
			}
			switch {
			case word == makeCall && made < 0:
				made = at
			case word == joinCall:
				joined = min(joined, at)
			case loopKeyword(word) || word == "goto":
				loops = true
			}
		})
		if made >= 0 && !loops {
			spans = append(spans, span{spot{from.src, made}, spot{from.src, joined}})
		}
	}
	for _, m := range list {
		for _, at := range m.lock {
			if slices.ContainsFunc(spans, func(x span) bool { return x.from.src == at.src && x.from.at < at.at && at.at < x.to.at }) {
				places = append(places, at)
			}
		}
	}
	return places
}

// maxTexts is of how many conditions an invariant is the disjunction.
const maxTexts = 12

// whileFree is what an invariant at a place says while no mutex is locked, or that one is; "" if that is nothing.
func (s *scopes) whileFree(inv verdict.Invariants, list []*mutex, locked map[ir.Loc]bool, shared func(*ir.Var) bool, here spot) string {
	var texts []string
	place := here.src.Marked(here.at)
	_, place.Col = here.src.Place(here.at)
	from, changed := s.arriving(place)
	if len(from) == 0 {
		return ""
	}
	for _, l := range slices.Sorted(maps.Keys(from)) {
		f, reached := inv[l]
		if locked[l] || !reached {
			continue
		}
		st, zero := f.Store(), map[term.Term]term.Term{}
		for _, m := range list {
			zero[sem.Here(m.word).Term(st)] = st.Int(0)
		}
		f = st.Subst(f, zero)
		if f.IsFalse() {
			continue
		}
		text := (&csource.Exact{Variable: func(t term.Term) (string, ir.Type, bool) {
			x, ok := s.values.Of(t)
			v := x.Var
			if !ok || x.At != sem.AtHere || !shared(v) || changed[v] {
				return "", ir.Type{}, false
			}
			innermost, found := s.names.Innermost(identifierAtStart.FindString(v.CName), here.src, here.at)
			return v.CName, v.Type, found && innermost == v.Pos
		}}).Formula(f, true)
		if text == "1" {
			return ""
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if len(texts) > maxTexts {
			return ""
		}
	}
	var parts []string
	for _, m := range list {
		parts = append(parts, m.ghost+" == 1")
	}
	for _, text := range texts {
		if len(texts) > 1 || strings.Contains(text, "&&") {
			text = "(" + text + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " || ")
}

// surely are the locations at which a mutex is locked, whichever way leads there: by the constants that the parts of mutexes have, and variables that are given these.
func (s *scopes) surely(list []*mutex) map[ir.Loc]bool {
	followed := map[*ir.Var]bool{}
	for _, v := range s.prog.Globals {
		followed[v] = slices.ContainsFunc(list, func(m *mutex) bool { return m.word.Home == v.Home })
	}
	for range 3 {
		for _, e := range s.prog.Edges {
			if e == nil {
				continue
			}
			if a, ok := e.Stmt.(*ir.Assign); ok && !followed[a.Var] {
				reads, all := 0, true
				ir.EachVar(a.Expr, func(v *ir.Var) { reads, all = reads+1, all && followed[v] })
				followed[a.Var] = all && reads > 0
			}
		}
	}
	type values map[*ir.Var]*ir.Expr // that are constant; no others are known
	at := map[ir.Loc]values{s.prog.Main.Entry: {}}
	for todo := []ir.Loc{s.prog.Main.Entry}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		known := func(e *ir.Expr) *ir.Expr {
			return ir.Map(e, func(x *ir.Expr) *ir.Expr {
				if c := at[l][x.Var]; x.Op == ir.OpVar && c != nil {
					return c
				}
				return x
			})
		}
		for _, id := range s.prog.Locs[l].Out {
			e := s.prog.Edges[id]
			if a, ok := e.Stmt.(*ir.Assume); ok && known(a.Cond).IsFalse() {
				continue
			}
			next := maps.Clone(at[l])
			if a, ok := e.Stmt.(*ir.Assign); ok && followed[a.Var] {
				if delete(next, a.Var); known(a.Expr).IsConst() {
					next[a.Var] = known(a.Expr)
				}
			} else if v := ir.Written(e.Stmt); v != nil {
				delete(next, v)
			}
			old, seen := at[e.To]
			if seen {
				maps.DeleteFunc(next, func(v *ir.Var, c *ir.Expr) bool { return old[v] == nil || !old[v].Val.Eq(c.Val) })
			}
			if !seen || len(next) < len(old) {
				at[e.To] = next
				todo = append(todo, e.To)
			}
		}
	}
	locked := map[ir.Loc]bool{}
	for l, known := range at {
		for _, m := range list {
			if c := known[m.word]; c != nil && !c.Val.IsZero() {
				locked[l] = true
			}
		}
	}
	return locked
}

// arriving are the locations where several threads may move from which the one that comes to a place has no more to do before it that others could see. What is changed on
// such a way has another value at the place than there.
func (s *scopes) arriving(place ir.Pos) (from map[ir.Loc]bool, changed map[*ir.Var]bool) {
	from, changed = map[ir.Loc]bool{}, map[*ir.Var]bool{}
	seen, todo := map[ir.Loc]bool{}, []ir.Loc(nil)
	add := func(l ir.Loc) {
		if !seen[l] {
			seen[l] = true
			todo = append(todo, l)
		}
	}
	for _, e := range s.prog.Edges {
		if e != nil && slices.Contains(s.prog.Places(e), place) {
			add(e.From)
		}
	}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.prog.Locs[l].Turns {
			from[l] = true
			continue
		}
		for _, id := range s.prog.Locs[l].In {
			e := s.prog.Edges[id]
			if !slices.Contains(s.prog.Places(e), place) {
				changed[ir.Written(e.Stmt)] = true
			}
			add(e.From)
		}
	}
	return from, changed
}

// sayable tells whether C may have a name for v at all places: it is global, and no part of a lock.
func sayable(v *ir.Var) bool {
	return v.Func == nil && !v.Thread && named.MatchString(v.CName) && !strings.Contains(v.CName, ".__")
}

// apart leaves those of some variables that a thread does not write twice, or one after another one of them, where no others may move in between: what they are there no
// location says at which others may.
func (s *scopes) apart(vars map[*ir.Var]bool) {
	behind := func(l ir.Loc, do func(*ir.Edge)) {
		seen, todo := map[ir.Loc]bool{l: true}, []ir.Loc{l}
		for len(todo) > 0 {
			at := s.prog.Locs[todo[len(todo)-1]]
			todo = todo[:len(todo)-1]
			if at == nil || at.Turns || at.Alone {
				continue
			}
			for _, id := range at.Out {
				next := s.prog.Edges[id]
				if do(next); !seen[next.To] {
					seen[next.To] = true
					todo = append(todo, next.To)
				}
			}
		}
	}
	first := map[*ir.Edge]bool{} // before there are others
	behind(s.prog.Main.Entry, func(e *ir.Edge) { first[e] = true })
	alone := map[*ir.Var]bool{}
	for _, e := range s.prog.Edges {
		if e != nil && !first[e] && vars[ir.Written(e.Stmt)] {
			behind(e.To, func(next *ir.Edge) {
				if v := ir.Written(next.Stmt); vars[v] {
					alone[v], alone[ir.Written(e.Stmt)] = true, true
				}
			})
		}
	}
	maps.DeleteFunc(vars, func(v *ir.Var, _ bool) bool { return alone[v] })
}

// together are the global variables that several threads read or write, by name: others are changed where nobody sees it.
func (s *scopes) together() map[*ir.Var]bool {
	by := map[*ir.Var]int{}
	for _, e := range s.prog.Edges {
		if e == nil || s.prog.Locs[e.From] == nil {
			continue
		}
		of := s.prog.Locs[e.From].Thread() + 1
		add := func(v *ir.Var) {
			if v.Func != nil {
				return
			}
			if old := by[v]; old != 0 && old != of {
				by[v] = -1
			} else {
				by[v] = of
			}
		}
		ir.EachRead(e.Stmt, add)
		if v := ir.Written(e.Stmt); v != nil {
			add(v)
		}
	}
	all := map[*ir.Var]bool{}
	for v, of := range by {
		all[v] = of == -1
	}
	return all
}
