package source

import (
	"fmt"
	"regexp"
	"strings"
)

// Contracts of blocks. What one requires is checked in front of it, and what it ensures behind it, where it is left at its end; old
// values are those in front of it:
//
//	/*@ requires x > 0; ensures x == \old(x) + 1; */ { x++; }
//
//	{ __typeof__(((void)0, (x))) __craig_old_1 = (x); __CPROVER_assert((x > 0), ""); { x++; } __CPROVER_assert((x == __craig_old_1 + 1), ""); }

// statementEnd is what is to be checked behind a block.
type statementEnd struct {
	depth int // of the braces around it
	text  string
}

var (
	labelled = regexp.MustCompile(`\\(?:at|result)\b`)
	ofSwitch = regexp.MustCompile(`\bswitch\s*$`)
)

// ofStatement keeps a clause for the block that comes behind the comment that begins at comment.
func (r *contractReader) ofStatement(comment, at int, text string, c clause) {
	switch word := labelled.FindString(text); {
	case word == `\at`:
		r.fail(at, `use \old, which is the value in front of the statement`, `\at in the contract of a statement is not supported`)
	case word == `\result`:
		r.fail(at, "write it as ensures of the function", `\result in the contract of a statement, which returns nothing`)
	case strings.Contains(c.text, "__craig_fresh"):
		r.fail(at, "say it of a function", "is_fresh in the contract of a statement is not supported")
	case r.behindSwitch(comment):
		r.fail(at, "put the switch into braces, and the contract in front of them", "a contract of the body of switch, which begins at its cases")
	}
	r.block = append(r.block, c)
}

// behindSwitch tells whether what ends at an offset is switch and its condition.
func (r *contractReader) behindSwitch(at int) bool {
	before := strings.TrimSpace(string(r.d.text[:at]))
	depth := 0
	for i := len(before) - 1; i >= 0 && (depth > 0 || i == len(before)-1); i-- {
		switch before[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return ofSwitch.MatchString(before[:i])
			}
		}
	}
	return false
}

// openBlock begins the block at an offset, with what its contract requires.
func (r *contractReader) openBlock(at int) {
	var before, requires, ensures strings.Builder
	for _, c := range r.block {
		old, text := r.olds(c, c.text)
		before.WriteString(old)
		to := &requires
		if c.kind == "ensures" {
			to = &ensures
		}
		fmt.Fprintf(to, "%s__CPROVER_assert((%s), \"\");", r.mark(c), text)
	}
	r.block = nil
	text := "{"
	if before.Len() > 0 {
		text += " __craig_unchecked(1);" + before.String() + " __craig_unchecked(0);"
	}
	r.d.insert(at, text+requires.String()+" ")
	r.blocks = append(r.blocks, statementEnd{r.depth, ensures.String() + " }"})
}

// closeBlock ends the block that ends here, if it has a contract.
func (r *contractReader) closeBlock(at int) {
	if n := len(r.blocks); n > 0 && r.blocks[n-1].depth == r.depth {
		r.d.insert(at, r.blocks[n-1].text)
		r.blocks = r.blocks[:n-1]
	}
}
