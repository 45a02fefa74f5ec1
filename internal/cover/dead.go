package cover

import (
	"cmp"
	"context"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Cause says why nothing executes a statement.
type Cause uint8

const (
	NoCause   Cause = iota // it is not known to be so
	Uncalled               // nothing calls its function
	NoPath                 // no path leads to it, whatever the conditions are
	Proved                 // no execution takes such a path: the certifier has checked the proof
	Constant               // the condition above it is a constant: the program switches it off
	Defensive              // it says itself that it is not to be reached, or does nothing at a label default
)

// Dead tells whether code with that cause is likely a mistake.
func (c Cause) Dead() bool { return c == Uncalled || c == NoPath || c == Proved }

// Line is what is known of a statement.
type Line struct {
	ir.Statement
	Status GoalStatus
	Cause  Cause // of Unreachable
}

// Region is what nothing executes: statements one after the other, the first of which is the reason.
type Region struct {
	First, Last int // in Dead.Lines
	Cause       Cause
}

// Dead says which statements of a program nothing executes.
type Dead struct {
	*Suite
	Lines   []Line
	Regions []Region
}

// Findings are the regions that are likely mistakes.
func (d *Dead) Findings() (list []Region) {
	for _, r := range d.Regions {
		if r.Cause.Dead() {
			list = append(list, r)
		}
	}
	return list
}

// Open counts the statements of which nothing is known.
func (d *Dead) Open() (n int) {
	for _, l := range d.Lines {
		if l.Status == Open {
			n++
		}
	}
	return n
}

// DeadCode finds for each statement of the files an execution that comes to it, or a proof that there is none, until
// ctx ends. opts.Goals does not count. Errors are as for run.Verify.
func DeadCode(ctx context.Context, prog *prepare.Program, opts Options) (*Dead, error) {
	o := prog.Options()
	o.Statements, o.Properties = true, []string{"unreach-call"}
	prog = prog.With(o)
	opts.Goals = Statements
	s, err := Cover(ctx, prog, opts)
	if err != nil {
		return nil, err
	}
	d := &Dead{Suite: s}
	if s.Program != nil {
		d.statements()
		d.regions()
	}
	return d, nil
}

// statements says of each statement what the goals of its copies say.
func (d *Dead) statements() {
	p := d.Program
	goals := map[int][]GoalStatus{}
	for _, g := range d.Goals {
		goals[g.statement] = append(goals[g.statement], g.Status)
	}
	var locs []ir.Loc
	for _, f := range calls.Of(p).Funcs {
		part := graph.PartOf(p, f)
		for v, reached := range graph.Reachable(part.N, part.Succ, part.Vertex(f.Entry)) {
			if reached {
				locs = append(locs, part.Loc(v))
			}
		}
	}
	limit := d.limit(locs)
	outside := limit
	for _, n := range p.Notes {
		if name, ok := cfront.WithoutBody(n); ok && outside == "" {
			outside = n.Pos.String() + ": " + name + " has no body, and may call what it is given"
		}
	}
	for i, s := range p.Statements {
		l := Line{Statement: s}
		open := func(why string) {
			l.Status = Open
			if d.Reason == "" {
				d.Reason, d.Detail = verdict.Unsupported, why
			}
		}
		switch {
		case len(goals[i]) > 0:
			l.Status = Unreachable
			for _, status := range goals[i] {
				if status == Covered || status == Open && l.Status == Unreachable {
					l.Status = status
				}
			}
			if l.Status == Unreachable {
				l.Cause = Proved
			}
		case s.Addr && outside != "":
			open(outside)
		case s.Made && len(s.Edges) == 0 && !s.Lowered:
			continue // it is in an expression that the front end replaces
		case limit != "": // what comes behind it may call any function
			open(limit)
		case !s.Made || len(s.Edges) > 0:
			l.Status, l.Cause = Unreachable, Uncalled
		default:
			l.Status, l.Cause = Unreachable, NoPath
		}
		d.Lines = append(d.Lines, l)
	}
}

// limit says where a construct is that craig does not follow, and after which anything may be executed; "" if no
// execution comes to one.
func (d *Dead) limit(reached []ir.Loc) string {
	for _, l := range reached {
		if info := d.Program.Locs[l]; info.Goal.IsLimit() && !d.unlimited {
			return info.Pos.String() + ": " + cmp.Or(info.Why, "a construct that craig does not support") + " may be reached"
		}
	}
	return ""
}

// regions puts statements together that nothing executes for one reason.
func (d *Dead) regions() {
	var r *Region
	for i, l := range d.Lines {
		if l.Status != Unreachable {
			r = nil
			continue
		}
		if r != nil {
			first := d.Lines[r.First]
			switch {
			case l.FuncPos != first.FuncPos:
			case r.Cause == Uncalled, l.Depth > first.Depth:
				r.Last = i
				continue
			case l.Depth == first.Depth && l.Role == ir.Follows:
				r.Last = i
				continue
			}
		}
		cause := l.Cause
		if l.Constant && (cause == NoPath || cause == Proved) {
			cause = Constant
		}
		d.Regions = append(d.Regions, Region{i, i, cause})
		r = &d.Regions[len(d.Regions)-1]
	}
	for i := range d.Regions {
		d.Regions[i].Cause = d.defensive(d.Regions[i])
	}
}

// defensive is the cause of a region that says itself that it is not to be reached; that of others is as it was.
func (d *Dead) defensive(r Region) Cause {
	if !r.Cause.Dead() || r.Cause == Uncalled {
		return r.Cause
	}
	first, empty := d.Lines[r.First], true
	for _, l := range d.Lines[r.First : r.Last+1] {
		if l.Fails && l.Depth <= first.Depth+1 {
			return Defensive
		}
		empty = empty && l.Empty
	}
	if empty && (first.Role == ir.Default || first.Role == ir.Follows) {
		return Defensive // default: break; or the break behind a return
	}
	return r.Cause
}
