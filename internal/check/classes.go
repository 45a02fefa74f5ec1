package check

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/infer"
	"craig/internal/work"
)

// Class is what a finding is to who reads it.
type Class string

const (
	// Bug: it goes wrong whatever callers guarantee, or callers have nothing to guarantee: the execution begins in main, or the function has a
	// contract that is written down, or it rests on inputs alone; or each execution from some branch on goes wrong.
	Bug Class = "bug"
	// AtCaller: likewise, by a call: each execution from some branch of the caller on goes wrong in a function that it calls. The place is the caller's.
	AtCaller Class = "bug at a caller"
	// Contradiction: the program itself tests what it takes for granted there, and some execution goes wrong.
	Contradiction Class = "contradiction"
	// Guaranteed: it does not go wrong where a necessary contract holds, outside of which each call goes wrong.
	Guaranteed Class = "contract"
	// Guessed: none of these is known.
	Guessed Class = "guess"
)

// inferTime is the processor time in which a contract is looked for; twenty times that may pass.
const inferTime = 3 * time.Second

// classify finds contracts of the functions that have findings, and what the findings are by them.
func (c *checker) classify(ctx context.Context) error {
	var list []*Function
	for _, f := range c.report.Functions {
		if slices.ContainsFunc(f.findings, func(g *Finding) bool { return g.Accepted == "" }) {
			list = append(list, f)
		}
	}
	c.begin("contracts", len(list))
	err := work.Each(ctx, c.opts.Jobs, len(list), func(i int) {
		f := list[i]
		if f.Name != "main" && !f.contract {
			f.Inferred = c.contractOf(ctx, f)
		}
		for _, g := range f.findings {
			if g.Class == "" {
				g.Class, g.Because = f.class(g)
			}
			if of := c.bodies.here[f.Unit][f.Name]; of != nil && slices.ContainsFunc(of.Clamped, func(name string) bool {
				return strings.HasPrefix(g.Because, "it goes wrong where "+name+" is negative")
			}) {
				g.Class, g.Because = Guessed, "the function goes on with what it finds too large, so that it may rely on callers for the rest"
			}
		}
		c.confirmShown(ctx, f)
		c.done(f.Name, 0)
	})
	return err
}

// confirmShown asks a compiler about the findings of a function that are shown, as far as it was not asked yet.
func (c *checker) confirmShown(ctx context.Context, f *Function) {
	asked := false
	for i, g := range f.findings {
		if g.Accepted == "" && g.Confirmation == "" && (g.Class.mistake() || c.opts.Guesses && g.Class == Guessed) {
			c.confirm(ctx, f, g, g.Document)
			if asked = true; f.kept != nil && i < len(f.kept.Rounds) {
				f.kept.Rounds[i].Confirmation, f.kept.Rounds[i].Said = g.Confirmation, g.Said
			}
		}
	}
	if asked {
		c.keep(ctx, f)
	}
}

// Mistake says that it is known to be one: no contract helps against it. It is false where contracts are not inferred.
func (g *Finding) Mistake() bool { return g.Class != "" && g.Class.mistake() }

// Contract is the necessary contract that was inferred of the function, under which it is proved; nil if there is none, or it is written down.
func (f *Function) Contract() *infer.Document {
	if f.underContract(infer.Necessary) && f.Inferred.ACSL != "" {
		return f.Inferred
	}
	return nil
}

// mistake says that findings of the class are shown: no contract helps against them.
func (k Class) mistake() bool { return k != Guaranteed && k != Guessed }

// infer looks for the contract of a function; nil if none was found. ok says that it was looked for.
func (c *checker) infer(ctx context.Context, f *Function) (d *infer.Document, ok bool) {
	a, err := c.run(ctx, work.Job{Args: c.opts.Commands.Infer(f, inferTime), Time: 25 * inferTime, CPU: c.opts.CPU, Memory: c.opts.Memory}, f)
	if err != nil || a.Failed != nil {
		return nil, false
	}
	d = &infer.Document{}
	if json.NewDecoder(bytes.NewReader(a.Out)).Decode(d) != nil {
		return nil, true
	}
	return d, true
}

// atOnce is what a finding of f is, and why, whatever is inferred; "" where that decides.
func (f *Function) atOnce(g *Finding) (Class, string) {
	switch {
	case g.rests != "" && (f.Name == "main" || f.contract):
		return Guessed, "what " + g.rests + " does, which has no body, is a guess"
	case f.Name == "main":
		return Bug, "it begins in main"
	case f.contract:
		return Bug, "it goes wrong under the contract of " + f.Name
	case len(g.Inputs) == 0 && !g.others && !g.asserted:
		return Bug, "it rests on nothing that " + f.Name + " is given"
	}
	return "", ""
}

// class is what a finding of f is by what was inferred, and why.
func (f *Function) class(g *Finding) (Class, string) {
	d := f.Inferred
	switch {
	case g.unsized:
		return Guessed, "how much there is where it leads is a guess"
	case d == nil && g.freed != "" && !g.byLinks:
		return Bug, becauseFreed + g.freed
	case d == nil:
		return Guessed, "no contract of " + f.Name + " was found"
	case d.Never && slices.Contains(d.Causes, g.Property):
		return Bug, "every call of " + f.Name + " goes wrong"
	case g.byLinks:
		return Guessed, "how callers link what they give is a guess"
	}
	for _, e := range d.Errors {
		switch {
		case e.File != g.File || e.Line != g.Line || e.Property != g.Property:
		case e.Doomed > 0 && g.byEnd && (g.atEnd || g.Property == null):
			return Guessed, "that one pointer is the end of what another one leads to is a guess"
		case e.DoomedIn != "":
			return Bug, fmt.Sprintf("each execution of %s that takes the branch in %s:%d goes wrong", f.Name, e.DoomedIn, e.Doomed)
		case e.Doomed > 0:
			because := fmt.Sprintf("each execution of %s that takes the branch in line %d goes wrong", f.Name, e.Doomed)
			if g.atCall(f) {
				return AtCaller, because + fmt.Sprintf(", at %s:%d", e.File, e.Line)
			}
			return Bug, because
		case e.Mistake != "" && g.Property == null && g.null:
			return Guessed, "that a pointer in what it is given is null is a guess"
		case e.Mistake != "":
			return Bug, e.Mistake
		}
	}
	if g.freed != "" {
		return Bug, becauseFreed + g.freed
	}
	switch proved := d.Class != infer.Open && !slices.Contains(d.Left, g.Property); {
	case d.Never:
		return Guessed, "every call of " + f.Name + " goes wrong, by another mistake"
	case proved && d.Class == infer.Necessary:
		return Guaranteed, f.Name + " requires " + d.Conditions()
	case proved:
		return Guessed, f.Name + " is proved where " + d.Conditions() + "; other calls may go well"
	}
	return Guessed, cmp.Or(d.Why, "a contract without "+g.Property+" was found alone")
}

// split keeps mistakes as findings, with guesses if they are asked for, and the rest as others. A finding is the likeliest that it is from any
// function.
func (r *Report) split(guesses bool) {
	r.Classes = true
	all := r.Findings
	r.Findings = nil
	for _, g := range all {
		if g.Class == "" { // the run was ended
			g.Class, g.Because = Guessed, "no contract was looked for"
		}
		if g.Class.mistake() || guesses && g.Class == Guessed {
			r.Findings = append(r.Findings, g)
		} else {
			r.Others = append(r.Others, g)
		}
	}
}

// countClass counts the findings of a class that nobody has accepted.
func (r *Report) countClass(k Class) (n int) {
	for _, g := range slices.Concat(r.Findings, r.Others) {
		if g.Class == k && g.Accepted == "" {
			n++
		}
	}
	return n
}

// atCall has the place of a finding in a function that f calls be where f calls it; false if it is in f itself.
func (g *Finding) atCall(f *Function) bool {
	if g.File == f.File && g.Line >= f.Line && g.Line <= f.End || g.Document == nil || g.Document.Trace == nil {
		return false
	}
	for _, s := range slices.Backward(g.Document.Trace.Steps) {
		if s.Function == f.Name && s.File != "" {
			g.Place = Place{filepath.Clean(s.File), s.Line, s.Column}
			g.Fingerprint = g.fingerprint()
			if g.Accepted == "" {
				g.Accepted, _ = allowance(g.File, g.Line, g.Property)
			}
			return true
		}
	}
	return false
}

// underContract says that the function is proved where a contract of a class holds that was inferred, for all properties, and that there is no mistake
// in it that the contract excludes.
func (f *Function) underContract(c infer.Class) bool {
	d := f.Inferred
	return !slices.ContainsFunc(f.findings, func(g *Finding) bool { return g.Class.mistake() }) && d != nil && d.Class == c && !d.Never && len(d.Left) == 0 && len(d.Requires) > 0
}

// WriteContracts writes the contracts that were inferred as a header, in ACSL and in the words of CBMC. Those of static functions, and of
// functions of which no declaration can be written, are comments.
func (r *Report) WriteContracts(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "/* Contracts that craig inferred. Include it behind the declarations of the types that it names. Where a contract is called necessary, every call\n * outside of it goes wrong; where it is called sufficient, calls outside of it may go well. */\n")
	for _, v := range r.Invariants {
		fmt.Fprintf(b, "\n/* Of each %s: %s. %s */\n", v.Of, v.Condition, v.by())
	}
	for _, f := range r.Functions {
		d := f.Inferred
		if !f.contracted() || len(f.Handles) > 0 {
			continue
		}
		fmt.Fprintf(b, "\n/* %s:%d: %s: %s */\n", f.File, f.Line, f.Name, d.Class)
		if f.Static || d.Declaration == "" {
			fmt.Fprintf(b, "// %s requires %s\n", f.Name, d.Conditions())
			continue
		}
		fmt.Fprintf(b, "#ifdef __CPROVER__\n%s %s;\n#else\n%s\n%s;\n#endif\n", d.Declaration, d.CProver, d.ACSL, d.Declaration)
	}
	return b.Flush()
}

// classSums is the last line: what is proved, and what became of the findings that are not shown.
func (r *Report) classSums(b *bufio.Writer, opts TextOptions) {
	necessary, proved := r.contracts(infer.Necessary), 0
	for _, f := range r.Functions {
		if f.Verdict == "TRUE" {
			proved++
		}
	}
	fmt.Fprintf(b, "%d of %s proved", proved+necessary, count(len(r.Functions), "function"))
	if necessary > 0 {
		fmt.Fprintf(b, ", %d of them under contracts that craig inferred", necessary)
		if opts.ContractsBy != "" {
			fmt.Fprintf(b, ": %s shows them", opts.ContractsBy)
		}
	}
	if n := r.countClass(Guaranteed); n > 0 {
		fmt.Fprintf(b, "; these exclude %s", count(n, "finding"))
	}
	if n := r.countClass(Guessed); n > 0 {
		fmt.Fprintf(b, "; %s", count(n, "guess"))
		if opts.GuessesBy != "" {
			fmt.Fprintf(b, ": %s", opts.GuessesBy)
		}
	}
	if n := len(r.Invariants); n > 0 {
		fmt.Fprintf(b, "; %s of structures, from their constructors on", count(n, "invariant"))
	}
	fmt.Fprintln(b)
}

// contracts counts the functions that are proved under contracts of a class.
func (r *Report) contracts(c infer.Class) (n int) {
	for _, f := range r.Functions {
		if f.underContract(c) || c == infer.Necessary && len(f.Handles) > 0 && f.underContract(infer.Sufficient) {
			n++
		}
	}
	return n
}
