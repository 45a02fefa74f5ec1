package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"craig/internal/infer"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/property"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Function is a function that is looked at by itself, and what came of it.
type Function struct {
	Unit   *Unit
	Name   string
	File   string
	Line   int // of its name
	End    int // of its closing brace
	Static bool
	Added  bool   // it was not there at Options.Since
	Key    string // see cfront.Function

	Answer

	harmless bool
	contract bool // one is written down
	findings []*Finding
	ran      time.Duration // its jobs, without waiting for who runs them

	linkedUnits   []*linkedUnit // units that have bodies of functions which it may come to and its unit has none of, see link.go
	others        []string      // their files
	transitiveKey []string      // what those functions are
	with          []string      // those of the others that it is looked at with
	flags         []string      // and the options then, if they are not those of its unit; see joint.go
	traps         []trap.Trap   // that are set in it

	remembrance
	look    bool // engines look at it in a process that looks at others too
	held         // what of both holds
	settled bool // there is no more to be looked for
}

// remembrance is what the cache has of a function.
type remembrance struct {
	key, file string
	old       *memory // what was kept; nil if there is nothing
	kept      *memory // what is kept for the next run
}

// Answer is what came of looking at a function.
type Answer struct {
	Verdict string   // TRUE, FALSE or UNKNOWN, or "" if it was not come to
	Reason  string   // of UNKNOWN; of FALSE, if what else there is could not be decided
	Detail  string   // of these; of TRUE for termination: how often loops go round at most, each in a line
	Assumes []string // functions of other files that the last answer takes to return anything and to do nothing else
	Rounds  int
	Cached  bool // all of it was known before
	Wall    time.Duration

	Inferred *infer.Document // the contract that was looked for; nil: none was
	Handles  []string        // invariants of structures that say all that the contract does; none where they do not
}

// held is what holds of a function for the files as they are now.
type held struct {
	results  []*resultfile.Document
	besides  [][]string // the files besides that of the unit which each is about
	compiler []Said     // what a compiler says to each, if it was asked
}

// Traps are the traps that are set in it, as the values of an option.
func (f *Function) Traps(option string) (words []string) {
	for _, t := range f.traps {
		words = append(words, option, t.String())
	}
	return words
}

// MayRun says that a compiled program with the function may be run.
func (f *Function) MayRun(c Confirm) bool {
	return c == ConfirmAll || c == ConfirmHarmless && f.harmless
}

// function checks one function: a round asks for the first error; the next one leaves that out. What a run before has
// kept is where rounds begin.
func (c *checker) function(ctx context.Context, f *Function) {
	begun, looked := time.Now(), f.ran
	old, key := f.old, f.key
	f.Cached = old != nil && old.Key == key
	var except []cfront.Exception
	kept := &memory{Key: key}
	for f.Rounds < max(c.opts.Rounds, 1) {
		var before remembered
		if old != nil && f.Rounds < len(old.Rounds) {
			before = old.Rounds[f.Rounds]
		}
		r := c.round(ctx, f, except, before)
		if ctx.Err() != nil {
			return
		}
		if r = c.linked(ctx, f, except, before, r); ctx.Err() != nil {
			return
		}
		f.Rounds++
		doc := r.Document
		if c.opts.Told != nil && doc != nil {
			c.opts.Told(f, doc)
		}
		if doc == nil || doc.Verdict != "FALSE" {
			f.Reason, f.Detail = r.None.Why, r.None.What
			if doc != nil {
				f.Verdict, f.Reason, f.Detail = doc.Verdict, doc.Reason, doc.Detail
				f.Assumes = c.bodies.assumed(doc)
				if doc.Verdict == "TRUE" {
					f.Detail = strings.Join(ends(doc), "\n")
				}
				switch {
				case doc.Vacuous != "":
					f.Verdict, f.Reason, f.Detail = "UNKNOWN", vacuous, doc.Vacuous+"."
				case doc.Endless != "":
					f.Verdict, f.Reason, f.Detail = "UNKNOWN", endless, doc.Endless+"."
				}
			}
			if before.Document != nil && before.Document.Verdict != "UNKNOWN" && (doc == nil || doc.Verdict == "UNKNOWN") {
				kept.Key, kept.Rounds = old.Key, append(kept.Rounds, old.Rounds[f.Rounds-1:]...) // evidence is not given up for nothing
				break
			}
			if r.None.Why != notStarted { // which says nothing of the function
				kept.Rounds = append(kept.Rounds, r)
			}
			break
		}
		at := place(doc, f.at())
		exception := cfront.Exception{File: at.File, Line: at.Line, Property: doc.Property}
		if slices.Contains(except, exception) { // the place cannot be left out: one of a leak, for example
			f.Reason, f.Detail = "left", "There may be more."
			break
		}
		except = append(except, exception)
		g := newFinding(f, doc, at)
		c.managed(g)
		c.links(g)
		if c.opts.Infer {
			g.Class, g.Because = f.atOnce(g)
		}
		if g.Accepted, _ = allowance(g.File, g.Line, g.Property); g.Accepted == "" {
			if f.Cached && before.Document != nil && before.Document.Property == doc.Property && before.Confirmation != "" && before.Said != shownElsewhere {
				g.Confirmation, g.Said = before.Confirmation, before.Said
				c.confirmed(g)
			} else if !c.opts.Infer || g.Class != "" { // else it is asked about once it is known to be a mistake
				now := *f
				now.Verdict = "FALSE"
				c.tell(ctx, &now, append(slices.Clip(f.findings), g))
				c.confirm(ctx, f, g, doc)
			}
		}
		f.findings = append(f.findings, g)
		r.Confirmation, r.Said = g.Confirmation, g.Said
		kept.Rounds = append(kept.Rounds, r)
		if property.Of(doc.Property).Alone { // what is asked by itself is answered
			break
		}
		f.Reason, f.Detail = "rounds", fmt.Sprintf("After %d findings no more are looked for.", f.Rounds)
	}
	switch {
	case len(f.findings) > 0:
		f.Verdict = "FALSE"
	case f.Verdict == "":
		f.Verdict = "UNKNOWN"
	}
	if f.Wall = looked + time.Since(begun); c.opts.Here != nil {
		f.Wall = f.ran // it may have waited for long
	}
	f.kept = kept
	c.keep(ctx, f)
}

// keep keeps what came of a function for the next run.
func (c *checker) keep(ctx context.Context, f *Function) {
	if ctx.Err() != nil || f.kept == nil {
		return
	}
	if err := c.opts.Cache.keep(f.file, f.kept); err != nil {
		c.remark(f.Name, "what came of it could not be kept: "+err.Error())
	}
}

// ends are bounds of loops and recursion that a proof of termination gives.
func ends(doc *resultfile.Document) (list []string) {
	for _, r := range doc.Ranks {
		switch {
		case len(r.C) != 1 || r.C[0] == "…":
		case r.Bounds == resultfile.Rounds:
			list = append(list, fmt.Sprintf("line %d: at most (%s) + 1 rounds, by what is there at first", r.Line, r.C[0]))
		case r.Bounds == resultfile.Depth:
			list = append(list, fmt.Sprintf("line %d: calls nest at most (%s) + 1 deep, by what is there in the first one", r.Line, r.C[0]))
		}
	}
	return list
}

// timeout is the reason if the time was not enough.
const timeout = "timeout"

// Reasons if a proof says nothing, and if it says nothing of executions that end.
const (
	vacuous = "vacuous"
	endless = "endless"
)

// notStarted is the reason if a job was not run, or whoever ran it died of it.
const notStarted = "not started"

// MoreWithEvidence is how many times as long a round may take that begins with evidence: that is checked first.
const MoreWithEvidence = 3

// round is one run of craig verify, which begins with the evidence of a round before. What that could not decide is
// not tried again if nothing has changed.
func (c *checker) round(ctx context.Context, f *Function, except []cfront.Exception, before remembered) remembered {
	evidence := before.Document
	if evidence != nil && evidence.Verdict == "UNKNOWN" {
		evidence = nil
	}
	if f.Rounds < len(f.results) {
		f.with, f.flags = f.besides[f.Rounds], nil
		return remembered{Document: f.results[f.Rounds], With: f.with}
	}
	if f.Cached && !c.opts.Retry && evidence == nil && (before.Document != nil || before.None != Skipped{}) {
		return before
	}
	if evidence != nil && before.Flags == nil {
		f.with, f.flags = before.With, nil
	} else if evidence != nil {
		f.with, f.flags = c.joint(ctx, f) // the files may have changed, so that it cannot be looked at with them
		if !slices.Equal(f.with, before.With) || !slices.Equal(f.flags, before.Flags) {
			f.with, f.flags, evidence = nil, nil, nil
		}
	}
	return c.engines(ctx, f, except, evidence)
}

// engines has engines look at a function with the files that it is to be looked at with, beginning with evidence if there is some.
func (c *checker) engines(ctx context.Context, f *Function, except []cfront.Exception, evidence *resultfile.Document) remembered {
	none := func(why, what string) remembered {
		return remembered{None: Skipped{Why: why, What: what}, With: f.with, Flags: f.flags}
	}
	share := time.Duration(1)
	if evidence == nil {
		share = c.share(f)
	}
	j := work.Job{Args: c.opts.Commands.Verify(f, except, evidence != nil, share), Time: c.opts.Time / share, CPU: c.opts.CPU / share, Memory: c.opts.Memory}
	if share > 1 {
		j.Time, j.CPU = j.Time+pause, j.CPU+min(j.CPU, pause) // to say what is open
	}
	if evidence != nil {
		j.Time, j.CPU = j.Time*MoreWithEvidence, j.CPU*MoreWithEvidence
		var err error
		if j.In, err = json.Marshal(evidence); err != nil {
			return none("bug", err.Error())
		}
	}
	a, err := c.run(ctx, j, f)
	f.ran += a.Wall
	switch {
	case err != nil:
		return remembered{}
	case a.Killed != "":
		return none("killed", "It took too much "+a.Killed+" and was killed.")
	case a.Failed != nil:
		return none(notStarted, a.Failed.Error())
	}
	doc, err := resultfile.Read(bytes.NewReader(a.Out))
	if err != nil {
		why := "input"
		if a.Status != 65 && a.Status != 74 {
			why = fmt.Sprintf("exit %d", a.Status)
		}
		return none(why, firstLine(a.Err))
	}
	return remembered{Document: doc, With: f.with, Flags: f.flags}
}

// shownElsewhere is what is said of a finding of which no compiler is asked since one has confirmed it of another function.
const shownElsewhere = "it is confirmed of another function"

// confirmed notes a finding that a compiler has confirmed.
func (c *checker) confirmed(g *Finding) {
	if g.Confirmation != "confirmed" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ranks == nil {
		c.ranks = map[string]int{}
	}
	if old, ok := c.ranks[g.identity()]; !ok || g.rank() < old {
		c.ranks[g.identity()] = g.rank()
	}
}

// isShown says that the finding is confirmed of another function, and would not be likelier of this one.
func (c *checker) isShown(g *Finding) bool {
	best := *g
	best.Confirmation = "confirmed"
	c.mu.Lock()
	defer c.mu.Unlock()
	old, ok := c.ranks[g.identity()]
	return ok && old <= best.rank()
}

// answered is what a compiler has said to a result where it was found.
func (f *Function) answered(doc *resultfile.Document) Said {
	if i := slices.Index(f.results, doc); i >= 0 && i < len(f.compiler) {
		return f.compiler[i]
	}
	return Said{}
}

// confirmTime is how long the compiled program may run.
const confirmTime = 10 * time.Second

// InterpreterAlone begins what a replay says of a counterexample that it confirms without a compiler.
const InterpreterAlone = "by the interpreter alone"

// confirm asks a compiler about a finding.
func (c *checker) confirm(ctx context.Context, f *Function, g *Finding, doc *resultfile.Document) {
	switch {
	case c.opts.Confirm == ConfirmNever:
		return
	case !f.MayRun(c.opts.Confirm):
		g.Confirmation, g.Said = "not run", "the function may touch files or the system"
		return
	case f.answered(doc).Confirmation != "":
		is := f.answered(doc)
		g.Confirmation, g.Said = is.Confirmation, is.Said
		c.confirmed(g)
		return
	case c.isShown(g):
		g.Confirmation, g.Said = "not run", shownElsewhere
		return
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return
	}
	a, err := c.run(ctx, work.Job{Args: c.opts.Commands.Replay(confirmTime), In: text, Time: 6 * confirmTime, Memory: c.opts.Memory}, f)
	f.ran += a.Wall
	if err != nil || a.Killed != "" || a.Failed != nil {
		return
	}
	lines := strings.Split(strings.TrimSpace(string(a.Out)), "\n")
	last := lines[len(lines)-1]
	word, rest, _ := strings.Cut(last, ": ")
	switch {
	case a.Status == 0 && word == "confirmed" && strings.HasPrefix(rest, InterpreterAlone):
		g.Confirmation, g.Said = "interpreted", strings.TrimPrefix(rest, InterpreterAlone+", ")
	case a.Status == 0 && word == "confirmed":
		g.Confirmation, g.Said = word, rest
		c.confirmed(g)
	case a.Status == 1, a.Status == 2:
		g.Confirmation, g.Said = map[int]string{1: "rejected", 2: "undecided"}[a.Status], rest
	}
}
