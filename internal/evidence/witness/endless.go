package witness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Whether executions end. That they do is shown by invariants of transitions, of format 2.1: what relates the state at a loop to each one that was there before
// [Podelski, Rybalchenko, LICS 2004]. That one does not is shown by waypoints with the action cycle, which are passed one after the other, again
// and again, once those in front of them have been passed.

// anyPrevious matches what stands for the value of a variable in an earlier state.
var anyPrevious = pattern.New(`\\at\(\s*([A-Za-z_][A-Za-z_0-9]*)\s*,\s*AnyPrev\s*\)`)

// ageless is a proof of a machine whose memory has no end, without what it says of addresses, which machines do not have in that order.
func ageless(p *ir.Program, proof verdict.Ranks) verdict.Ranks {
	pointers := map[string]bool{}
	for _, x := range proof.Bound {
		pointers[x] = true
	}
	p.AllVars(func(v *ir.Var) { pointers[v.Name] = v.Type.Kind == ir.Pointer || v.Type.Kind == ir.Memory })
	speaks := func(t term.Term) bool {
		return slices.ContainsFunc(term.Vars(t, map[term.Term]bool{}, nil), func(x term.Term) bool { return pointers[x.Name()] })
	}
	less := verdict.Ranks{Invariants: verdict.Invariants{}, Tuples: map[ir.Loc][]term.Term{}}
	for l, f := range proof.Invariants {
		less.Invariants[l] = f.Store().And(slices.DeleteFunc(slices.Clone(term.Conjuncts(f)), speaks)...)
	}
	for l, tuple := range proof.Tuples {
		if !slices.ContainsFunc(tuple, speaks) {
			less.Tuples[l] = tuple
		}
	}
	return less
}

// ranked adds an invariant of transitions for each loop of which C can say the tuple, and which is there once: that the tuple was larger, in lexicographic order, in each
// state before, the deciding place not being negative there.
func (s *scopes) ranked(e *Entry, proof verdict.Ranks) {
	copies := map[ir.Pos]int{}
	for _, info := range s.prog.Locs {
		if info != nil && info.Loop {
			copies[info.LoopPos]++
		}
	}
	for i, info := range s.prog.Locs {
		l := ir.Loc(i)
		if info == nil || !info.Loop || len(proof.Tuples[l]) == 0 || copies[info.LoopPos] != 1 {
			continue
		}
		kind, head := s.head(info.LoopPos)
		if head.src == nil {
			continue
		}
		kind = strings.Replace(kind, "_invariant", "_transition_invariant", 1)
		now, before := s.at(l, head, term.NewStore().True()), s.at(l, head, term.NewStore().True())
		for _, w := range []*csource.Exact{now, before} {
			named := w.Variable
			w.Cell = func(term.Term) (string, ir.Type, string, bool) { return "", ir.Type{}, "", false }
			w.Variable = func(t term.Term) (string, ir.Type, bool) {
				name, typ, ok := named(t)
				if w == before {
					return `\at(` + name + ", AnyPrev)", typ, ok && identifier.MatchString(name)
				}
				return name, typ, ok && identifier.MatchString(name)
			}
		}
		var same, ways []string
		said := true
		for _, t := range proof.Tuples[l] {
			if _, constant := t.IntValue(); constant {
				continue
			}
			is, ok := now.Value(t)
			was, ok2 := before.Value(t)
			if said = ok && ok2; !said {
				break
			}
			ways = append(ways, strings.Join(append(slices.Clone(same), was+" > "+is, was+" >= 0"), " && "))
			same = append(same, was+" == "+is)
		}
		if !said || len(ways) == 0 {
			continue
		}
		for k, way := range ways {
			ways[k] = "(" + way + ")"
		}
		e.Content = append(e.Content, Item{Invariant: &Invariant{
			Type: kind, Value: strings.Join(ways, " || "), Format: "ext_c_expression", Location: s.location(head, info.LoopPos, l),
		}})
	}
}

// Lasso makes a witness of an execution without an end: the inputs up to the loop that it stays in, and a waypoint in the loop, with what is known there.
func Lasso(p *ir.Program, t *verdict.Trace, about About) *Entry {
	w := inputs(p, t, about)
	info := p.Locs[t.Error]
	kind, head := w.head(info.LoopPos)
	here, cond := w.statement(info.Pos), "1"
	if kind != "" {
		if body, ok := bodyOf(head.src, head.at); ok || kind == "location_invariant" {
			if here = head; ok {
				here = spot{head.src, body}
			}
			if inv, known := t.Forever.Invariants[t.Error]; known && (!ok || !effects.MatchString(head.src.Rest(head.at)[:body-head.at])) {
				inv = matters(p, t.Error, inv)
				if text := w.at(t.Error, here, inv).Formula(inv, true); len(text) <= longestCycle {
					cond = text
				}
			}
		}
	}
	if kind == "" { // recursion: where the body of the function begins
		if name := w.locate(info.Pos, identifier.MatchString); name.src != nil {
			if open, ok := name.src.Find(name.at, "{;"); ok && strings.HasPrefix(name.src.Rest(open), "{") {
				here = spot{name.src, name.src.Skip(open + 1)}
			}
		}
	}
	w.follow("assumption", cond, "c_expression", here, info.Pos, t.Error)
	w.entry.Content[len(w.entry.Content)-1].Segment[0].Waypoint.Action = "cycle"
	return w.entry
}

// longestCycle bounds the characters of what is said of the states of a cycle, which the inputs decide anyway: a program that enumerates them is harder to look at.
const longestCycle = 1000

// matters is what f, which holds at l, says of variables that may be read from there on: what others are, which may have no value yet, is no business of a cycle.
func matters(p *ir.Program, l ir.Loc, f term.Term) term.Term {
	n, succ := graph.OfFunc(p, p.Main)
	live := map[string]bool{}
	for _, v := range graph.LiveVars(p, graph.ReversePostOrder(n, succ, int(p.Main.Entry)))[l] {
		live[v.Name] = true
	}
	return f.Store().And(slices.DeleteFunc(slices.Clone(term.Conjuncts(f)), func(g term.Term) bool {
		return slices.ContainsFunc(term.Vars(g, map[term.Term]bool{}, nil), func(x term.Term) bool { return !live[x.Name()] })
	})...)
}

// effects matches what may change something between the head of a loop and its body.
var effects = pattern.New(`[A-Za-z_0-9]\s*\(.*\(|[^=!<>]=[^=]|\+\+|--|;`)

// bodyOf is where the body of the loop at an offset begins that a keyword makes: its first statement.
func bodyOf(src *ctext.Source, at int) (int, bool) {
	word := src.Word(at)
	body := src.Skip(at + len(word))
	switch word {
	case "do":
	case "for", "while":
		if !strings.HasPrefix(src.Rest(body), "(") {
			return 0, false
		}
		end, ok := src.Find(body+1, ")")
		if !ok {
			return 0, false
		}
		body = src.Skip(end + 1)
	default:
		return 0, false
	}
	if strings.HasPrefix(src.Rest(body), "{") {
		body = src.Skip(body + 1)
	}
	rest := src.Rest(body)
	return body, rest != "" && rest[0] != '}' && rest[0] != '#'
}

// transition has the copy compare each state at a loop with one that was there before, whichever, and in Bounded each state there counts down a
// number that is any of 64 bits at first: an execution that goes on for ever comes only so often to loops that have a well-founded invariant.
func (c *claim) transition(inv *Invariant) error {
	l := inv.Location
	if inv.Format != "ext_c_expression" && inv.Format != "c_expression" {
		return &Unsupported{fmt.Sprintf("invariants of format %q", inv.Format)}
	}
	plain := anyPrevious.ReplaceAllString(inv.Value, "$1")
	if err := expression(plain); err != nil {
		return c.errorf(l, "%v", err)
	}
	if !wellFounded(inv.Value) {
		return &Unsupported{fmt.Sprintf("invariants of transitions without a number that gets smaller in each case, as in line %d,", l.Line)}
	}
	c.partial(plain)
	names := map[string]string{}
	var order []string
	value := anyPrevious.ReplaceAllStringFunc(oneLine(inv.Value), func(at string) string {
		name := anyPrevious.FindStringSubmatch(at)[1]
		if names[name] == "" {
			names[name] = fmt.Sprintf("craig_before_%d", len(names))
			order = append(order, name)
		}
		return names[name]
	})
	if strings.Contains(value, `\`) {
		return &Unsupported{fmt.Sprintf("invariants such as that in line %d", l.Line)}
	}
	var declared, kept strings.Builder
	for _, name := range order {
		fmt.Fprintf(&declared, "static __typeof__(%s) %s; ", name, names[name])
		fmt.Fprintf(&kept, "%s = %s; ", names[name], name)
	}
	choose := "else if (craig_choice())"
	if lexicographic(inv.Value) { // a state is related to all before it if each is to the one before it
		choose = ";"
	}
	check := fmt.Sprintf("({ %sstatic _Bool craig_known; if (craig_known) %s; %s { %scraig_known = 1; } })", declared.String(), checked(value), choose, kept.String())
	const count = "({ if (!craig_kept) { craig_kept = 1; craig_budget = craig_number(); } if (craig_budget == 0) craig_stop(); craig_budget--; })"
	put := func(text string) error {
		if inv.Type == "loop_transition_invariant" {
			at, err := c.at(l, loopWord)
			if err != nil {
				return err
			}
			return c.loop(l, at, text)
		}
		return c.before(l, text+"; ", "")
	}
	if c.bounding {
		return put(count)
	}
	return put(check)
}

// wellFounded says that a relation of a state to one before lets only so many follow each other all of which are related: in each case, of which one holds,
// an expression is smaller than it was. Values of expressions of C are from a finite set.
func wellFounded(text string) bool {
	text = unwrapped(text)
	if strings.ContainsAny(outside(text), "?,") || strings.ContainsAny(text, "'\"") { // what binds less than ||, and what may have parentheses that are none
		return false
	}
	if ways := alternatives(text, "||"); len(ways) > 1 {
		return !slices.ContainsFunc(ways, func(way string) bool { return !wellFounded(way) })
	}
	if all := alternatives(text, "&&"); len(all) > 1 {
		return slices.ContainsFunc(all, wellFounded)
	}
	return decreases(text)
}

// outside is what of a text is in no parentheses.
func outside(text string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0:
			return r
		}
		return -1
	}, text)
}

// lexicographic says that a relation of a state to one before is that a tuple gets smaller in lexicographic order, of which the deciding place may have to be at least 0 before:
//
//	W1 > N1 && W1 >= 0 || W1 == N1 && W2 > N2 && W2 >= 0 || ...
//
// in which N is what W is in the later state. It is transitive: of two such steps the place that decides first decides both.
func lexicographic(text string) bool {
	var places []string // as they are in the later state
	bare := func(s string) string { return strings.Join(strings.Fields(unwrapped(s)), "") }
	now := func(s string) string { return bare(anyPrevious.ReplaceAllString(s, "$1")) }
	for _, way := range alternatives(text, "||") {
		atoms := alternatives(way, "&&")
		if len(atoms) <= len(places) {
			return false
		}
		for i, place := range places {
			if !compares(atoms[i], "==") || now(alternatives(atoms[i], "==")[0]) != place {
				return false
			}
		}
		atoms = atoms[len(places):]
		if !compares(atoms[0], ">") {
			return false
		}
		was := alternatives(atoms[0], ">")[0]
		for _, atom := range atoms[1:] {
			if sides := alternatives(atom, ">="); len(sides) != 2 || bare(sides[0]) != bare(was) || bare(sides[1]) != "0" {
				return false
			}
		}
		places = append(places, now(was))
	}
	return true
}

// decreases says that an atom is old > new, or new < old, of one expression.
func decreases(atom string) bool { return compares(atom, ">", "<") }

// compares says that an atom compares old and new of one expression by one of the operators; by < the new one is on the left.
func compares(atom string, ops ...string) bool {
	for _, op := range ops {
		sides := alternatives(atom, op)
		if len(sides) != 2 {
			continue
		}
		was, is := sides[0], sides[1]
		if op == "<" {
			was, is = is, was
		}
		bare := func(s string) string { return strings.Join(strings.Fields(unwrapped(s)), "") }
		if !onlyNumbers.MatchString(anyPrevious.ReplaceAllString(was, "$1")) || anyPrevious.MatchString(is) || dereferences(is) {
			return false
		}
		if strings.ContainsAny(outside(was)+outside(is), "?:&|^=<>") { // what does not bind more than the comparison
			return false
		}
		// All variables of the one are old, and of the other as they are now.
		left := anyPrevious.ReplaceAllString(was, "")
		for _, word := range wordsIn.FindAllString(left, -1) {
			if (!typeWord.MatchString(word) || strings.HasSuffix(word, "_t")) && (word[0] < '0' || word[0] > '9') { // a variable may be called so
				return false
			}
		}
		return bare(anyPrevious.ReplaceAllString(was, "$1")) == bare(is)
	}
	return false
}

// dereferences says that a * of the text need not be a product: what is read through a pointer that is old is not.
func dereferences(text string) bool {
	for i := range len(text) {
		if text[i] != '*' {
			continue
		}
		before := strings.TrimSpace(text[:i])
		switch {
		case before == "":
			return true
		case strings.HasSuffix(before, ")"):
			depth, open := 0, len(before)-1
			for ; open >= 0; open-- {
				if depth += strings.Count(before[open:open+1], ")") - strings.Count(before[open:open+1], "("); depth == 0 {
					break
				}
			}
			if open < 0 || typeWord.MatchString(wordsIn.FindString(before[open:])) {
				return true
			}
		case !wordsIn.MatchString(before[len(before)-1:]):
			return true
		}
	}
	return false
}

var (
	onlyNumbers = pattern.New(`^[A-Za-z_0-9+*()?:<>=!%&| \t\r\n-]+$`)
	wordsIn     = pattern.New(`[A-Za-z_0-9]+`)
)

// alternatives are the parts of a text between operators outside of parentheses.
func alternatives(text, op string) (parts []string) {
	text = unwrapped(text)
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case depth > 0 || !strings.HasPrefix(text[i:], op):
		case len(op) == 1 && (i+1 < len(text) && strings.IndexByte("=<>", text[i+1]) >= 0 || i > 0 && strings.IndexByte("<>-", text[i-1]) >= 0):
			i++ // another operator
		default:
			parts = append(parts, text[from:i])
			from = i + len(op)
			i = from - 1
		}
	}
	return append(parts, text[from:])
}

// unwrapped is a text without parentheses around all of it.
func unwrapped(text string) string {
	for {
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
			return text
		}
		depth := 0
		for i := range len(text) - 1 {
			switch text[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				return text
			}
		}
		text = text[1 : len(text)-1]
	}
}

// Follows says that the execution without an end that t begins, of an instrumented copy, has passed all waypoints in front of the cycle when it comes to its loop.
func (c *Claim) Follows(p *ir.Program, t *verdict.Trace) bool {
	passed := num.I(0)
	for _, id := range t.Path {
		if s, ok := p.Edges[id].Stmt.(*ir.Assign); ok && s.Var.CName == counter && s.Var.Func == nil && s.Expr.IsConst() {
			passed = s.Expr.Val
		}
	}
	return passed.Cmp(num.I(c.Passed)) >= 0
}
