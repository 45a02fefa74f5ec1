package difftest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// challenge is a run of Run.
type challenge struct {
	*build
	lim   Limits
	seeds [][]Value
}

// search runs the executables until the time is up or a run refutes the verdict.
func (c *challenge) search() error {
	end := time.Now().Add(c.lim.Time)
	first := append(c.build.seeds(c.seeds), nil)
	if c.goal.reach {
		list, counts, err := c.run(c.fast, true, first, c.lim.Time, c.lim.Run, c.lim.Seed)
		if err != nil || c.ctx.Err() != nil {
			return c.stopped(err)
		}
		c.out.Counts = counts
		if done, err := c.reached(list); done || err != nil {
			return err
		}
		if counts.Errors > 0 {
			// Those errors do not count. Others are hidden behind them: look for them where only
			// those come that do.
			var inputs [][]given
			for _, f := range list {
				inputs = append(inputs, f.inputs)
			}
			first = append(first, inputs...)
		} else if len(c.goal.reports) == 0 {
			if err := c.explain(first); err != nil {
				return c.stopped(err)
			}
			c.conclude()
			return nil
		}
	}
	left := max(time.Until(end), c.lim.Time/4)
	if !c.goal.reach {
		c.out.Counts = Counts{}
	}
	// What is found is judged after a part of the time, since a run that refutes the verdict mostly comes soon.
	for i, part := range []time.Duration{left / 10, left - left/10} {
		list, counts, err := c.run(c.full, true, first, part, 4*c.lim.Run, c.lim.Seed+1+uint64(i))
		if err != nil || c.ctx.Err() != nil {
			return c.stopped(err)
		}
		c.out.Counts.add(counts)
		for _, f := range list {
			if !f.isError && c.violates(f) == "" && c.out.Outside == "" {
				c.out.Outside = firstReport(f.report)
			}
		}
		if done, err := c.reached(list); done || err != nil {
			return err
		}
	}
	c.conclude()
	return nil
}

// add counts further runs. Blocks are of one executable or the other.
func (n *Counts) add(m Counts) {
	n.Runs += m.Runs
	n.Ended += m.Ended
	n.Limited += m.Limited
	n.Assumed += m.Assumed
	n.Undefined += m.Undefined
	n.Errors += m.Errors
	n.Blocks = max(n.Blocks, m.Blocks)
}

func (c *challenge) stopped(err error) error {
	c.out.Answer = Undecided
	switch {
	case c.ctx.Err() != nil:
		c.out.Reason = "there was no time"
	case err != nil:
		c.out.Reason = err.Error()
	}
	return nil
}

// conclude is the answer if no run has refuted the verdict.
func (c *challenge) conclude() {
	n := c.out.Counts
	switch {
	case c.out.Reason != "": // a run that might refute it
	case n.Runs == 0:
		c.out.Reason = "the compiled program was not run"
	case n.Undefined == n.Runs:
		c.out.Reason = "every run has undefined behaviour, of which the verdict does not speak"
		if c.out.Outside != "" {
			c.out.Reason += ": " + c.out.Outside
		}
	default:
		c.out.Answer = NotRefuted
	}
}

// repeats is how often a run is made again before it is believed.
const repeats = 2

// explain finds out what kind of undefined behaviour the fast executable ran into.
func (c *challenge) explain(inputs [][]given) error {
	if c.out.Outside != "" || c.out.Counts.Undefined == 0 || c.full == "" {
		return nil
	}
	list, _, err := c.run(c.full, false, inputs, 2*time.Second, 4*c.lim.Run, 1)
	for _, f := range list {
		if c.out.Outside == "" {
			c.out.Outside = firstReport(f.report)
		}
	}
	return err
}

// reached judges runs that came to an error; done says that one refutes the verdict.
func (c *challenge) reached(list []found) (done bool, err error) {
	for _, f := range list {
		if !f.isError && c.violates(f) == "" {
			continue
		}
		if c.full == "" {
			c.out.Reason = "the compiled program reaches the error, but there are no sanitizers that would see undefined behaviour before"
			continue
		}
		var same [][]given
		for range repeats {
			same = append(same, f.inputs)
		}
		again, counts, err := c.run(c.full, false, same, 20*time.Second, max(20*c.lim.Run, 2*time.Second), 1)
		if err != nil {
			return false, c.stopped(err)
		}
		if counts.Ended == repeats {
			c.out.Reason = "compiled to run fast the program reaches the error, and with the address sanitizer it does not: addresses, or memory that nobody has written to, decide"
			continue
		}
		confirmed := 0
		for _, g := range again {
			switch {
			case c.failedAllocation(g.report):
				c.out.Outside = "an allocation fails"
			case g.isError || c.violates(g) != "":
				confirmed++
			case c.out.Outside == "":
				c.out.Outside = firstReport(g.report)
			}
		}
		if confirmed < repeats {
			continue
		}
		if n := c.chosen(); n != nil {
			c.out.Reason = fmt.Sprintf("the compiled program reaches the error, but the verdict assumes (line %d): %s", n.Pos.Line, n.Text)
			continue
		}
		g := again[0]
		lines := c.lines(c.full, g.blocks)
		r := c.interpret(g, lines)
		if r.outside && g.isError {
			c.out.Reason = "the compiled program reaches the error, and the sanitizers see nothing, but " + r.text
			c.out.Inputs, c.out.Lines = c.values(g.inputs), lines
			continue
		}
		if what := c.violates(g); r.ended && memberOfNull.MatchString(what) {
			c.out.Reason = "at " + what + "; the sanitizer takes the address of a member for an access to it, and craig's interpreter ends without an access"
			continue
		}
		c.refute(g, lines, r)
		return true, nil
	}
	return false, nil
}

var allocation = pattern.New(`WARNING: AddressSanitizer failed to allocate 0x([0-9a-f]+) bytes`)

// failedAllocation tells whether a run has had an allocation fail that might have succeeded: the verdict
// speaks of runs in which none does. No machine can give more than half of the address space.
func (c *challenge) failedAllocation(report string) bool {
	bits := 63
	if c.prog.Options.ILP32 {
		bits = 31
	}
	for _, m := range allocation.FindAllStringSubmatch(report, -1) {
		if n, err := strconv.ParseUint(m[1], 16, 64); err == nil && n>>bits == 0 && !c.prog.Options.MallocMayFail {
			return true
		}
	}
	return false
}

// layoutNote is the beginning of the note that addresses are those that craig has chosen.
const layoutNote = "an address is converted to an integer and used in arithmetic"

// chosen is the note that the verdict depends on addresses, or on an order of evaluation, that craig has
// chosen; nil if there is none.
func (c *challenge) chosen() *ir.Note {
	for i, n := range c.prog.IR.Notes {
		if n.Kind == ir.Assumption && (strings.HasPrefix(n.Text, layoutNote) || cfront.ChoosesOrder(n)) {
			return &c.prog.IR.Notes[i]
		}
	}
	return nil
}

// refute is the answer if a run refutes the verdict.
func (c *challenge) refute(f found, lines []ir.Pos, r reading) {
	out := c.out
	out.Answer = Refuted
	out.Inputs, out.Lines, out.Reading = c.values(f.inputs), lines, r.text
	out.Reason = "the compiled program reaches the error"
	if what := c.violates(f); what != "" {
		out.Reason = "the compiled program violates the property: " + what
	} else if n := len(lines); n > 0 {
		out.Reason += fmt.Sprintf(", coming from line %d", lines[n-1].Line)
	}
	out.Harness = c.harness(f)
}

// memberOfNull is the report of p->m and of &p->m, which is no access, for a null pointer p.
var memberOfNull = pattern.New(`^line \d+: member access within null pointer`)

// violates is the report that violates the property; "" if the run has none.
func (c *challenge) violates(f found) string {
	if c.given {
		if list := native.Values(f.report); len(list) > 0 && !f.isError {
			return fmt.Sprintf("line %d: %s", list[0].Use.Line, list[0].Use.Text)
		}
		return ""
	}
	// What runs the program has blocks of its own when it ends.
	reports := slices.DeleteFunc(native.Reports(f.report), func(r native.Report) bool {
		return property.LeakReport.MatchString(r.Text) && !c.allocates(r)
	})
	if f.isError || len(reports) == 0 {
		return ""
	}
	r := reports[0]
	if where := c.prog.Options.Where; where != "" && filepath.Base(where) != filepath.Base(r.File) {
		return ""
	}
	if property.Any(c.goal.reports, func(p *property.Property) bool { return p.Report != nil && p.Report.MatchString(r.Text) }) {
		return fmt.Sprintf("line %d: %s", r.Line, r.Text)
	}
	return ""
}

// allocates says that the block of a leak was made where the program itself makes one.
func (c *challenge) allocates(r native.Report) bool {
	return slices.ContainsFunc(c.prog.IR.Objects, func(o *ir.Object) bool {
		return o.Kind == ir.HeapObject && o.Pos.Line == r.Line && filepath.Base(o.Pos.File) == filepath.Base(r.File)
	})
}

// firstReport is what a sanitizer saw first, with its line; "" if there is none.
func firstReport(text string) string {
	for _, r := range native.Reports(text) {
		return fmt.Sprintf("line %d: %s", r.Line, r.Text)
	}
	return ""
}
