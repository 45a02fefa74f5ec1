// Package counterexample checks the evidence of a FALSE: the interpreter executes the program with the inputs of a trace, and has to come to the
// error (Unsafe), whatever C leaves open (taint.go) and wherever pointers of unknown origin lead (provenance.go, apart.go); or an execution stays in a
// loop for ever (Unending, forever.go), by an invariant that package certify checks. No TRUE needs it.
package counterexample

import (
	"context"
	"errors"
	"fmt"
	"time"

	"craig/internal/evidence/certexec"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

const reasonOpen = "whether it reaches the error depends on what C leaves open"

// NotReplayed is the error of Unsafe: the inputs of the trace do not lead to an error location.
type NotReplayed struct {
	At     ir.Loc // where the execution was when it ended, or could not be followed any more
	Reason string
	// Source is the edge of an unknown value that stands for something that C defines
	// (ir.FromApproximation) and that the execution depends on; 0 if there is none.
	Source ir.EdgeID
	Open   bool // Source is the first choice that C leaves open
	// Aliases: a pointer of unknown origin is used for an object of the program at Source, or has its address from there.
	Aliases bool

	long   bool // the execution did not end within the steps that it was followed
	around bool // At is in the surroundings of the entry function
	prog   *ir.Program
}

func (n *NotReplayed) Error() string {
	r := certify.Rejection{Prog: n.prog}
	if n.around {
		return "the execution is not confirmed: " + n.Reason
	}
	return fmt.Sprintf("the execution is not confirmed: %s at %s", n.Reason, r.Place(n.At))
}

// Unsafe runs p with the inputs of a trace, which may be of a program that a pass has made from
// p: an input belongs to the same occurrence of the same Havoc; for a Havoc that the trace does not
// have, Unsafe chooses values. If the execution reaches an error location, and no branch on the way depends on
// a value that is only an approximation of what C says, Unsafe returns its trace in p; otherwise
// a *NotReplayed. The result is a long trace if the interpreter cannot follow the execution.
//
// Where checks of memory are about one object that the trace chooses (ir.FromGhost), the error is the
// first one that the same execution comes to with any choice.
//
// What C leaves open (ir.FromUnspecified) must not decide either: if a branch depends on it, the execution
// has to reach an error location with other choices too; none may depend on a magnitude (ir.FromMagnitude). What main is given as arguments are strings
// of their own.
func Unsafe(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	t, err := unsafe(ctx, p, t)
	if err != nil || t == nil {
		return t, err
	}
	return apartArguments(ctx, p, t)
}

// unsafe is Unsafe, but for the arguments of main.
func unsafe(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	if t.Steps > certify.FollowedSteps {
		if long, err := unsafeLong(ctx, p, t); long != nil || err != nil {
			return long, err
		}
	}
	tr, open, err := complete(ctx, p, t)
	if endless(err) {
		if long, err := unsafeLong(ctx, p, t); long != nil || endless(err) {
			return long, err
		}
		tr, open, err = follow(ctx, p, Inputs(t), 0)
	}
	if err != nil {
		return tr, err
	}
	tr, open = first(ctx, p, tr, open)
	if open == 0 {
		return tr, nil
	}
	for i := range openChoices(len(tr.Path)) {
		if _, _, err := follow(ctx, p, WithChoice(Inputs(tr), i), 0); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			source := firstOpen(p, tr)
			return nil, &NotReplayed{At: p.Edges[source].From, Source: source, Open: true, prog: p,
				Reason: reasonOpen}
		}
	}
	return tr, nil
}

// complete follows t in p. Where the trace has no input, the value is 0; if the execution then does not come
// to an end soon, which happens where a pass has removed a loop that waits for an input, other values are
// tried. If none of them leads to an error, the result is that with 0.
func complete(ctx context.Context, p *ir.Program, t *verdict.Trace) (tr *verdict.Trace, open ir.EdgeID, err error) {
	in := Inputs(t)
	tr, open, err = follow(ctx, p, in, certify.FollowedSteps)
	if !endless(err) {
		return tr, open, err
	}
	has := map[ir.EdgeID]int{}
	for _, e := range t.Path {
		has[e]++
	}
	for _, missing := range missingInputs {
		other := in
		other.Scalar = func(e *ir.Edge, n int) num.Int {
			if e != nil && n >= has[e.ID] {
				if t := e.Stmt.(*ir.Havoc).Var.Type; t.Kind == ir.Integer {
					return t.Wrap(missing(e, n))
				}
			}
			return in.Scalar(e, n)
		}
		if tr, open, err := follow(ctx, p, other, certify.FollowedSteps); err == nil {
			return tr, open, nil
		}
	}
	return tr, open, err
}

// endless says that an execution had not ended when it was given up.
func endless(err error) bool {
	var no *NotReplayed
	return errors.As(err, &no) && no.long
}

// missingInputs are values for the nth input at an edge: all bits, 1, and numbers that differ.
var missingInputs = []func(e *ir.Edge, n int) num.Int{
	func(*ir.Edge, int) num.Int { return num.I(-1) },
	func(*ir.Edge, int) num.Int { return num.I(1) },
	func(_ *ir.Edge, n int) num.Int { return num.I(int64(n)) },
	func(e *ir.Edge, n int) num.Int { return num.I(int64(n+1) * 0x2545f4914f6cdd1d >> (e.ID % 32)) },
}

// wideChoices are what an execution is tried with: whatever stands for a truth value or a sign is
// then 1, 255, 256 (no char), 1024 and 2^30 (half of the greatest int, if that is less), or the negative of these.
var wideChoices = []int64{0, 254, 255, 1023, 1<<30 - 1}

// openChoices is how many choices an execution of that many steps is tried with: if it is not too
// long, also with each byte in all places, and with bytes that differ from place to place.
func openChoices(steps int) int {
	const most = 1 << 22 // steps altogether
	return len(wideChoices) + min(2*256, most/max(steps, 1))
}

// Choices is how many choices of what C leaves open WithChoice has at least.
const Choices = 16

// WithChoice is in with the ith of several choices of what C leaves open (ir.FromUnspecified).
func WithChoice(in interp.Inputs, i int) interp.Inputs {
	scalar := in.Scalar
	in.Scalar = func(e *ir.Edge, n int) num.Int {
		if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source.Open() {
			return openChoice(i, e, n)
		}
		return scalar(e, n)
	}
	return in
}

// openChoice is the ith choice for the nth value of e.
func openChoice(i int, e *ir.Edge, n int) num.Int {
	if t := e.Stmt.(*ir.Havoc).Var.Type; i < len(wideChoices) {
		v := num.I(wideChoices[i])
		if t.IsSigned() && !t.Fits(v) { // an int of 16 bits
			v = t.Max().Shr(1)
		}
		return v
	}
	i -= len(wideChoices)
	b := i / 2
	if i%2 == 1 {
		b += 31*int(e.ID) + 7*n
	}
	v := num.I(int64(b & 255))
	if e.Stmt.(*ir.Havoc).Var.Type.IsSigned() {
		return v // where not all values are allowed
	}
	for k := uint(8); k < 128; k *= 2 { // in all bytes
		v = v.Shl(k).Add(v)
	}
	return v
}

// firstOpen is the first edge of the execution that chooses what C leaves open; 0 if there is none.
func firstOpen(p *ir.Program, t *verdict.Trace) ir.EdgeID {
	for _, id := range t.Path {
		if h, ok := p.Edges[id].Stmt.(*ir.Havoc); ok && h.Source == ir.FromUnspecified {
			return id
		}
	}
	return 0
}

// follow runs p with the inputs, for at most so many steps if most is not 0; open is the first branch that depends on what C leaves open, 0 if
// none does.
func follow(ctx context.Context, p *ir.Program, in interp.Inputs, most int) (t *verdict.Trace, open ir.EdgeID, err error) {
	taint := newTaint()
	from, numbers := newProvenance(p), newMagnitudes()
	opts := interp.Options{MaxSteps: most, Before: func(s interp.Step) {
		from.before(s)
		numbers.before(s)
	}, Step: func(s interp.Step) {
		taint.step(s)
		from.after(s)
		numbers.after(s)
	}}
	out := interp.Run(ctx, p, in, opts)
	no := &NotReplayed{At: out.At, prog: p}
	switch {
	case taint.approximated != 0:
		e := p.Edges[taint.approximated]
		no.At, no.Source = e.From, taint.from
		no.Reason = "the branch depends on an approximated value"
	case out.End == interp.Reached && numbers.decided:
		no.At, no.Source, no.Open = p.Edges[numbers.first].From, numbers.first, true
		no.Reason = reasonOpen
	case out.End == interp.Reached && from.firstAliasing() != 0:
		no.Source, no.Aliases = from.firstAliasing(), true
		no.Reason = "a pointer of unknown origin has the address of a known object"
	case out.End == interp.Reached && firstAliasing(p, out) != 0:
		no.Source, no.Aliases = firstAliasing(p, out), true
		no.Reason = "a pointer of unknown origin has the address of a known object"
	case out.End == interp.Reached:
		t := &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: out.At, Goal: p.Locs[out.At].Goal}
		return t, taint.open, nil
	case out.End == interp.Undefined:
		no.Reason = out.Reason
	case out.End == interp.Exited:
		no.Reason = "the program ends"
		if env := p.Environment; env != nil && p.Locs[out.At].Pos.File == env.Name() { // a text of craig's, which ends it
			no.Reason, no.around = env.Function+" has returned", true
		}
	case out.End == interp.Blocked || out.End == interp.OutOfRange:
		no.Reason = "an assumption does not hold"
	default:
		no.Reason = out.End.String()
		no.long = out.End == interp.StepLimit
	}
	return nil, 0, no
}

// aliasing are the steps of the execution where an unknown pointer gets an address among those of the
// objects of the program, although p was made on the assumption that none does.
func aliasing(p *ir.Program, out interp.Outcome) (steps []int) {
	if !p.FreshPointers {
		return nil
	}
	for at, id := range out.Path {
		h, ok := p.Edges[id].Stmt.(*ir.Havoc)
		if !ok || h.Var.Type.Kind != ir.Pointer || h.Source == ir.FromGhost {
			continue
		}
		if v := out.Input[at]; !v.IsZero() && amongObjects(p, v) {
			steps = append(steps, at)
		}
	}
	return steps
}

// firstAliasing is the edge of the first of aliasing; 0 if there is none.
func firstAliasing(p *ir.Program, out interp.Outcome) ir.EdgeID {
	if steps := aliasing(p, out); len(steps) > 0 {
		return out.Path[steps[0]]
	}
	return 0
}

// amongObjects says that v is an address from the first to the last object that the program has,
// and not in the room of an unknown one.
func amongObjects(p *ir.Program, v num.Int) bool {
	var first, end num.Int
	for _, o := range p.Objects {
		switch {
		case o.Addr.IsZero():
		case o.Kind != ir.UnknownObject:
			if first.IsZero() || o.Addr.Less(first) {
				first = o.Addr
			}
			if last := o.Addr.Add(num.I(max(o.Size, 1))); end.Less(last) {
				end = last
			}
		case v.Sub(o.Addr).Abs().Cmp(num.I(p.UnknownRoom())) <= 0:
			return false
		}
	}
	return !v.Less(first) && v.Less(end)
}

// Inputs are the unknown values of a trace for the interpreter, by occurrence of their edge. Numbers of threads that it lacks are different ones.
func Inputs(t *verdict.Trace) interp.Inputs {
	at := map[ir.EdgeID][]int{} // the indices in t.Path
	for i, e := range t.Path {
		at[e] = append(at[e], i)
	}
	index := func(e *ir.Edge, n int) int {
		switch {
		case e == nil:
			return -1
		case n < len(at[e.ID]):
			return at[e.ID][n]
		}
		return len(t.Path) // none
	}
	return interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int {
			i := index(e, n)
			if i == len(t.Path) {
				if id, ok := ir.AnyNumber(e); ok {
					return num.I(id)
				}
			}
			return t.Input[i]
		},
		Cell: func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int {
			return t.Memory[index(e, n)][addr.String()]
		},
	}
}

// unsafeLong executes p with the inputs of a long trace. The result is a long trace of p, or nil if
// the execution is short enough for the interpreter.
func unsafeLong(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	in := Inputs(t)
	begun := time.Now()
	out := certexec.Run(ctx, p, certexec.Options{Inputs: &in, MaxSteps: min(certify.MaxSteps, max(10_000_000, 50*t.Steps))})
	if out.Steps <= certify.FollowedSteps {
		return nil, nil
	}
	no := &NotReplayed{At: out.At, prog: p, Reason: "it ends: " + out.End.String(), long: out.End == certexec.StepLimit}
	switch {
	case out.End != certexec.Reached:
		return nil, no
	case out.Approximated:
		no.Reason = "it is too long to see whether it depends on approximated values"
		return nil, no
	}
	long := &verdict.Trace{Path: out.Given, Steps: out.Steps, Input: out.Input, Memory: out.Cells, Error: out.At, Goal: p.Locs[out.At].Goal}
	same, why := certify.Interpreted(ctx, p, Inputs(long), interp.Options{}, out.Steps, time.Since(begun))
	certify.Believe(&long.Unfollowed, out.Steps, why)
	if why == "" && !certify.Confirms(same, out) {
		no.Reason = certify.AnotherEnd + same.End.String()
		return nil, no
	}
	id := firstAliasing(p, interp.Outcome{Path: long.Path, Input: long.Input})
	if id == 0 {
		id = newProvenance(p).aliasingNumber(long)
	}
	if id != 0 {
		no.Source, no.Aliases = id, true
		no.Reason = "a pointer of unknown origin has the address of a known object"
		return nil, no
	}
	return long, nil
}
