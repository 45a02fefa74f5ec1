package cli

import (
	"context"
	"encoding/json"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/cli/hint"
	"craig/internal/collector"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// againCommand is what craig check runs for several functions of a unit: it reads the unit once; certifies the evidence that was kept
// of one function after the other; and looks, for a short time, at those of which there is none, or not enough.
func (a *app) againCommand() *cobra.Command {
	var c cOptions
	var timeout positiveDuration
	var memory byteSize
	cmd := &cobra.Command{
		Use:    "again FILE.c",
		Short:  "look at functions of a file, one after the other, beginning with results of an earlier run",
		Hidden: true,
		Long: `Again reads claims from standard input, as JSON: functions with results of craig verify, each of which leaves out the
errors that the ones before it show. It writes those that the certifier accepts for the file as it is now, function by function,
and what else it finds of a function in the time that the claim says.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var claims []check.Claim
			if err := json.NewDecoder(os.Stdin).Decode(&claims); err != nil {
				return &formatError{"-", err}
			}
			return a.again(cmd, &c, args, claims, timeout, memory)
		},
	}
	c.flags(cmd.Flags())
	cmd.Flags().Var(&timeout, "timeout", "for each result")
	cmd.Flags().Var(&memory, "memory", "end beyond `SIZE`")
	return cmd
}

func (a *app) again(cmd *cobra.Command, c *cOptions, args []string, claims []check.Claim, timeout positiveDuration, memory byteSize) error {
	collector.Relax(uint64(min(max(memory/8, 4<<20), 192<<20))) // the syntax tree of a file is easily as large
	out := json.NewEncoder(a.out)
	var all *prepare.Program
	for _, claim := range claims {
		c.entry = claim.Entry
		if claim.Entry == "main" {
			c.entry = ""
		}
		opts, files, unsupported, err := c.resolve(cmd, args)
		if err != nil {
			return err
		}
		if unsupported != "" {
			continue
		}
		if all == nil {
			all = prepare.New(opts, nil, files...)
		}
		begun := time.Now()
		held := check.Claim{Entry: claim.Entry, At: claim.At}
		l := &look{all: all, opts: opts, memory: int64(memory), held: &held}
		for i, doc := range claim.Results {
			if i < len(claim.With) {
				l.with = claim.With[i]
			}
			if !l.again(time.Duration(timeout), doc) {
				l.with = nil
				break // it is looked at as if there were no results
			}
		}
		for l.open(claim) && l.verify(claim.Limit, claim.Last) {
			if claim.Confirm > 0 && l.res.Verdict == verdict.False {
				l.confirm(claim.Confirm)
			}
		}
		switch {
		case l.interrupted:
			a.status = exitInterrupted
			return nil
		case l.stuck: // what still runs would take the time of others
			return nil
		}
		held.Took = time.Since(begun)
		if err := out.Encode(held); err != nil {
			return err
		}
	}
	return nil
}

// look is at one function.
type look struct {
	all    *prepare.Program
	opts   cfront.Options
	memory int64
	held   *check.Claim // what there is of it so far
	with   []string     // the files beside its own that it is looked at with
	res    *run.Result  // what engines came to at last

	interrupted, stuck bool
}

// again has the next result of an earlier run certified.
func (l *look) again(limit time.Duration, doc *resultfile.Document) bool {
	return l.do(limit, func(ctx context.Context) *resultfile.Document {
		res, ok := run.Again(ctx, l.program(), run.Options{Memory: l.memory}, evidenceOf(doc))
		if !ok {
			return nil
		}
		return l.document(res)
	})
}

// open says whether more is to be found of a function.
func (l *look) open(claim check.Claim) bool {
	n := len(l.held.Results)
	switch {
	case l.stuck || l.interrupted:
		return false
	case n >= claim.Rounds:
		l.held.Settled = n >= len(claim.Results)
		return false
	case n == 0:
		return true
	}
	last := l.held.Results[n-1]
	l.held.Settled = last.Verdict != "FALSE" || n > 1 && slices.Contains(check.Claim{At: l.held.At, Results: l.held.Results[:n-1]}.Except(), l.held.Except()[n-1])
	return !l.held.Settled
}

// verify has engines look. What is UNKNOWN counts if it is that for other reasons than time and memory, or if this is the last time that
// somebody looks.
func (l *look) verify(limit time.Duration, last bool) bool {
	begun := time.Now()
	return l.do(limit, func(ctx context.Context) *resultfile.Document {
		res, err := run.Verify(ctx, l.program(), run.Options{Memory: l.memory})
		if err != nil || res.Bug != nil || len(res.Lost) > 0 {
			return nil // it is told by whoever looks at this function alone
		}
		pressed := res.Reason == verdict.Memory || res.Reason == verdict.Interrupted || time.Since(begun) > limit/2
		if res.Verdict == verdict.Unknown && pressed && (!last || res.Reason != verdict.Timeout) {
			return nil
		}
		l.res = res
		return l.document(res)
	})
}

// giveBack has the system have memory that is not needed any more, if that is much.
func (l *look) giveBack() {
	if l.memory > 0 && limit.HeapUsed() > l.memory/4 {
		debug.FreeOSMemory()
	}
}

// confirm asks a compiler about what engines came to at last.
func (l *look) confirm(most time.Duration) {
	l.giveBack() // the compiled program may take as much as we
	prog := replay.Program{IR: l.res.Program, Options: l.opts, Sources: l.res.Sources}
	done := supervise(limits{timeout: most, memory: l.memory, grace: maxPause}, func() {}, func(ctx context.Context) *check.Said {
		trace := l.res.Trace
		if trace.Forever != nil {
			trace = run.Rounds(ctx, l.res.Program, trace)
		}
		out, err := replay.Run(ctx, prog, trace, replay.Limits{})
		if err != nil || ctx.Err() != nil {
			return nil
		}
		if out.Compiler == "" {
			return &check.Said{Confirmation: "interpreted", Said: out.Reason}
		}
		return &check.Said{Confirmation: out.Answer.String(), Said: out.Reason}
	})
	l.interrupted = l.interrupted || done.cause == limit.ErrInterrupted
	l.stuck = l.stuck || !done.ended
	if done.ended && done.panicked == nil && done.value != nil {
		l.held.Said[len(l.held.Said)-1] = *done.value
	}
}

// program is the function's, with the files that it is looked at with.
func (l *look) program() *prepare.Program {
	return l.all.Of(l.opts, append(l.all.Names(), l.with...)...)
}

func (l *look) document(res *run.Result) *resultfile.Document {
	return resultfile.NewDocument(res, resultfile.About{Options: l.opts, Version: versionText(), Option: hint.Option})
}

// maxPause is how long a look may take to come back when its time is up: whatever goes on after that would take the time of the next one.
const maxPause = 2 * time.Second

// do adds a result to what there is, if work gives one.
func (l *look) do(most time.Duration, work func(context.Context) *resultfile.Document) bool {
	l.giveBack() // what the function before took
	l.opts.Except = l.held.Except()
	done := supervise(limits{timeout: most, memory: l.memory, grace: maxPause}, func() {}, work)
	l.interrupted = l.interrupted || done.cause == limit.ErrInterrupted
	l.stuck = l.stuck || !done.ended
	if !done.ended || done.panicked != nil || done.value == nil {
		return false
	}
	l.held.Results, l.held.With, l.held.Said = append(l.held.Results, done.value), append(l.held.With, l.with), append(l.held.Said, check.Said{})
	return true
}
