package witness

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"craig/evidence/ctext"
	"craig/program/ir"
)

// Names in the instrumented copy.
const (
	violated = "craig_invariant_violated"
	reached  = "craig_target_reached"
)

// Claim is a program that is right if a witness is: for invariants, a program that cannot come to
// Error (or to another error) if they hold; for waypoints, one that can come to Error if an
// execution passes them.
type Claim struct {
	Text      []byte // the instrumented copy
	Error     string // the function whose calls are errors
	Violation bool
	// Overflows: an expression of the witness does arithmetic, so that it has to be shown as well
	// that this does not overflow.
	Overflows bool
}

// Unsupported is something in a witness that is not checked.
type Unsupported struct{ What string }

func (u *Unsupported) Error() string { return u.What + " are not checked" }

// NewClaim instruments a copy of the program in file. The error is an *Unsupported, an *Error that
// the witness is at fault for, or of a file that cannot be read.
func NewClaim(witness string, entries []Entry, file string) (*Claim, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := &claim{witness: witness, src: ctext.New(file, text), file: file}
	if len(entries) != 1 {
		return nil, &Unsupported{"witnesses of several entries"}
	}
	switch e := entries[0]; e.Type {
	case Invariants:
		err = c.invariants(e.Content)
	case Violation:
		err = c.violation(e.Content)
	default:
		return nil, &Unsupported{fmt.Sprintf("entries of type %q", e.Type)}
	}
	if err != nil {
		return nil, err
	}
	c.Text = c.src.Edited()
	return &c.Claim, nil
}

type claim struct {
	Claim
	witness, file string
	src           *ctext.Source
}

func (c *claim) errorf(l Location, format string, args ...any) error {
	return &Error{File: c.witness, Msg: fmt.Sprintf("line %d of the program: ", l.Line) + fmt.Sprintf(format, args...)}
}

// at is the offset of a location; without a column that of the first word of wanted on its line,
// or of its first character.
func (c *claim) at(l Location, wanted *regexp.Regexp) (int, error) {
	pos := ir.Pos{File: c.file, Line: l.Line, Col: max(l.Column, 1)}
	at, ok := c.src.At(pos)
	if !ok {
		return 0, c.errorf(l, "there is no column %d", pos.Col)
	}
	if l.Column > 0 {
		return at, nil
	}
	line, _, _ := strings.Cut(c.src.Rest(at), "\n")
	if wanted != nil {
		m := wanted.FindStringIndex(line)
		if m == nil {
			return 0, c.errorf(l, "nothing of that kind is there")
		}
		return at + m[0], nil
	}
	return at + len(line) - len(strings.TrimLeft(line, " \t")), nil
}

var (
	loopWord   = regexp.MustCompile(`\b(?:for|while|do)\b`)
	branchWord = regexp.MustCompile(`\b(?:if|for|while)\b`)
)

func (c *claim) invariants(items []Item) error {
	c.Error = violated
	c.src.Head("extern void " + violated + "(void); ")
	for _, item := range items {
		inv := item.Invariant
		if inv == nil {
			return &Unsupported{"other things than invariants"}
		}
		if inv.Format != "c_expression" {
			return &Unsupported{fmt.Sprintf("invariants of format %q", inv.Format)}
		}
		if err := expression(inv.Value); err != nil {
			return c.errorf(inv.Location, "%v", err)
		}
		c.Overflows = c.Overflows || arithmetic(inv.Value)
		check := "((" + oneLine(inv.Value) + ") ? (void)0 : " + violated + "())"
		var err error
		switch inv.Type {
		case "loop_invariant":
			var at int
			if at, err = c.at(inv.Location, loopWord); err == nil {
				err = c.loop(inv.Location, at, check)
			}
		case "location_invariant":
			err = c.before(inv.Location, check+"; ")
		default:
			err = &Unsupported{fmt.Sprintf("invariants of type %q", inv.Type)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// loop puts a check where each iteration of the loop at an offset begins.
func (c *claim) loop(l Location, at int, check string) error {
	word := c.src.Word(at)
	open := c.src.Skip(at + len(word))
	switch {
	case word == "do" && strings.HasPrefix(c.src.Rest(open), "{"):
		c.src.Edit(open+1, 0, " "+check+";")
		return nil
	case word == "while" && strings.HasPrefix(c.src.Rest(open), "("):
		c.src.Edit(open+1, 0, check+", ")
		return nil
	case word == "for" && strings.HasPrefix(c.src.Rest(open), "("):
		from, to, ok := c.forCondition(open)
		if !ok {
			break
		}
		if c.src.Skip(from) == to {
			check += ", 1"
		} else {
			check += ", "
		}
		c.src.Edit(from, 0, " "+check)
		return nil
	}
	return c.errorf(l, "there is no loop at column %d", l.Column)
}

// forCondition is the range of the condition of the for statement whose parenthesis is at open.
func (c *claim) forCondition(open int) (from, to int, ok bool) {
	first, ok1 := c.src.Find(open+1, ";")
	second, ok2 := c.src.Find(first+1, ";")
	return first + 1, second, ok1 && ok2
}

// before puts text in front of the statement at a location.
func (c *claim) before(l Location, text string) error {
	at, err := c.at(l, nil)
	if err != nil {
		return err
	}
	switch c.src.Before(at) {
	case ";", "{", "}":
		c.src.Edit(at, 0, text)
		return nil
	}
	return &Unsupported{fmt.Sprintf("conditions inside the statement in line %d", l.Line)}
}
