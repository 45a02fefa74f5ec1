package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"craig/internal/infer"
	"craig/internal/pattern"
	"craig/internal/program/c/belief"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/work"
)

// Invariant is what holds of each structure of a type from its constructor on: craig has shown, function by function, that each function of the project that makes one, or that may write
// the members of which it speaks, leaves those that it was given, and the one that it gives, so.
type Invariant struct {
	Of        string   `json:"of"`        // "struct buf"
	Condition string   `json:"condition"` // "data != 0"
	Makes     []string `json:"makes"`     // functions that leave it so, whatever was before
	Keeps     []string `json:"keeps,omitempty"`
}

// by says which functions were looked at.
func (v Invariant) by() string {
	text := "Made so by " + strings.Join(v.Makes, ", ")
	if len(v.Keeps) > 0 {
		text += "; kept by " + strings.Join(v.Keeps, ", ")
	}
	return text + "."
}

// aboutMembers matches a condition about one or two members of what a parameter leads to.
var aboutMembers = pattern.New(`^(\w+)->(\w+) (!=|==|<=|<|>=|>) (?:(\w+)->(\w+)|(-?\d+)[uUlL]*)$`)

// question is a condition that may be an invariant.
type question struct {
	of, left, op, right string
}

func (q question) condition() string { return q.left + " " + q.op + " " + q.right }

// trapped is the condition as traps have it.
func (q question) trapped() string { return q.of + "." + q.condition() }

// questions are the conditions one of which is enough for a clause of a contract.
func questions(clause string, takes []belief.Given) (list []question) {
	for part := range strings.SplitSeq(clause, " || ") {
		m := aboutMembers.FindStringSubmatch(strings.Trim(part, "()"))
		if m == nil || m[4] != "" && m[4] != m[1] {
			continue
		}
		for _, p := range takes {
			if p.Name == m[1] && p.Of != "" && !strings.ContainsAny(p.Of, ":@") { // a type has a name
				list = append(list, question{p.Of, m[2], m[3], cmp.Or(m[5], m[6])})
			}
		}
	}
	return list
}

// implies tells whether one condition says as much as another, or more.
func (q question) implies(than question) bool {
	if q == than {
		return true
	}
	a, err := strconv.ParseInt(q.right, 10, 64)
	b, err2 := strconv.ParseInt(than.right, 10, 64)
	if err != nil || err2 != nil || q.of != than.of || q.left != than.left || q.op != than.op {
		return false
	}
	return q.op == "<=" && a <= b || q.op == ">=" && a >= b
}

const (
	maxInvariants = 16 // conditions that are asked about in a project
	maxWriters    = 24 // functions that are asked about one
)

// handles looks for invariants of structures that some functions make and others take, among the conditions that contracts were found to need, and has findings that these exclude be
// contracts.
func (c *checker) handles(ctx context.Context) error {
	wanted := map[question]int{}
	for _, f := range c.report.Functions {
		for _, list := range c.clauses(f) {
			for _, q := range list {
				wanted[q]++
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(wanted), func(a, b question) int {
		return cmp.Or(cmp.Compare(wanted[b], wanted[a]), cmp.Compare(a.trapped(), b.trapped()))
	})
	list = list[:min(len(list), maxInvariants)]
	c.begin("handles", len(list))
	found := make([]*Invariant, len(list))
	until := map[string]string{} // members that are null until a function has run
	err := work.Each(ctx, c.opts.Jobs, len(list), func(i int) {
		v, setter := c.invariant(ctx, list[i])
		c.mu.Lock()
		if found[i] = v; setter != "" {
			until[list[i].of+"."+list[i].left] = setter
		}
		c.mu.Unlock()
		c.done(list[i].condition(), 0)
	})
	var proved []question
	for i, v := range found {
		stronger := func(q question) bool {
			return q != list[i] && q.implies(list[i]) && found[slices.Index(list, q)] != nil
		}
		if v != nil && !slices.ContainsFunc(list, stronger) {
			proved = append(proved, list[i])
			c.report.Invariants = append(c.report.Invariants, *v)
		}
	}
	for _, f := range c.report.Functions {
		c.carry(f, proved, until)
	}
	return err
}

// clauses are, for each clause of the contract of a function, the conditions of members one of which is enough.
func (c *checker) clauses(f *Function) (list [][]question) {
	body := c.bodies.here[f.Unit][f.Name]
	if f.Inferred == nil || f.Inferred.Class == infer.Open || f.Inferred.Never || body == nil {
		return nil
	}
	for _, r := range f.Inferred.Requires {
		list = append(list, questions(r.Text, body.Handle.Takes))
	}
	return list
}

// carry has the findings of a function be contracts if its contract is what invariants say.
func (c *checker) carry(f *Function, proved []question, until map[string]string) {
	needs := c.clauses(f)
	all, used := len(needs) > 0 && len(f.Inferred.Left) == 0, []string{}
	for _, clause := range needs {
		i := slices.IndexFunc(proved, func(p question) bool { return slices.ContainsFunc(clause, p.implies) })
		if i < 0 {
			all = false
			continue
		}
		if text := proved[i].condition() + " of " + proved[i].of; !slices.Contains(used, text) {
			used = append(used, text)
		}
	}
	if all {
		f.Handles = used
	}
	for _, g := range f.findings {
		switch {
		case all && (g.Class == Guessed || g.Class == Guaranteed) && !g.unsized && g.Accepted == "":
			g.Class, g.Because = Guaranteed, "each function that makes or writes one keeps "+strings.Join(used, ", ")
		case !g.Class.mistake() && g.Property == null:
			for _, clause := range needs {
				for _, q := range clause {
					if by := until[q.of+"."+q.left]; by != "" && strings.Contains(g.Cause, "->"+q.left+"`") {
						g.Cause = fmt.Sprintf("%s is null until `%s` has run", g.Cause[:strings.LastIndex(g.Cause, "`")+1], by)
					}
				}
			}
		}
	}
}

// invariant asks whether a condition holds of all structures of a type. If it is that a pointer is not null, and it is not kept since a function that gives one leaves it null, by is another
// one that sets it whatever was before.
func (c *checker) invariant(ctx context.Context, q question) (v *Invariant, by string) {
	names := []string{q.of + "." + q.left, q.of + "." + q.right, q.of + ".*"}
	v = &Invariant{Of: q.of, Condition: q.condition()}
	seen := map[ir.Pos]bool{}
	concerns := func(f *cfront.Function) bool {
		return slices.ContainsFunc(f.Handle.Writes, func(name string) bool { return slices.Contains(names, name) }) || f.Handle.Gives == q.of && len(f.Gives) > 0
	}
	c.each(func(_ *Unit, f *cfront.Function) {
		if concerns(f) {
			seen[f.Pos] = true
		}
	})
	if len(seen) > maxWriters {
		return nil, ""
	}
	clear(seen)
	failed, opened, null := false, false, false // null: a function that gives one leaves the pointer null
	pointer := q.op == "!=" && q.right == "0"
	c.each(func(u *Unit, f *cfront.Function) {
		h := f.Handle
		named := func(name string) bool { return slices.Contains(names, name) }
		opened = opened || slices.ContainsFunc(h.Open, named)
		if seen[f.Pos] || opened || failed && (!pointer || by != "") || !concerns(f) {
			return
		}
		seen[f.Pos] = true
		takes := slices.ContainsFunc(h.Takes, func(p belief.Given) bool { return p.Of == q.of })
		makes := func() bool { return c.leaves(ctx, u, f, trap.Makes(q.trapped())) }
		switch {
		case slices.ContainsFunc(h.Takes, func(p belief.Given) bool { return p.Of == q.of && p.Frees }): // it is no more
		case failed:
			if takes && slices.Contains(h.Writes, names[0]) && makes() {
				by = f.Name
			}
		case h.Gives == q.of && pointer && c.leaves(ctx, u, f, trap.Makes(q.of+"."+q.left+" == 0")):
			failed, null = true, true
		case !takes && h.Gives != q.of: // it writes one that it finds elsewhere
			failed = true
		case makes():
			v.Makes = append(v.Makes, f.Name)
			if takes && pointer && by == "" && slices.Contains(h.Writes, names[0]) {
				by = f.Name
			}
		case takes && c.leaves(ctx, u, f, trap.Keeps(q.trapped())):
			v.Keeps = append(v.Keeps, f.Name)
		default:
			failed = true
		}
	})
	if !null {
		by = ""
	}
	if failed || opened || len(v.Makes) == 0 || ctx.Err() != nil {
		return nil, by
	}
	return v, ""
}

// leaves tells whether a function leaves structures as a trap says.
func (c *checker) leaves(ctx context.Context, u *Unit, of *cfront.Function, condition string) bool {
	f := functionOf(u, of)
	f.traps = []trap.Trap{{At: of.Pos, Pointer: condition}}
	doc := c.besides(ctx, Traps, f, c.opts.Commands.Besides(Traps, f, nil), inferTime)
	return doc != nil && doc.Verdict == "TRUE" && doc.Vacuous == ""
}
