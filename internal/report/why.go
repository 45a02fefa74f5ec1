package report

import (
	"fmt"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/run"
)

// maxUnproved bounds the errors that are named in text; result files have all.
const maxUnproved = 3

// whyText are lines about what the detail of an UNKNOWN does not say; hint says what would help.
func whyText(r *run.Result, hint func(verdict.Hint) string) string {
	if r.Why == nil {
		return ""
	}
	var b strings.Builder
	for i, u := range r.Why.Unproved {
		if i == maxUnproved {
			fmt.Fprintf(&b, "\nand %d more", len(r.Why.Unproved)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s: not proved: %s", u.Pos, u.Property)
	}
	if hint == nil {
		hint = func(h verdict.Hint) string {
			if h == verdict.NoHint {
				return ""
			}
			return "This would help, or might: " + h.String() + "."
		}
	}
	if text := hint(r.Why.Hint); text != "" {
		b.WriteString("\n" + text)
	}
	return b.String()
}
