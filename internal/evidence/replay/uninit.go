package replay

import (
	"fmt"
	"slices"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
)

// indeterminate says that the error is a read of a value that nothing has given: the copy must not give it one.
func (p *plan) indeterminate() bool { return p.trace.Goal.Property == "uninit" }

// judgeValues looks for the read at that place among the reports: one is of a use there, or of a later use of a value
// that was copied there. The answer is false if there are no reports.
func (p *plan) judgeValues(out *Outcome, reports []native.Value, at ir.Pos) bool {
	here := func(r native.Report) bool { return r.Line == at.Line }
	for _, v := range reports {
		switch {
		case here(v.Use):
			out.Answer, out.Reason = Confirmed, fmt.Sprintf("line %d: use-of-uninitialized-value", at.Line)
			return true
		case slices.ContainsFunc(v.Via[:max(len(v.Via)-1, 0)], here):
			out.Answer, out.Reason = Confirmed, fmt.Sprintf("line %d: use-of-uninitialized-value, which was read at line %d", v.Use.Line, at.Line)
			return true
		}
	}
	if len(reports) > 0 {
		out.Reason = fmt.Sprintf("the compiled program uses a value that nothing has given at line %d, and not at line %d", reports[0].Use.Line, at.Line)
	}
	return len(reports) > 0
}
