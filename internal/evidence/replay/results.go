package replay

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Calls whose inputs are more than one value: functions that return structures, of which each member is an input, and scanf, which
// stores what it reads. In the copy an expression takes the place of the call, which gets the values one by one.

// result is such a call of the source.
type result struct {
	pos    ir.Pos
	name   string
	inputs []*input
}

// results are those calls, in the order in which the execution comes to them.
func (p *plan) results() (list []*result) {
	for _, in := range p.inputs {
		base, part, ok := Member(strings.TrimRight(in.name, scanned))
		if in.source != ir.FromCall || !ok || part == "" && !scans(base) {
			continue
		}
		at := slices.IndexFunc(list, func(r *result) bool { return r.pos == in.pos && r.name == base })
		if at < 0 {
			at = len(list)
			list = append(list, &result{pos: in.pos, name: base})
		}
		list[at].inputs = append(list[at].inputs, in)
	}
	return list
}

// feedResults has the copies make the results. Functions of the harness are numbered from n; it returns the next number.
func (p *plan) feedResults(c *native.Copy, n int) int {
	for _, r := range p.results() {
		s, at, ok := c.Call(r.pos, r.name)
		end := 0
		if ok {
			end, ok = s.Find(s.Skip(at+len(r.name))+1, ")")
		}
		if ok && scans(r.name) {
			n, ok = p.feedScan(s, at, end, r, n)
		} else if ok {
			n = r.structure(s, at, end, n)
		}
		if !ok && slices.ContainsFunc(r.inputs, (*input).matters) && !scans(r.name) {
			p.problem(r.pos, "what "+r.name+" returns")
		}
	}
	return n
}

// structure writes the expression for a call from an offset to its closing parenthesis: the arguments are evaluated, then each
// member is set.
func (r *result) structure(s *ctext.Source, at, end, n int) int {
	call := s.Rest(at)[:end+1-at]
	open := s.Skip(at + len(r.name))
	arguments := "({ (void)"
	if s.Skip(open+1) == end {
		arguments = "({ (void)0; (void)sizeof "
		s.Edit(open+1, 0, "0")
	}
	s.Edit(at, len(r.name), arguments)
	text := "; __typeof__(" + call + ") craig_r; __builtin_memset(&craig_r, 0, sizeof craig_r);"
	for _, in := range r.inputs {
		n++
		in.site = fmt.Sprintf("craig_input_%d", n)
		member := "craig_r" + strings.TrimPrefix(in.name, r.name)
		text += fmt.Sprintf(" %s = (__typeof__(%[1]s + 0))%s();", member, in.site)
		declare(s, in)
	}
	s.Edit(end+1, 0, text+" craig_r; })")
	return n
}

// scanned is after the name of scanf for what it stores.
const scanned = "#"

// scan follows the inputs of one call of scanf: first its result, then what each conversion stores.
type scan struct{ left, stored int }

// next is the name for an input of a call.
func (s *scan) next(name string, v num.Int) string {
	if s.left == 0 {
		k, _ := v.Int64()
		s.left, s.stored = int(max(k, 0)), 0
		return name
	}
	s.left--
	s.stored++
	return name + strings.Repeat(scanned, s.stored)
}

// numbers matches a format all whose conversions store a number that the result counts.
var numbers = pattern.New(`^"(?:[^%"\\]|\\.|%[hljztL]*[diuoxXfFeEgGaA])*"$`)

// feedScan writes the expression for a call of scanf that reads numbers: false if it reads something else, or if that cannot be
// told. The values are those that the conversions have stored, as many as the result says.
func (p *plan) feedScan(s *ctext.Source, at, end int, r *result, n int) (int, bool) {
	var args []string
	for from := s.Skip(at+len(r.name)) + 1; from < end; {
		to, ok := s.Find(from, ",)")
		if !ok {
			return n, false
		}
		args = append(args, strings.TrimSpace(s.Rest(from)[:to-from]))
		from = to + 1
	}
	fixed := 1
	if strings.HasPrefix(strings.TrimLeft(r.name, "_"), "f") {
		fixed = 2
	}
	if len(args) < fixed || !numbers.MatchString(args[fixed-1]) {
		return n, false
	}
	text := "({ "
	for _, stream := range args[:fixed-1] {
		text += "(void)(" + stream + "); "
	}
	for i, a := range args[fixed:] {
		text += fmt.Sprintf("__auto_type craig_to_%d = (%s); ", i, a)
	}
	text += "int craig_r = 0; "
	for _, in := range r.inputs {
		k := strings.Count(in.name, scanned)
		if k > len(args)-fixed {
			return n, false
		}
		n++
		in.site = fmt.Sprintf("craig_input_%d", n)
		declare(s, in)
		if k == 0 {
			text += "craig_r = " + in.site + "(); "
		} else {
			text += fmt.Sprintf("if (craig_r > %d) *craig_to_%[1]d = %s(); ", k-1, in.site)
		}
	}
	s.Edit(at, end+1-at, text+"craig_r; })")
	p.solved(r.pos, reads(r.name))
	return n, true
}

// reads is the problem that a function reads something that the copy is not given.
func reads(name string) string { return "what " + name + " reads" }
