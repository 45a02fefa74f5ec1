package difftest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// maxCompared bounds how many inputs the core is given.
const maxCompared = 60

// besideCore gives the inputs of the search to the program and to what is printed of its core, and compares the values of variables
// at the points that both come to.
func (c *challenge) besideCore() {
	out := &c.out.Core
	switch {
	case strings.Contains(filepath.Base(c.out.Compiler), "clang"):
		out.Why = "it is printed for gcc"
		return
	case !c.can.zeros:
		out.Why = "what the program does not initialize has no values"
		return
	case c.full == "":
		out.Why = "there are no sanitizers"
		return
	}
	texts, why := c.preprocessed()
	if why != "" {
		out.Why = why
		return
	}
	prog, files, why := c.elaborate(texts)
	if why != "" {
		out.Why = why
		return
	}
	points := &points{prog: prog}
	for i, f := range files {
		texts[i] = points.insert(i, f, texts[i])
	}
	if prog, _, why = c.elaborate(texts); why != "" {
		out.Why = why
		return
	}
	var printed bytes.Buffer
	if err := coreprint.Print(&printed, prog, coreprint.PrintConfig{}); err != nil {
		out.Why = err.Error()
		return
	}
	program, why := c.variantOf("points", texts)
	if why != "" {
		out.Why = "with the points it cannot be compiled: " + why
		return
	}
	printedProgram, why := c.variantOf("core", [][]byte{printed.Bytes()})
	if c.ctx.Err() != nil {
		out.Why = "there was no time"
	} else if why != "" {
		out.Difference = "gcc does not take the printed core: " + why
	} else if err := c.compareCore(program, printedProgram, points.at); err != nil {
		out.Why = err.Error()
	}
	if out.Difference == "" {
		return
	}
	for _, n := range prog.Notes {
		if n.Kind == core.OrderNote {
			out.Difference += fmt.Sprintf("; the order of evaluation may decide, at line %d", prog.Place(n.Pos).Line)
			return
		}
	}
	c.out.Answer = Undecided
	c.out.Reason = "what craig takes the program to mean differs from what the compiler does"
}

// preprocessed are the copies, as the compiler preprocesses them.
func (c *challenge) preprocessed() (texts [][]byte, why string) {
	for i := range c.prog.Sources {
		name := fmt.Sprintf("%d.i", i)
		flags := append(append(c.common(), c.prog.Preprocessing(true)...), "-E", "-o", name, fmt.Sprintf("%d.c", i))
		if failure := c.cc(flags...); failure != "" {
			return nil, failure
		}
		text, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			return nil, err.Error()
		}
		texts = append(texts, text)
	}
	return texts, ""
}

// elaborate is the core of preprocessed texts.
func (c *challenge) elaborate(texts [][]byte) (prog *core.Program, files []elab.File, why string) {
	for i, text := range texts {
		source := pp.New(pp.Config{})
		source.Open(c.prog.Sources[i].Name, text)
		tree, errs := syntax.Parse(syntax.Config{}, source)
		if err := source.Err(); err != nil {
			return nil, nil, err.Error()
		}
		if len(errs) > 0 {
			return nil, nil, fmt.Sprintf("line %d: %s", source.Place(errs[0].Pos.Used).Line, errs[0].Msg)
		}
		files = append(files, elab.File{Name: c.prog.Sources[i].Name, Tree: tree, Source: source})
	}
	o := c.prog.Options
	prog, report := elab.Elaborate(elab.Config{Machine: types.MachineOf("", o.ILP32), UnsignedChar: o.UnsignedChar, Order: elab.RightToLeft}, files...)
	for _, r := range report.Refusals {
		return nil, nil, fmt.Sprintf("line %d: the core does not have it: %s", files[r.File].Source.Place(r.Pos.Used).Line, r.Msg)
	}
	for _, m := range report.Mistakes {
		return nil, nil, fmt.Sprintf("line %d: %s", files[m.File].Source.Place(m.Pos.Used).Line, m.Msg)
	}
	if err := corecheck.Check(prog); err != nil {
		return nil, nil, "ill-formed: " + err.Error()
	}
	return prog, files, ""
}

// variantOf compiles texts without sanitizers.
func (c *challenge) variantOf(name string, texts [][]byte) (program, failure string) {
	flags := append(c.common(), "-fno-strict-aliasing")
	if c.prog.Options.UnsignedChar {
		flags = append(flags, "-funsigned-char")
	}
	var files []string
	for i, text := range texts {
		files = append(files, fmt.Sprintf("%s-%d.c", name, i))
		if failure := c.tools.Write(map[string][]byte{files[i]: text}); failure != "" {
			return "", failure
		}
	}
	objects, failure := c.tools.Objects(c.ctx, flags, files...)
	if failure != "" {
		return "", failure
	}
	return c.link(name, objects, append(c.common(), "-I", c.dir), nil)
}

// visit is a point that a run came to, with a sum of the values there.
type visit struct {
	number int
	values uint32
}

// course is what a run told of its points: the first of them, and how many there were, with a sum of all.
type course struct {
	how    rune // as the runner has it
	total  int
	sum    uint64
	visits []visit
}

// courses runs a program once with each of the inputs.
func (c *challenge) courses(program string, inputs [][]given) ([]course, error) {
	told, err := c.runner(program, "points", inputs, c.lim.Time, c.lim.Run, c.lim.Seed)
	if err != nil {
		return nil, err
	}
	var list []course
	for {
		line, err := told.ReadString('\n')
		if err != nil || strings.HasPrefix(line, "counts ") {
			return list, nil
		}
		var r course
		var n int
		if _, err := fmt.Sscanf(line, "points %c %d %x %d", &r.how, &r.total, &r.sum, &n); err != nil {
			return nil, fmt.Errorf("the runner says %q", line)
		}
		for range n {
			var v visit
			if _, err := fmt.Fscanf(told, "%d %x\n", &v.number, &v.values); err != nil {
				return list, nil
			}
			r.visits = append(r.visits, v)
		}
		list = append(list, r)
	}
}

// compareCore runs the program twice and its core once on inputs of the search. A run that does not always do the same, or that has
// undefined behaviour, says nothing.
func (c *challenge) compareCore(program, printed string, at []ir.Pos) error {
	inputs := append([][]given{nil}, c.kept[:min(len(c.kept), maxCompared-1)]...)
	var lists [3][]course
	for i, p := range []string{program, program, printed} {
		var err error
		if lists[i], err = c.courses(p, inputs); err != nil {
			return err
		}
	}
	place := func(point int) ir.Pos {
		if point < 0 || point >= len(at) {
			return ir.Pos{}
		}
		return at[point]
	}
	out := &c.out.Core
	for i := range min(len(lists[0]), len(lists[1]), len(lists[2])) {
		a, again, b := &lists[0][i], &lists[1][i], &lists[2][i]
		if d, _ := a.differs(again, place); d != "" {
			continue
		}
		d, point := a.differs(b, place)
		if d == "" {
			out.Runs++
			if a.how == 'l' || b.how == 'l' {
				out.Points += min(len(a.visits), len(b.visits))
			} else {
				out.Points += a.total
			}
			continue
		}
		if steady, err := c.steady(program, printed, inputs[i:i+1], a, b, place); err != nil {
			return err
		} else if !steady {
			continue
		}
		_, counts, err := c.run(c.full, false, inputs[i:i+1], c.lim.Time, 20*c.lim.Run, c.lim.Seed)
		if err != nil {
			return err
		}
		if counts.Undefined+counts.Errors+counts.Limited > 0 {
			continue
		}
		out.Difference, out.Pos = d, place(point)
		c.out.Inputs = c.values(inputs[i])
		return nil
	}
	if out.Runs == 0 {
		return errors.New("no run always does the same, without undefined behaviour")
	}
	return nil
}

// steady says that the program and its core do the same as before when they are run again, a and b, and that there are no processes in it, of which
// now one and now another is told of.
func (c *challenge) steady(program, printed string, input [][]given, a, b *course, place func(int) ir.Pos) (bool, error) {
	for _, s := range c.prog.Sources {
		if forks.Match(s.Text) {
			return false, nil
		}
	}
	for range 3 {
		for p, before := range map[string]*course{program: a, printed: b} {
			again, err := c.courses(p, input)
			if err != nil || len(again) == 0 {
				return false, err
			}
			if d, _ := before.differs(&again[0], place); d != "" {
				return false, nil
			}
		}
	}
	return true, nil
}

var forks = pattern.New(`\bv?fork\b`)

// differs says what differs between two runs on the same inputs, and at which point; -1 if that is not known.
func (a *course) differs(b *course, at func(point int) ir.Pos) (what string, point int) {
	for i := range min(len(a.visits), len(b.visits)) {
		switch x, y := a.visits[i], b.visits[i]; {
		case x.number != y.number:
			return fmt.Sprintf("its core comes to line %d instead", at(y.number).Line), x.number
		case x.values != y.values:
			return "variables have other values in its core", x.number
		}
	}
	last := -1
	if n := min(len(a.visits), len(b.visits)); n > 0 {
		last = a.visits[n-1].number
	}
	switch {
	case a.how == 'l' || b.how == 'l': // one may have come further
		return "", -1
	case a.how != b.how:
		return "its core ends in another way", last
	case a.total != b.total || a.sum != b.sum:
		return "its core does something else later", last
	}
	return "", -1
}
