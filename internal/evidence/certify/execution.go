package certify

import (
	"context"
	"fmt"
	"time"

	"craig/internal/evidence/certexec"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// MaxSteps is how many edges the certifier executes at most.
const MaxSteps = 1 << 33

// FollowedSteps is the length of traces that have all their edges.
const FollowedSteps = 200_000

// Execution checks that p, which may have calls, has one execution as far as errors are concerned, and that
// this ends without one: package certexec executes it with everything unknown that the program does not
// determine, and no branch depends on what is unknown. An assumption that depends on it is passed over, as
// if it held: where it does not hold the execution just ends. Then the interpreter follows: it executes the program in the same
// way, and has to come to the same end after as many edges. Where it cannot within the time for it, package certexec is believed, and believed is told; the
// execution is undecided if that is nil.
//
// An assumption that does not hold is an end like others. e.Steps is compared unless it is 0.
//
// An execution with cases is one of the interpreter alone: see Cases.
func Execution(ctx context.Context, p *ir.Program, e verdict.Execution, believed *verdict.Unfollowed) error {
	if e.Cases > 0 {
		is, err := Cases(ctx, p, interp.Limits{Steps: e.Steps, Cases: e.Cases})
		if err == nil && is != e {
			err = &Rejection{Reason: fmt.Sprintf("there are %d cases with %d steps in all, not %d with %d", is.Cases, is.Steps, e.Cases, e.Steps), Prog: p}
		}
		return err
	}
	steps, err := Execute(ctx, p, believed)
	if err == nil && e.Steps != 0 && e.Steps != steps {
		err = &Rejection{Reason: fmt.Sprintf("the execution has %d steps, not %d", steps, e.Steps), Prog: p}
	}
	return err
}

// Execute is Execution without an expectation; it gives the number of steps.
func Execute(ctx context.Context, p *ir.Program, believed *verdict.Unfollowed) (steps int, err error) {
	begun := time.Now()
	out := certexec.Run(ctx, p, certexec.Options{MaxSteps: MaxSteps})
	no := &Rejection{Cond: Safety, From: p.Main.Entry, To: out.At, Prog: p}
	switch out.End {
	case certexec.Exited, certexec.Blocked, certexec.OutOfRange:
	case certexec.Reached:
		no.Reason = "the execution reaches an error"
		return 0, no
	default:
		no.Undecided = true
		no.Reason = "the execution ends: " + out.End.String()
		return 0, no
	}
	same, why := Interpreted(ctx, p, interp.Inputs{}, interp.Options{Unknown: true}, out.Steps, time.Since(begun))
	if !Believe(believed, out.Steps, why) {
		no.Undecided, no.Reason = true, why
		return 0, no
	}
	if why == "" && !Confirms(same, out) {
		no.Undecided, no.Reason = true, AnotherEnd+same.End.String()
		return 0, no
	}
	return out.Steps, nil
}

// Cases checks that no execution of p reaches an error, by executing it for all inputs: inputs that take the same way are one case. What is told
// apart are comparisons of inputs with numbers; that anything else depends on an input leaves the program undecided, and so do more steps or cases than limits has.
// The proof says how many there were.
func Cases(ctx context.Context, p *ir.Program, limits interp.Limits) (e verdict.Execution, err error) {
	all := interp.All(ctx, p, limits)
	if !all.All {
		no := &Rejection{Cond: Safety, From: p.Main.Entry, To: all.At, Undecided: all.End != interp.Reached, Prog: p}
		no.Reason = fmt.Sprintf("after %d cases an execution ends: %s", all.Cases, all.End)
		return e, no
	}
	return verdict.Execution{Steps: all.Taken, Cases: all.Cases}, nil
}

const AnotherEnd = "the interpreter comes to another end: "

// The interpreter gets followTime and timesLonger times what package certexec took to follow an execution, and no more than half of the time that is left.
// After firstSteps edges it gives up if it is so slow that this is not enough.
const (
	followTime  = 5 * time.Second
	timesLonger = 4
	firstSteps  = 1_000_000
)

// Interpreted has the interpreter follow an execution of so many steps that took package certexec so long; why says for what reason it
// does not.
func Interpreted(ctx context.Context, p *ir.Program, in interp.Inputs, opts interp.Options, steps int, took time.Duration) (out interp.Outcome, why string) {
	limit := followTime + timesLonger*took
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/2)
	}
	part, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	opts.NoPath = true
	begun := time.Now()
	for _, opts.MaxSteps = range []int{min(steps, firstSteps) + 1, steps + 1} {
		out = interp.Run(part, p, in, opts)
		switch {
		case out.End == interp.Cancelled, out.End == interp.StepLimit && opts.MaxSteps <= steps && time.Since(begun)*time.Duration(steps/firstSteps) > limit:
			return out, "the interpreter takes too long to follow it"
		case out.End != interp.StepLimit:
			return out, ""
		}
	}
	return out, ""
}

// Confirms says that the interpreter comes to the end that package certexec has found.
func Confirms(is interp.Outcome, out certexec.Outcome) bool {
	end := map[certexec.End]interp.End{
		certexec.Exited: interp.Exited, certexec.Blocked: interp.Blocked, certexec.OutOfRange: interp.OutOfRange, certexec.Reached: interp.Reached, certexec.Arrived: interp.Arrived,
	}[out.End]
	return end != interp.Cancelled && is.End == end && is.At == out.At && is.Steps == out.Steps
}

// Believe says that an execution that was followed, or not: why, is accepted so far.
func Believe(believed *verdict.Unfollowed, steps int, why string) bool {
	if why != "" && believed != nil {
		*believed = verdict.Unfollowed{Steps: steps, Why: why}
	}
	return why == "" || believed != nil
}

// Prefix checks that all executions of p, which has no calls, are the same, as in Execution, until they come to a
// location for the nth time, without an error on the way, and that the invariants prove the program that
// begins there, in the state that the executions have then: see Safe. What is unknown then may be anything. The interpreter follows and has to come
// to that state; believed is as in Execution.
func Prefix(ctx context.Context, p *ir.Program, proof verdict.Prefix, newSolver func(*term.Store) solver.Solver, workers int, believed *verdict.Unfollowed) error {
	if HasCalls(p) {
		return &Rejection{Reason: "an execution of a program with calls", Prog: p}
	}
	begun := time.Now()
	out := certexec.Run(ctx, p, certexec.Options{MaxSteps: MaxSteps, State: true, At: proof.Loc, Visits: proof.Visits})
	no := &Rejection{Cond: Safety, From: p.Main.Entry, To: out.At, Undecided: out.End != certexec.Reached, Prog: p}
	if out.End != certexec.Arrived {
		no.Reason = "the execution ends before it comes to where the invariants begin: " + out.End.String()
		return no
	}
	if out.Steps != proof.Steps {
		return &Rejection{Reason: fmt.Sprintf("the execution comes there after %d steps, not %d", out.Steps, proof.Steps), Prog: p}
	}
	same, why := Interpreted(ctx, p, interp.Inputs{}, interp.Options{Unknown: true, At: proof.Loc, Visits: proof.Visits}, out.Steps, time.Since(begun))
	if !Believe(believed, out.Steps, why) {
		no.Undecided, no.Reason = true, why
		return no
	}
	if why == "" && (!Confirms(same, out) || !agrees(p, out.State, same.State)) {
		no.Undecided, no.Reason = true, AnotherEnd+same.End.String()
		return no
	}
	from, ok := out.State.From(p, proof.Loc)
	if !ok {
		no.Reason = "the state is too large"
		return no
	}
	inv := verdict.Invariants{from.Main.Entry: term.NewStore().True()}
	for l, f := range proof.Invariants {
		if int(l) >= len(p.Locs) {
			return &Rejection{Reason: fmt.Sprintf("there is no location %d", l), Prog: p}
		}
		inv[l] = f
	}
	return Safe(ctx, from, inv, newSolver, workers)
}

// agrees says that all that a state claims to be known is so in the interpreter's.
func agrees(p *ir.Program, claimed certexec.State, is *interp.State) bool {
	ok := true
	p.AllVars(func(v *ir.Var) {
		if v.Type.Kind != ir.Memory {
			if w, claim := claimed.Vars[v]; claim {
				value, known := is.Var(v)
				ok = ok && known && value.Eq(w)
			}
			return
		}
		rest, filled := claimed.Fill[v]
		claims := 0
		for _, c := range claimed.Cells[v] {
			if c.Known {
				claims++
			}
		}
		fill := is.Region(v, func(addr, value num.Int, known bool) {
			a, isWord := addr.Int64()
			if !isWord {
				a, isWord = addr.Sub(num.Pow2(64)).Int64()
			}
			c, written := claimed.Cells[v][a]
			switch {
			case isWord && written && c.Known:
				claims--
				ok = ok && known && value.Eq(c.Value)
			case isWord && written:
			case filled:
				ok = ok && known && value.Eq(rest)
			}
		})
		ok = ok && claims == 0 && (!filled || fill != nil && fill.Eq(rest))
	})
	return ok
}
