package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/program/cfront"
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
	Key    string // see cfront.Function

	Verdict string // TRUE, FALSE or UNKNOWN, or "" if it was not come to
	Reason  string // of UNKNOWN; of FALSE, if what else there is could not be decided
	Detail  string
	Rounds  int
	Cached  bool // all of it was known before
	Wall    time.Duration

	harmless bool
	findings []*Finding
}

// function checks one function: a round asks for the first error; the next one leaves that out.
func (c *checker) function(ctx context.Context, f *Function) {
	begun := time.Now()
	var except []cfront.Exception
	for f.Rounds < max(c.opts.Rounds, 1) {
		doc, unknown := c.round(ctx, f, except)
		if ctx.Err() != nil {
			return
		}
		f.Rounds++
		if doc == nil {
			f.Reason, f.Detail = unknown.Why, unknown.What
			break
		}
		if doc.Verdict != "FALSE" {
			f.Verdict, f.Reason, f.Detail = doc.Verdict, doc.Reason, doc.Detail
			break
		}
		at := resultfile.Place{File: f.File, Line: f.Line}
		if doc.Trace != nil && doc.Trace.At != nil {
			at = *doc.Trace.At
		}
		exception := cfront.Exception{File: at.File, Line: at.Line, Property: doc.Property}
		if slices.Contains(except, exception) { // the place cannot be left out: one of a leak, for example
			f.Reason, f.Detail = "left", "There may be more."
			break
		}
		except = append(except, exception)
		g := newFinding(f, doc, at)
		if g.Accepted, _ = allowance(g.File, g.Line, g.Property); g.Accepted == "" {
			c.confirm(ctx, f, g, doc)
		}
		f.findings = append(f.findings, g)
		f.Reason, f.Detail = "rounds", fmt.Sprintf("After %d findings no more are looked for.", f.Rounds)
	}
	switch {
	case len(f.findings) > 0:
		f.Verdict = "FALSE"
	case f.Verdict == "":
		f.Verdict = "UNKNOWN"
	}
	f.Wall = time.Since(begun)
}

// round is one run of craig verify; without a document, why there is none.
func (c *checker) round(ctx context.Context, f *Function, except []cfront.Exception) (doc *resultfile.Document, none Skipped) {
	a, err := c.opts.Runner.Run(ctx, work.Job{Args: c.opts.Commands.Verify(f, except), Time: c.opts.Time, Memory: c.opts.Memory})
	switch {
	case err != nil:
		return nil, Skipped{}
	case a.Killed != "":
		return nil, Skipped{Why: "killed", What: "It took too much " + a.Killed + " and was killed."}
	case a.Failed != nil:
		return nil, Skipped{Why: "not started", What: a.Failed.Error()}
	}
	if doc, err = resultfile.Read(bytes.NewReader(a.Out)); err != nil {
		why := "input"
		if a.Status != 65 && a.Status != 74 {
			why = fmt.Sprintf("exit %d", a.Status)
		}
		return nil, Skipped{Why: why, What: firstLine(a.Err)}
	}
	return doc, Skipped{}
}

// confirmTime is how long the compiled program may run.
const confirmTime = 10 * time.Second

// confirm asks a compiler about a finding.
func (c *checker) confirm(ctx context.Context, f *Function, g *Finding, doc *resultfile.Document) {
	switch {
	case c.opts.Confirm == ConfirmNever:
		return
	case c.opts.Confirm == ConfirmHarmless && !f.harmless:
		g.Confirmation, g.Said = "not run", "the function may touch files or the system"
		return
	}
	dir, err := os.MkdirTemp("", "craig")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "result.json")
	text, err := json.Marshal(doc)
	if err == nil {
		err = os.WriteFile(file, text, 0o666)
	}
	if err != nil {
		return
	}
	a, err := c.opts.Runner.Run(ctx, work.Job{Args: c.opts.Commands.Replay(file, confirmTime), Time: 6 * confirmTime, Memory: c.opts.Memory})
	if err != nil || a.Killed != "" || a.Failed != nil {
		return
	}
	lines := strings.Split(strings.TrimSpace(string(a.Out)), "\n")
	last := lines[len(lines)-1]
	word, rest, _ := strings.Cut(last, ": ")
	switch {
	case a.Status == 0 && word == "confirmed":
		g.Confirmation, g.Said = word, rest
	case a.Status == 1, a.Status == 2:
		g.Confirmation, g.Said = map[int]string{1: "rejected", 2: "undecided"}[a.Status], rest
	}
}
