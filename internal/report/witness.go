package report

import (
	"fmt"
	"io"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// NotWitnessed tells what the witness of a proof of p does not say, fact by fact; nothing if it says all.
func NotWitnessed(w io.Writer, p *ir.Program, proof verdict.Proof) {
	all, ok := proof.(verdict.Elements)
	if !ok || len(all.Bound)+len(all.Sums) == 0 {
		return
	}
	fmt.Fprintln(w, "craig: the witness lacks the facts about all elements: its format has no quantifiers. Who checks it has to find them;"+
		" the result file has them. Left out:")
	for _, inv := range csource.LoopInvariants(p, all) {
		for _, f := range inv.All {
			fmt.Fprintf(w, "%s: %s\n", inv.Pos, f)
		}
		if inv.MoreAll > 0 {
			fmt.Fprintf(w, "%s: and %d facts about all elements that have no short form in C\n", inv.Pos, inv.MoreAll)
		}
	}
}
