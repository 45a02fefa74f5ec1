package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/checkcoverage"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/graph"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/solvers"
	"craig/logic/num"
	"craig/logic/term"
)

// undefined are the properties that an execution without an end must not violate: those of operations of which C leaves open what they do.
var undefined = []string{"no-overflow", "div-by-zero", "valid-deref", "valid-free", "uninit", "float-cast"}

// askedToEnd says that the question is whether executions end.
func askedToEnd(p *prepare.Program) bool {
	return slices.Contains(p.Options().Properties, counterexample.NonTermination)
}

// alsoEnds is safe, a proof for other properties, with one that executions end; without it, the answer is what is known of that.
func alsoEnds(ctx context.Context, prog *prepare.Program, opts Options, safe *Result) (*Result, error) {
	ask := prog.Options()
	ask.Properties = []string{counterexample.NonTermination}
	opts.Engine, opts.Modular, opts.Earlier = nil, false, nil
	ends, err := asked(ctx, prog.With(ask), opts)
	if err != nil {
		return nil, err
	}
	switch ends.Verdict {
	case verdict.True:
		safe.Too = ends
		return safe, nil
	case verdict.Unknown:
		ends.Detail = "No execution violates a property, but whether each one ends is open. " + ends.Detail
	}
	return ends, nil
}

// Form says what a program is made into that evidence speaks of.
type Form struct {
	Calls   bool             // it has its calls
	Grows   bool             // ranks are of a machine whose memory has no end
	Results []ir.ResultBound // that ranks rest on
}

// Load is the form of a program that evidence speaks of.
func Load(ctx context.Context, prog *prepare.Program, of verdict.Verdict, form Form) (*ir.Program, error) {
	switch {
	case askedToEnd(prog) && of != verdict.False && form.Grows:
		return GrowingForm(ctx, prog)
	case askedToEnd(prog) && of != verdict.False && len(form.Results) > 0:
		return BoundedForm(ctx, prog, form.Results)
	case askedToEnd(prog):
		return EvidenceForm(ctx, prog, of)
	case form.Calls:
		return prog.Interprocedural(ctx)
	}
	return prog.Inlined(ctx)
}

// EvidenceForm is the form of a program that evidence about property termination speaks of: of a proof without what ends executions for craig's own sake;
// of an execution without an end with a goal for each undefined operation.
//
// Where inlining cuts off recursion, or makes the program too large, it is made by pass.Descents.
func EvidenceForm(ctx context.Context, prog *prepare.Program, of verdict.Verdict) (*ir.Program, error) {
	if of != verdict.False {
		p, err := callFree(ctx, prog, pass.Skipped)
		if err != nil {
			return nil, err
		}
		return certify.Endings(p), nil
	}
	opts := prog.Options()
	opts.Properties = undefined
	if opts.Signed == ir.SignedWrap { // the property would take that back
		opts.Properties = slices.DeleteFunc(slices.Clone(undefined), func(p string) bool { return p == "no-overflow" })
	}
	return callFree(ctx, prog.With(opts), pass.Never)
}

// wrapping is a program whose signed integers wrap.
func wrapping(prog *prepare.Program) *prepare.Program {
	opts := prog.Options()
	opts.Signed = ir.SignedWrap
	return prog.With(opts)
}

// callFree is the program without calls.
func callFree(ctx context.Context, prog *prepare.Program, returns pass.Returns) (*ir.Program, error) {
	p, err := prog.Inlined(ctx)
	if err == nil && !recursionBounded(p) || err != nil && !prepare.TooLarge(err) {
		return p, err
	}
	if p, err = prog.Interprocedural(ctx); err != nil {
		return nil, err
	}
	if returns == pass.Never {
		if err := checkcoverage.Check(ctx, p, solvers.Native); err != nil {
			return nil, err
		}
	}
	return pass.Descents(p, returns, nil), nil
}

// ends decides whether each execution of the program ends.
func (v *verifier) ends(ctx context.Context) (answer, error) {
	p, err := EvidenceForm(ctx, v.prog, verdict.True)
	if err != nil {
		return v.unprepared(ctx, err)
	}
	v.clock.begin("ranks")
	f := form{prog: p}
	if p.Doubt != nil {
		return unknown(verdict.Uncertified, "What the program's pointers point to could not be checked, which is a bug in craig: "+p.Doubt.Error()+"."), nil
	}
	known, _ := portfolio.Facts(ctx, p, v.newSolver)
	ranks := ranking.Find(ctx, p, known, v.newSolver)
	var undecided error
	if ranks.Complete() {
		a, ok, err := v.ranked(ctx, f, known, ranks)
		if ok {
			return v.byOverflow(ctx, a), nil
		}
		undecided = err
	}
	if a, ok := v.executed(ctx, f, 200*time.Millisecond); ok {
		return v.byOverflow(ctx, a), nil
	}
	if !ranks.Complete() {
		part, cancel := limit.Part(ctx, 4)
		defer cancel()
		if more := ranking.Strengthen(part, p, known, v.newSolver); more != nil {
			v.clock.begin("ranks")
			if again := ranking.Find(part, p, more, v.newSolver); again.Complete() {
				a, ok, err := v.ranked(ctx, f, more, again)
				if ok {
					return v.byOverflow(ctx, a), nil
				}
				undecided = err
			}
		}
	}
	if a, ok := v.returned(ctx); ok {
		return v.byOverflow(ctx, a), nil
	}
	if a, ok := v.aged(ctx); ok {
		return v.byOverflow(ctx, a), nil
	}
	if q, err := EvidenceForm(ctx, v.prog, verdict.False); err == nil {
		if a, ok := v.forever(ctx, q); ok {
			a.endsIf = v.endsIf(ctx, a)
			return a, nil
		}
	}
	if a, ok := v.executed(ctx, f, 0); ok {
		return v.byOverflow(ctx, a), nil
	}
	if ctx.Err() != nil {
		return v.ended(ctx, answer{form: f}), nil
	}
	a := unknown(verdict.Incomplete, "Neither was it found why all executions end, nor one that does not."+openLoops(p, ranks))
	if undecided != nil {
		a = unknown(verdict.Uncertified, "The solver could not check the proof: "+undecided.Error()+".")
	}
	a.form = f
	return a, nil
}

// openLoops are lines about the loops for which no rank was found.
func openLoops(p *ir.Program, r *ranking.Result) string {
	var b strings.Builder
	seen := map[ir.Pos]bool{}
	for _, c := range r.Components {
		for _, l := range c.Left {
			pos := loopPos(p.Locs[l])
			if seen[pos] {
				continue
			}
			seen[pos] = true
			what := "no rank was found of this loop"
			if c.TooMany {
				what = "there are too many ways through this loop"
			}
			fmt.Fprintf(&b, "\n%s: %s.", pos, what)
		}
	}
	return b.String()
}

// ranked certifies ranks.
func (v *verifier) ranked(ctx context.Context, f form, known map[ir.Loc]term.Term, r *ranking.Result) (answer, bool, error) {
	v.clock.begin("certify")
	inv := verdict.Invariants{}
	for l, g := range known {
		inv[l] = g
	}
	if known == nil {
		for _, c := range r.Components {
			for _, l := range c.Cuts {
				inv[l] = term.NewStore().True()
			}
		}
	}
	if !inv[f.prog.Main.Entry].Valid() {
		inv[f.prog.Main.Entry] = term.NewStore().True()
	}
	proof := verdict.Ranks{Invariants: inv, Tuples: r.Tuples}
	s := v.solving()
	err := certify.Ranks(ctx, f.prog, proof, s.newSolver, v.opts.Workers)
	if err == nil {
		return answer{Result: verdict.Result{Verdict: verdict.True, Proof: proof, Unchecked: s.tally.Unchecked()}, form: f, engine: "ranking"}, true, nil
	}
	var no *certify.Rejection
	if errors.As(err, &no) && no.Cond == certify.Safety && no.To != 0 {
		return limited(f, no.To), true, nil
	}
	if errors.As(err, &no) && !no.Undecided && ctx.Err() == nil {
		v.lose(&Bug{Engine: "ranking", Claim: verdict.True, Err: err})
	}
	return answer{}, false, err
}

// byOverflow is a, a proof that executions end, unless it is one by undefined overflow: if an execution has no end where signed integers wrap, as compilers may
// have it, the answer would mislead.
func (v *verifier) byOverflow(ctx context.Context, a answer) answer {
	if a.Verdict != verdict.True {
		return a
	}
	overflows := false
	for _, e := range a.form.prog.Edges {
		if e != nil {
			if s, ok := e.Stmt.(*ir.Assume); ok {
				ir.Walk(s.Cond, func(x *ir.Expr) bool {
					overflows = overflows || x.Op == ir.OpInRange
					return !overflows
				})
			}
		}
	}
	if !overflows || a.form.prog.Signed == ir.SignedWrap {
		return a
	}
	of, cancel := context.WithTimeout(ctx, overflowTime)
	defer cancel()
	if v.endsWrapping(of) {
		return a
	}
	p, err := EvidenceForm(of, wrapping(v.prog), verdict.False)
	if err != nil {
		return a
	}
	b, ok := v.forever(of, p)
	if !ok {
		return a
	}
	at := loopPos(p.Locs[b.Trace.Error])
	c := unknown(verdict.Incomplete, "Each execution ends, but one only since a signed integer overflows, of which C leaves open what happens (property no-overflow looks for that)."+
		"\n"+at.String()+": if signed integers wrap, this loop has no end.")
	c.form = a.form
	return c
}

// endsWrapping says that all executions end where signed integers wrap, too.
func (v *verifier) endsWrapping(ctx context.Context) bool {
	p, err := EvidenceForm(ctx, wrapping(v.prog), verdict.True)
	if err != nil {
		return false
	}
	known, _ := portfolio.Facts(ctx, p, v.newSolver)
	ranks := ranking.Find(ctx, p, known, v.newSolver)
	if !ranks.Complete() {
		return false
	}
	_, ok, err := v.ranked(ctx, form{prog: p}, known, ranks)
	return ok && err == nil
}

// executed decides a program without inputs by executing it, within some time; 0 is a part of what is left.
func (v *verifier) executed(ctx context.Context, f form, within time.Duration) (answer, bool) {
	if v.opts.RanksRequired {
		return answer{}, false
	}
	ctx, cancel := limit.Part(ctx, 4)
	defer cancel()
	if within != 0 {
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	s := v.solving()
	steps, err := certify.Execute(ctx, f.prog, s.unfollowed)
	if err != nil || steps == 0 {
		return answer{}, false
	}
	return answer{Result: verdict.Result{Verdict: verdict.True, Proof: verdict.Execution{Steps: steps}, Unfollowed: *s.unfollowed}, form: f, engine: portfolio.ExecutionName}, true
}

// Limits of the search for executions without an end.
const (
	foreverSteps  = 3_000  // after which an execution may be one
	foreverLonger = 50_000 // after which it is believed so far
	foreverRuns   = 400
	foreverLooked = 40 // of which it is looked whether their states come again
	foreverTried  = 6  // of which it is tried to show that they are
	foreverTime   = 3 * time.Second
	foreverFirst  = time.Second
	foreverSeen   = 200         // states of a cycle
	overflowTime  = time.Second // for one without an end where signed integers wrap
)

// forever looks for an execution of p without an end.
func (v *verifier) forever(ctx context.Context, p *ir.Program) (answer, bool) {
	if p.Doubt != nil {
		return answer{}, false
	}
	v.clock.begin("executions")
	var open []*verdict.Trace // those that a first look has not decided
	tried := 0
	stays := map[string]bool{} // where executions that were tried stay, with which inputs
	guesses := newInputGuesses(p)
	for i := range foreverRuns {
		if ctx.Err() != nil || tried == foreverLooked {
			break
		}
		values, more := guesses.next(i)
		if !more {
			break
		}
		in := interp.Inputs{Scalar: func(e *ir.Edge, n int) num.Int { return values(e) }}
		out := interp.Run(ctx, p, in, interp.Options{MaxSteps: foreverSteps})
		if out.End != interp.StepLimit {
			continue
		}
		t := stem(p, out, values)
		if t == nil {
			continue
		}
		key := fmt.Sprint(t.Error)
		for _, id := range t.Path {
			if counterexample.Chosen(p.Edges[id]) != nil {
				key += " " + values(p.Edges[id]).String()
			}
		}
		if stays[key] {
			continue
		}
		stays[key] = true
		if interp.Run(ctx, p, in, interp.Options{MaxSteps: foreverLonger, NoPath: true}).End != interp.StepLimit {
			continue
		}
		tried++
		within, cancel := ctx, func() {}
		if tried == 1 { // most often it is the first one, if any
			within, cancel = context.WithTimeout(ctx, foreverFirst)
		}
		a, ok := v.unending(within, p, t, len(open) < foreverTried, tried == 1)
		cancel()
		if ok {
			return a, true
		}
		if len(open) < foreverTried {
			open = append(open, t)
		}
	}
	for _, t := range open {
		if a, ok := v.unending(ctx, p, t, false, true); ok {
			return a, true
		}
	}
	return v.copying(ctx, p, guesses)
}

// unending tries to show that the trace is the beginning of an execution without an end: by few states that come again, or none; and by bounds, or by engines, if that is wanted.
func (v *verifier) unending(ctx context.Context, p *ir.Program, t *verdict.Trace, bounds, engines bool) (answer, bool) {
	q, err := counterexample.OnlyEnds(p, t)
	if err != nil {
		return answer{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, foreverTime)
	defer cancel()
	accept := func(inv map[ir.Loc]term.Term) (answer, bool) {
		t.Forever.Invariants = verdict.Invariants{}
		for l, f := range inv {
			if int(l) < len(p.Locs) {
				t.Forever.Invariants[l] = f
			}
		}
		s := v.solving()
		if counterexample.Unending(ctx, p, t, s.newSolver, v.opts.Workers) != nil {
			return answer{}, false
		}
		if checkcoverage.Check(ctx, p, s.newSolver) != nil {
			return answer{}, false
		}
		return answer{Result: verdict.Result{Verdict: verdict.False, Trace: t, Unchecked: s.tally.Unchecked()}, form: form{prog: p}, engine: "executions"}, true
	}
	if bounds {
		if inv, safe := portfolio.Facts(ctx, q, v.newSolver); safe {
			if a, ok := accept(inv); ok {
				return a, true
			}
		}
	}
	if inv := repeated(ctx, q); inv != nil {
		if a, ok := accept(inv); ok {
			return a, true
		}
	}
	if !engines {
		return answer{}, false
	}
	of := newVerifier(nil, Options{NewSolver: v.opts.NewSolver, NewInterpolator: v.opts.NewInterpolator, Workers: v.opts.Workers, Memory: v.opts.Memory})
	of.endless = true // it is known to be long
	if a := of.attempts(ctx, nil, form{prog: q}); a.Verdict == verdict.True {
		if inv, ok := a.Proof.(verdict.Invariants); ok {
			return accept(inv)
		}
	}
	return answer{}, false
}

// stem is the beginning of an execution that goes on: to the head of the outermost loop that it comes to again and again in its second half. It is nil if there is none.
func stem(p *ir.Program, out interp.Outcome, values func(*ir.Edge) num.Int) *verdict.Trace {
	loops := looptree.Of(p, p.Main)
	visits, first := map[ir.Loc]int{}, map[ir.Loc]int{}
	for i, id := range out.Path {
		to := p.Edges[id].To
		if !p.Locs[to].Loop {
			continue
		}
		if _, seen := first[to]; !seen {
			first[to] = i + 1
		}
		if i >= len(out.Path)/2 {
			visits[to]++
		}
	}
	var head ir.Loc
	for l, n := range visits {
		if n < 2 {
			continue
		}
		if head == 0 || loops.Depth[l] < loops.Depth[head] || loops.Depth[l] == loops.Depth[head] && l < head {
			head = l
		}
	}
	if head == 0 {
		return nil
	}
	t := &verdict.Trace{Path: out.Path[:first[head]], Error: head, Goal: ir.Violates(counterexample.NonTermination), Forever: &verdict.Forever{Inputs: map[ir.EdgeID]num.Int{}}}
	for i, id := range t.Path {
		if h := counterexample.Chosen(p.Edges[id]); h != nil && h.Var.Type.Kind == ir.Integer {
			t.SetInput(i, out.Input[i])
		}
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if h := counterexample.ChosenForever(e); h != nil && h.Var.Type.Kind == ir.Integer {
			t.Forever.Inputs[e.ID] = h.Var.Type.Wrap(values(e))
		}
	}
	return t
}

// Rounds is the beginning of the execution that t describes, as far as some rounds of its loop.
func Rounds(ctx context.Context, p *ir.Program, t *verdict.Trace) *verdict.Trace {
	out := goesOn(ctx, p, t)
	for i := len(out.Path); i > len(t.Path); i-- {
		if p.Edges[out.Path[i-1]].To == t.Error {
			return upTo(out, i, t)
		}
	}
	return t
}

// Round is the beginning of the execution that t describes, until it comes to the head of its loop for the second time; t if that takes long.
func Round(ctx context.Context, p *ir.Program, t *verdict.Trace) *verdict.Trace {
	out := goesOn(ctx, p, t)
	for i := len(t.Path); i < len(out.Path); i++ {
		if p.Edges[out.Path[i]].To == t.Error {
			return upTo(out, i+1, t)
		}
	}
	return t
}

// goesOn executes p along t, which has no end, and some steps further.
func goesOn(ctx context.Context, p *ir.Program, t *verdict.Trace) interp.Outcome {
	const steps = 3000
	times := map[ir.EdgeID][]num.Int{} // the inputs of the stem
	for i, id := range t.Path {
		if counterexample.Chosen(p.Edges[id]) != nil {
			times[id] = append(times[id], t.Input[i])
		}
	}
	in := interp.Inputs{Scalar: func(e *ir.Edge, n int) num.Int {
		if n < len(times[e.ID]) {
			return times[e.ID][n]
		}
		return t.Forever.Inputs[e.ID]
	}}
	return runCopying(ctx, p, t.Forever.Copies, in, len(t.Path)+steps)
}

// upTo is t with the first n edges of an execution.
func upTo(out interp.Outcome, n int, t *verdict.Trace) *verdict.Trace {
	long := *t
	long.Path, long.Memory, long.Input = out.Path[:n], out.Memory, map[int]num.Int{}
	for k, v := range out.Input {
		if k < n {
			long.Input[k] = v
		}
	}
	return &long
}

// repeated says of heads of loops in which states an execution of q comes there, if these are few; nil if it does not get around.
func repeated(ctx context.Context, q *ir.Program) map[ir.Loc]term.Term {
	n, succ := graph.OfFunc(q, q.Main)
	live := graph.LiveVars(q, graph.ReversePostOrder(n, succ, int(q.Main.Entry)))
	st := term.NewStore()
	states := map[ir.Loc][]term.Term{}
	seen := map[ir.Loc]map[term.Term]bool{}
	fresh, again, many := 0, 0, false
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	interp.Run(ctx, q, interp.Inputs{}, interp.Options{MaxSteps: 100_000, NoPath: true, Step: func(s interp.Step) {
		l := s.Edge.To
		if !q.Locs[l].Loop || many {
			return
		}
		var is []term.Term
		for _, x := range live[l] {
			if x.Type.Kind == ir.Memory {
				continue
			}
			if value, ok := s.Eval(ir.VarExpr(x)); ok {
				is = append(is, st.Eq(st.Var(x.Name, term.Int), st.IntNum(value)))
			}
		}
		state := st.And(is...)
		if seen[l] == nil {
			seen[l] = map[term.Term]bool{}
		}
		if seen[l][state] {
			if again++; again > 3*foreverSeen {
				many = true
				cancel()
			}
			return
		}
		again = 0
		seen[l][state] = true
		states[l] = append(states[l], state)
		if fresh++; fresh > foreverSeen {
			many = true
			cancel()
		}
	}})
	if fresh > foreverSeen || len(states) == 0 {
		return nil
	}
	inv := map[ir.Loc]term.Term{}
	for l, list := range states {
		inv[l] = st.Or(list...)
	}
	return inv
}

// inputGuesses are values of inputs that may keep a program from its end: one for each place that asks for them.
type inputGuesses struct {
	numbers []num.Int // to try everywhere
	inputs  bool
}

func newInputGuesses(p *ir.Program) *inputGuesses {
	g := &inputGuesses{}
	seen := map[string]bool{}
	add := func(v num.Int) {
		if !seen[v.String()] && len(g.numbers) < foreverRuns/4 {
			seen[v.String()] = true
			g.numbers = append(g.numbers, v)
		}
	}
	for _, k := range []int64{0, 1, -1, 2, 3, 10, 100, -10} {
		add(num.I(k))
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if counterexample.Chosen(e) != nil {
			g.inputs = true
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.IsConst() && x.Type.Kind == ir.Integer {
					for d := int64(-1); d <= 1; d++ {
						add(x.Val.Add(num.I(d)))
						add(x.Val.Add(num.I(d)).Neg())
					}
				}
				return true
			})
		})
	}
	return g
}

// next gives the values of the ith execution; more is false if there are no others.
func (g *inputGuesses) next(i int) (values func(*ir.Edge) num.Int, more bool) {
	if !g.inputs && i > 0 {
		return nil, false
	}
	if i < len(g.numbers) {
		return func(*ir.Edge) num.Int { return g.numbers[i] }, true
	}
	return func(e *ir.Edge) num.Int {
		r := rand.New(rand.NewPCG(uint64(i), uint64(e.ID)))
		switch i % 4 {
		case 0:
			return g.numbers[r.IntN(len(g.numbers))]
		case 1:
			return num.I(int64(r.IntN(12) - 3))
		case 2:
			return num.I(int64(r.IntN(3)))
		}
		return num.I(int64(r.IntN(2000) - 1000))
	}, true
}
