package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/program/ir"
)

// unknown is an answer that leaves the question open.
func unknown(reason verdict.Reason, detail string) answer {
	return answer{Result: verdict.Result{Reason: reason, Detail: detail}}
}

// ended is a that has become Unknown because ctx has ended.
func (v *verifier) ended(ctx context.Context, a answer) answer {
	phase := v.opts.Progress.Phase()
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, limit.ErrMemory):
		a.Reason, a.Detail = verdict.Memory, "The memory limit was reached ("+phase+")."
	case errors.Is(cause, limit.ErrProcessor):
		a.Reason, a.Detail = verdict.Timeout, "The limit of processor time was reached ("+phase+")."
	case errors.Is(cause, context.DeadlineExceeded):
		a.Reason, a.Detail = verdict.Timeout, "Time was up ("+phase+")."
	default:
		a.Reason, a.Detail = verdict.Interrupted, "The run was interrupted ("+phase+")."
	}
	if most, times := a.loops.most(); times > 0 {
		a.Detail += fmt.Sprintf("\n%s: this loop kept being unrolled (%d times).", loopPos(a.loops.prog.Locs[most]), times)
	}
	return a
}

// Unfinished is the result of a Verify that did not come back in time after its context had ended
// with cause, in the given phase.
func Unfinished(cause error, phase string) *Result {
	v := &verifier{opts: Options{Progress: new(Progress)}}
	v.opts.Progress.Begin(phase)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	a := v.ended(ctx, answer{})
	return &Result{Result: a.Result, Why: a.why(nil, false)}
}

// failed is the answer when an engine has failed and no other is left.
func failed(last *Bug) answer {
	if last.Claim == verdict.Unknown {
		return unknown(verdict.Bug, "The engine failed, which is a bug in craig.")
	}
	return unknown(verdict.Uncertified, "The engine's answer did not pass the certifier, which is a bug in craig.")
}

// notReplayed is the answer when the interpreter does not follow the trace.
func notReplayed(f form, err error) answer {
	detail, at := err.Error(), ir.Pos{}
	var n *counterexample.NotReplayed
	if errors.As(err, &n) && n.Source != 0 {
		at = f.prog.Edges[n.Source].Pos
		detail = "A path to an error depends on a value that is only approximated, from " + at.String() + "."
		switch {
		case n.Aliases:
			detail = "A path to an error needs a pointer of unknown origin that points to an object of the program, at " + at.String() + "."
		case n.Open:
			detail = "A path to an error depends on a value that C leaves open, from " + at.String() + "."
		}
	}
	a := unknown(verdict.Approximation, detail+notesOf(f, ir.Overapproximated))
	a.outcome, a.approximated = unconfirmed, at
	return a
}

// limited is the answer when a limit of craig can be reached.
func limited(f form, at ir.Loc) answer {
	info := f.prog.Locs[at]
	detail, call := info.Pos.String()+": ", ir.Pos{}
	var reason verdict.Reason
	switch info.Goal.Kind {
	case ir.Recursion:
		reason, call = verdict.Recursion, info.Pos
		detail += "the recursion goes deeper than craig follows it."
	case ir.Undecided:
		reason = verdict.UnsupportedProperty
		detail += "here it is not known in which object a pointer may be used, which keeps craig from deciding the property."
	default:
		reason = verdict.Unsupported
		detail += cmp.Or(info.Why, "a construct that craig does not support can be reached") + "."
	}
	a := unknown(reason, detail+notesOf(f, ir.Unmodelled))
	a.outcome, a.call = atLimit, call
	return a
}

// maxNotes bounds how many notes an Unknown quotes; all are in Result.Notes.
const maxNotes = 5

// notesOf are lines about the approximations of a kind.
func notesOf(f form, kind ir.NoteKind) string {
	text, n := "", 0
	for _, note := range f.notes() {
		if note.Kind == kind {
			if n++; n <= maxNotes {
				text += "\n" + note.Pos.String() + ": " + note.Text
			}
		}
	}
	if n > maxNotes {
		text += fmt.Sprintf("\nand %d more", n-maxNotes)
	}
	return text
}

// manyTimes is how often an engine has to come to a loop head for the loop to be worth a word.
const manyTimes = 50

// loops counts how often engines came to each loop head of a program.
type loops struct {
	prog  *ir.Program
	times map[ir.Loc]int
}

// most is the loop head that engines came to most often, if that was often; else times is 0.
func (l loops) most() (most ir.Loc, times int) {
	for at, n := range l.times {
		if n > times || n == times && at < most {
			most, times = at, n
		}
	}
	if times < manyTimes || l.prog.Locs[most] == nil {
		return 0, 0
	}
	return most, times
}

// loopPos is where a reader looks for a loop.
func loopPos(info *ir.LocInfo) ir.Pos {
	if info.LoopPos.Line != 0 {
		return info.LoopPos
	}
	return info.Pos
}
