package witness

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
)

// violation follows the waypoints with a counter: it is k while segment k is looked for. Only errors in
// the target count, and only when all waypoints in front of it have been passed.
func (c *claim) violation(items []Item) error {
	c.Violation = true
	linkage := "" // the first file has the counter
	threads := numbers{on: numbering(items)}
	for _, f := range c.files {
		own := ""
		if threads.on {
			own = "_Thread_local "
			threads.declare(f, linkage)
		}
		f.Head(linkage + "int " + counter + "; " + linkage + own + "int craig_c; extern void craig_stop(void) __attribute__((noreturn)); extern int " + constraint + "(); ")
		linkage = "extern "
	}
	type place struct {
		l     Location
		kind  string
		steps []string // of the last segment first, so that one visit passes one waypoint
		makes []int    // the threads that it may make
	}
	var places []*place
	var goal, other *Waypoint // other is the other access of a data race
	by := "1"                 // who comes to the target
	cycles := 0               // segments of the cycle
	if c.Ends {
		for _, item := range items {
			if n := len(item.Segment); n > 0 && item.Segment[n-1].Waypoint.Action == "cycle" {
				cycles++
			}
		}
	}
	c.Passed = int64(len(items) - cycles)
	add := func(w Waypoint, step string) *place {
		for _, p := range places {
			if p.l.File == w.Location.File && p.l.Line == w.Location.Line && p.l.Column == w.Location.Column && p.kind == w.Type {
				p.steps = append([]string{step}, p.steps...)
				return p
			}
		}
		places = append(places, &place{w.Location, w.Type, []string{step}, nil})
		return places[len(places)-1]
	}
	for k, item := range items {
		if item.Segment == nil {
			return &Unsupported{"other things than segments"}
		}
		for i, s := range item.Segment {
			w := s.Waypoint
			last := i == len(item.Segment)-1
			then := fmt.Sprintf("(void)("+counter+" = %d)", k+1)
			switch {
			case w.Action == "avoid" && !last:
				then = "craig_stop()"
			case w.Action == "cycle" && last && c.Ends && int64(k) >= c.Passed:
				if k == len(items)-1 {
					then = fmt.Sprintf("(void)("+counter+" = %d)", c.Passed)
				}
			case w.Action == "follow" && w.Type == "target" && k == len(items)-1:
			case w.Action != "follow" || !last || c.Ends && int64(k) >= c.Passed:
				return &Unsupported{fmt.Sprintf("waypoints with the action %q there", w.Action)}
			}
			final := k == len(items)-1 && !c.Ends
			beside := final && len(item.Segment) == 2 && item.Segment[0].Waypoint.Type == "target" // both accesses of a race
			if (w.Type == "target") != (final && (last || beside)) {
				return c.errorf(w.Location, "the target must be the last waypoint, and no other")
			}
			cond := "1"
			switch w.Type {
			case "target":
				if c.Passed = int64(k); beside && last {
					other = &w
					continue
				}
				goal = &w
				by = threads.by(w.Thread, "1")
				continue
			case "assumption", "function_return":
				if w.Constraint == nil {
					return c.errorf(w.Location, "a constraint is missing")
				}
				cond = w.Constraint.Value
				if w.Type == "function_return" {
					cond = strings.ReplaceAll(cond, `\result`, "result_of_call")
				}
				if err := expression(cond); err != nil {
					return c.errorf(w.Location, "%v", err)
				}
				c.partial(cond)
				cond = constraint + "((" + strings.ReplaceAll(oneLine(cond), "result_of_call", "craig_r") + "))"
			case "branching":
				if w.Constraint == nil {
					return c.errorf(w.Location, "a constraint is missing")
				}
				switch v := w.Constraint.Value; {
				case v == "true":
					cond = "craig_c"
				case v == "false":
					cond = "!craig_c"
				case branchNumber.MatchString(v):
					cond = "craig_s == " + v
				default:
					return c.errorf(w.Location, "a branch is true, false or a number, not %q", v)
				}
			case "function_enter":
				if threads.on && c.makesThread(w.Location) {
					threads.made++
					then = fmt.Sprintf("(void)("+threadNew+" = %d, "+counter+" = %d)", threads.made, k+1)
				}
			default:
				return &Unsupported{fmt.Sprintf("waypoints of type %q", w.Type)}
			}
			otherwise := "(void)0"
			if c.Ends && w.Action != "avoid" { // it is passed when it is evaluated, so that no execution stays in front of it for ever
				otherwise = fmt.Sprintf("("+counter+" == %d ? craig_stop() : (void)0)", k)
			}
			p := add(w, fmt.Sprintf("("+counter+" == %d && (%s) ? %s : %s)", k, threads.by(w.Thread, cond), then, otherwise))
			if strings.Contains(then, threadNew) {
				p.makes = append(p.makes, threads.made)
			}
		}
	}
	if threads.on {
		if err := c.first(); err != nil {
			return err
		}
	}
	for _, p := range places {
		steps := threads.section(strings.Join(p.steps, ", "))
		if p.makes != nil {
			steps = threadNew + " = 0, " + steps
		}
		var err error
		switch p.kind {
		case "assumption":
			err = c.before(p.l, steps+"; ", "")
		case "branching":
			err = c.branch(p.l, steps)
		default:
			err = c.call(p.l, steps, p.kind == "function_enter", p.makes)
		}
		if err != nil {
			return err
		}
	}
	if c.Ends {
		if cycles == 0 {
			return &Error{File: c.witness, Msg: "there is no cycle"}
		}
		return nil
	}
	if goal == nil {
		return &Error{File: c.witness, Msg: "there is no target"}
	}
	if races := otherProperty.MatchString(c.specification); races != (other != nil) {
		return &Unsupported{"violations of no-data-race without two accesses, and others with two targets,"}
	}
	if other != nil {
		return c.race(*goal, *other)
	}
	if by != "1" { // its thread passes it, too, where something can be put in front of it
		step := fmt.Sprintf("("+counter+" == %d && %s ? (void)("+counter+" = %d) : (void)0)", c.Passed, by, c.Passed+1)
		if err := c.before(goal.Location, threads.section(step)+"; ", ""); err == nil {
			c.Passed++
		} else if unsupported := new(Unsupported); !errors.As(err, &unsupported) {
			return err
		}
	}
	return c.target(goal.Location, TargetFile) // last, since whatever begins in the same place comes before it
}

// race makes of two targets the accesses of a data race.
func (c *claim) race(first, second Waypoint) error {
	number := func(w Waypoint) *int64 {
		if w.Thread == nil {
			return nil
		}
		n := int64(*w.Thread)
		return &n
	}
	c.Race = &cfront.Race{Beside: OtherFile, Variable: threadNumber, First: number(first), Second: number(second)}
	if err := c.target(first.Location, TargetFile); err != nil {
		return err
	}
	from := first.Location
	if filepath.Base(from.File) == filepath.Base(second.Location.File) && from.Line == second.Location.Line && from.Column == second.Location.Column {
		c.Race.Beside = TargetFile // both are made by the same statement
		return nil
	}
	return c.target(second.Location, OtherFile)
}

var branchNumber = pattern.New(`^-?[0-9]+$`)

// target makes what begins at l a part of a file: the head of a statement that controls others, a block, what closes one, or
// else a statement or expression to its end; each with the labels before it.
func (c *claim) target(l Location, file string) error {
	at, err := c.at(l, nil)
	if err != nil {
		return err
	}
	at = c.src.Skip(at)
	from := at
	for next := label(c.src, at); next > 0; next = label(c.src, at) {
		if word := c.src.Word(at); word != "case" && word != "default" {
			c.Label = word
		}
		at = next
	}
	end, ok := 0, true
	switch word := c.src.Word(at); {
	case strings.HasPrefix(c.src.Rest(at), "}"):
		end = at + 1
	case strings.HasPrefix(c.src.Rest(at), "{"):
		end, ok = c.src.Find(at+1, "}")
	case branchWord.MatchString(word):
		end, ok = c.src.Find(c.src.Skip(at+len(word))+1, ")")
	case strings.HasPrefix(c.src.Rest(at), "(") && branchWord.MatchString(c.src.Before(at)):
		end, ok = c.src.Find(at+1, ")")
	default:
		end, ok = c.src.Find(at, ";)}")
	}
	at = from
	if !ok {
		return &Unsupported{fmt.Sprintf("targets such as that in line %d", l.Line)}
	}
	for _, m := range c.src.Markers(at, end) {
		c.src.Edit(m.At, m.Length, fmt.Sprintf("#line %d %q", m.Line, file))
	}
	here, then := c.src.Marked(at), c.src.Marked(end)
	c.src.Edit(at, 0, fmt.Sprintf("\n#line %d %q\n", max(here.Line, 1), file))
	c.src.Edit(end, 0, fmt.Sprintf("\n#line %d %q\n", max(then.Line, 1), filepath.ToSlash(then.File)))
	return nil
}

// branch takes steps when the condition of the statement at l has been evaluated.
func (c *claim) branch(l Location, steps string) error {
	if at, err := c.at(l, nil); err == nil && l.Column > 0 && strings.HasPrefix(c.src.Rest(at), "?") {
		return c.choice(l, at, steps)
	}
	at, err := c.at(l, branchWord)
	if err != nil {
		return err
	}
	word := c.src.Word(at)
	open := c.src.Skip(at + len(word))
	if word == "do" && strings.HasPrefix(c.src.Rest(open), "{") { // its condition is behind the body
		if end, ok := c.src.Find(open+1, "}"); ok {
			if at = c.src.Skip(end + 1); c.src.Word(at) == "while" {
				open = c.src.Skip(at + len("while"))
			}
		}
	}
	if !branchWord.MatchString(word) || !strings.HasPrefix(c.src.Rest(open), "(") {
		return &Unsupported{fmt.Sprintf("branches that are not statements, as in line %d,", l.Line)}
	}
	from := open + 1
	to, ok := c.src.Find(from, ")")
	if word == "for" {
		from, to, ok = c.forCondition(open)
		ok = ok && c.src.Skip(from) != to
	}
	if !ok {
		return c.errorf(l, "there is no condition")
	}
	if (word == "switch") != strings.Contains(steps, "craig_s == ") {
		return c.errorf(l, "the branches of a switch are numbers, others true or false")
	}
	if word == "switch" {
		c.src.Edit(from, 0, "({ __auto_type craig_s = ")
		c.src.Edit(to, 0, "; "+steps+"; craig_s; })")
		return nil
	}
	c.src.Edit(from, 0, "(craig_c = ((")
	c.src.Edit(to, 0, ") != 0), "+steps+", craig_c)")
	return nil
}

// choice takes steps where a value is chosen by the question mark at an offset.
func (c *claim) choice(l Location, at int, steps string) error {
	colon, depth, ok := at, 1, true
	for depth > 0 && ok {
		if colon, ok = c.src.Find(colon+1, "?:;"); ok {
			switch c.src.Rest(colon)[0] {
			case '?':
				depth++
			case ':':
				depth--
			default:
				ok = false
			}
		}
	}
	if !ok || c.src.Skip(at+1) == colon {
		return &Unsupported{fmt.Sprintf("choices such as that in line %d", l.Line)}
	}
	if strings.Contains(steps, "craig_s == ") {
		return c.errorf(l, "the branches of a choice are true and false")
	}
	c.src.Edit(at+1, 0, " craig_c = 1, "+steps+",")
	c.src.Edit(colon+1, 0, " (craig_c = 0, "+steps+", 0) ? 0 :")
	return nil
}

// call takes steps when the call whose closing parenthesis is at l has returned, or before it. It makes one of some threads.
func (c *claim) call(l Location, steps string, enter bool, makes []int) error {
	at, word, open, end, err := c.called(l)
	switch {
	case err != nil:
		return err
	case enter && makes == nil && strings.Contains(c.src.Rest(open + 1)[:end-open-1], "("):
		return &Unsupported{fmt.Sprintf("entries of functions whose arguments are calls, as in line %d,", l.Line)}
	case enter:
		c.src.Edit(at, 0, "("+steps+", ")
		c.src.Edit(end+1, 0, ")")
		if makes != nil {
			return c.start(word, open, makes)
		}
	default:
		c.src.Edit(at, 0, "({ __auto_type craig_r = ")
		c.src.Edit(end+1, 0, "; "+steps+"; craig_r; })")
	}
	return nil
}

// called is the call whose closing parenthesis is at l: where its function is, that, and where its arguments begin and end.
func (c *claim) called(l Location) (at int, word string, open, end int, err error) {
	if end, err = c.at(l, callEnd); err != nil {
		return 0, "", 0, 0, err
	}
	if l.Column == 0 { // from the first call of the line to its end
		open := end + strings.IndexByte(c.src.Rest(end), '(')
		if closing, ok := c.src.Find(open+1, ")"); ok {
			end = closing
		}
	}
	// The call may begin in an earlier line.
	start, err := c.at(Location{File: l.File, Line: max(1, l.Line-maxCallLines), Column: 1}, nil)
	if err != nil {
		return 0, "", 0, 0, err
	}
	for at := start; at < end; at++ {
		word := c.src.Word(at)
		if word == "" || word[0] >= '0' && word[0] <= '9' || notCalled.MatchString(word) {
			continue
		}
		open := c.src.Skip(at + len(word))
		if !strings.HasPrefix(c.src.Rest(open), "(") || open >= end {
			continue
		}
		if closing, ok := c.src.Find(open+1, ")"); ok && closing == end {
			return at, word, open, end, nil
		}
	}
	return 0, "", 0, 0, c.errorf(l, "no call ends at column %d", l.Column)
}

// makesThread tells whether the call at l makes a thread.
func (c *claim) makesThread(l Location) bool {
	_, word, _, _, err := c.called(l)
	arg, _ := makes(word)
	return err == nil && arg >= 0
}

// maxCallLines is how many lines a call may have.
const maxCallLines = 60

var (
	callEnd   = pattern.New(`[A-Za-z_][A-Za-z_0-9]*[ \t]*\(`)
	notCalled = pattern.New(`^(?:if|for|while|switch|return|sizeof)$`)
)
