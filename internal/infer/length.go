package infer

import (
	"context"
	"slices"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/run"
)

// byLength says that an execution goes wrong outside of an object that the function is given: that each other one goes wrong likewise may only be since the
// surroundings take that to be as long as it is. Property bounds does not say which object it is, and is asked as valid-deref does; without an answer to that it may be
// one of these.
func (s *search) byLength(ctx context.Context, prog *prepare.Program, r *run.Result) (bool, error) {
	o := prog.Options()
	t := r.Trace
	switch {
	case t.Goal.Property != "bounds" && t.Goal.Property != "valid-deref":
		return false, nil
	case !slices.ContainsFunc(r.Notes, func(n ir.Note) bool { return n.Aspect == ir.AboutValid || n.Aspect == ir.AboutLengths }):
		return false, nil // it is given no objects
	case t.Goal.Property == "bounds" && r.Program.Checks[t.Error] == nil:
		return false, nil // an index outside of an array whose length is declared
	case t.Goal.Property == "bounds":
		at := csource.ErrorPlace(r.Program.Locs[t.Error])
		o.Properties = []string{"valid-deref"}
		one, cancel := s.question(ctx)
		other, err := run.Verify(one, prog.With(o), s.opts.Run)
		cancel()
		if err != nil {
			return false, err
		}
		if other.Verdict == verdict.True {
			return false, nil // it is an index beyond an array inside of an object
		}
		if other.Verdict != verdict.False || csource.ErrorPlace(other.Program.Locs[other.Trace.Error]).Line != at.Line {
			return true, nil
		}
		r = other
	}
	m := csource.MemoryOf(r.Program, r.Trace)
	return m == nil || m.Given && m.Outside(), nil
}
