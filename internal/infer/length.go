package infer

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/harness"
	"craig/internal/program/ir"
	"craig/internal/run"
)

// byLength says that an execution goes wrong outside of an object that the function is given: that each other one goes wrong likewise may only be since the
// surroundings take that to be as long as it is. Property bounds does not say which object it is, and is asked as valid-deref does; without an answer to that it may be
// one of these.
func (s *search) byLength(ctx context.Context, prog *prepare.Program, r *run.Result) (bool, error) {
	t := r.Trace
	switch {
	case t.Goal.Property != "bounds" && t.Goal.Property != "valid-deref":
		return false, nil
	case !aboutSizes(r.Notes):
		return false, nil // it is given no objects
	case t.Goal.Property == "bounds" && r.Program.Checks[t.Error] == nil:
		return false, nil // an index outside of an array whose length is declared
	case t.Goal.Property == "bounds":
		o := prog.Options()
		o.Properties = []string{"valid-deref"}
		other, err := s.derefAt(ctx, prog.With(o), r)
		if err == nil && other != nil && o.Environment.Null != harness.NullNever && isNull(other) { // another error of the line
			o.Environment.Null = harness.NullNever
			if other, err = s.derefAt(ctx, prog.With(o), r); err == nil && other != nil && other.Verdict == verdict.True {
				return true, nil
			}
		}
		switch {
		case err != nil || other == nil:
			return err == nil, err
		case other.Verdict == verdict.True:
			return false, nil // it is an index beyond an array inside of an object
		}
		r = other
	}
	m := csource.MemoryOf(r.Program, r.Trace)
	return m == nil || m.Given && m.Outside(), nil
}

// derefAt is the answer of a program, TRUE, or FALSE by an error in the line of that of r; nil if it is another one.
func (s *search) derefAt(ctx context.Context, prog *prepare.Program, r *run.Result) (*run.Result, error) {
	ctx, cancel := s.question(ctx)
	defer cancel()
	other, err := run.Verify(ctx, prog, s.opts.Run)
	if err == nil && other.Verdict != verdict.True && (other.Verdict != verdict.False || csource.ErrorPlace(other.Program.Locs[other.Trace.Error]).Line != csource.ErrorPlace(r.Program.Locs[r.Trace.Error]).Line) {
		return nil, nil
	}
	return other, err
}

// isNull says that an execution goes wrong by a null pointer.
func isNull(r *run.Result) bool {
	if r.Verdict != verdict.False {
		return false
	}
	m := csource.MemoryOf(r.Program, r.Trace)
	return m != nil && m.Kind == csource.NullPointer
}

// aboutSizes says that an answer rests on objects that the function is given, and so on how long they are.
func aboutSizes(notes []ir.Note) bool {
	return slices.ContainsFunc(notes, func(n ir.Note) bool { return n.Aspect == ir.AboutValid || n.Aspect == ir.AboutLengths })
}

// countedBy is what r goes wrong outside of, if that is an object which the function is given, and only the name of a parameter or a member beside it says how long it is; else "". It may be the
// largest index.
func countedBy(r *run.Result) string {
	m := csource.MemoryOf(r.Program, r.Trace)
	if m == nil || !m.Given || !m.Outside() {
		return ""
	}
	for _, n := range r.Notes {
		if n.Aspect != ir.AboutLengths {
			continue
		}
		for part := range strings.SplitSeq(n.Text, ", ") {
			if x := counted.FindStringSubmatch(part); x != nil && x[1] == m.Path && strings.Trim(x[2], "0123456789") != "" {
				return m.Path
			}
		}
	}
	return ""
}
