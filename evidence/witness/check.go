package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"craig/evidence/ctext"
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
	Texts     [][]byte // the instrumented copies of the files, in their order
	Error     string   // the function whose calls are errors
	Violation bool
	Label     string // the label that is the target of a violation; "" if that is a call
	// Overflows: an expression of the witness does arithmetic, so that it has to be shown as well
	// that this does not overflow.
	Overflows bool
}

// Unsupported is something in a witness that is not checked.
type Unsupported struct{ What string }

func (u *Unsupported) Error() string { return u.What + " are not checked" }

// OtherProgram is the error that a witness speaks of a file with other contents.
type OtherProgram struct{ File string }

func (o *OtherProgram) Error() string {
	return "the witness is of another program: its hash of " + o.File + " differs"
}

// NewClaim instruments copies of the program in files. The error is an *Unsupported, an
// *OtherProgram, an *Error that the witness is at fault for, or of a file that cannot be read.
func NewClaim(witness string, entries []Entry, files ...string) (*Claim, error) {
	c := &claim{witness: witness}
	var hashes []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c.files = append(c.files, ctext.New(file, text))
		h := sha256.Sum256(text)
		hashes = append(hashes, hex.EncodeToString(h[:]))
	}
	for _, e := range entries {
		if err := e.decided(); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		if err := c.sameFiles(e, hashes); err != nil {
			return nil, err
		}
	}
	for i, e := range entries {
		var err error
		switch {
		case e.Type == Invariants && !c.Violation:
			err = c.invariants(e.Content)
		case e.Type == Violation && i == 0 && len(entries) == 1:
			err = c.violation(e.Content)
		default:
			err = &Unsupported{fmt.Sprintf("entries of type %q beside others", e.Type)}
		}
		if err != nil {
			return nil, err
		}
	}
	for _, f := range c.files {
		c.Texts = append(c.Texts, f.Edited())
	}
	return &c.Claim, nil
}

type claim struct {
	Claim
	witness string
	files   []*ctext.Source
	src     *ctext.Source // the file of the location at hand
	under   map[int]bool  // offsets of functions that have a contract
}

// otherProperty is what the specifications of properties say that craig does not decide.
var otherProperty = regexp.MustCompile(`(?i)terminat|data-race|valid-free|valid-mem|\bF\s*end`)

// decided says whether an entry is of a kind that can be checked.
func (e Entry) decided() error {
	switch v := e.Metadata.Version; {
	case v != "" && v != "2.0" && v != "2.1":
		return &Unsupported{"witnesses of format " + v}
	case e.Type != Invariants && e.Type != Violation:
		return &Unsupported{fmt.Sprintf("entries of type %q", e.Type)}
	case otherProperty.MatchString(e.Metadata.Task.Specification):
		return &Unsupported{"witnesses for " + e.Metadata.Task.Specification}
	}
	return nil
}

var sha256Text = regexp.MustCompile(`^[0-9A-Fa-f]{64}$`)

// sameFiles compares the hashes that an entry has with those of the files.
func (c *claim) sameFiles(e Entry, hashes []string) error {
	differs := func(name, hash string) bool {
		i := slices.IndexFunc(c.files, func(f *ctext.Source) bool { return filepath.Base(f.Name()) == filepath.Base(name) })
		if i < 0 && len(c.files) == 1 {
			i = 0
		}
		return i >= 0 && sha256Text.MatchString(hash) && !strings.EqualFold(hash, hashes[i])
	}
	for _, name := range slices.Sorted(maps.Keys(e.Metadata.Task.Hashes)) {
		if differs(name, e.Metadata.Task.Hashes[name]) {
			return &OtherProgram{name}
		}
	}
	check := func(l Location) error {
		if differs(l.File, l.Hash) {
			return &OtherProgram{l.File}
		}
		return nil
	}
	for _, item := range e.Content {
		if item.Invariant != nil {
			if err := check(item.Invariant.Location); err != nil {
				return err
			}
		}
		for _, s := range item.Segment {
			if err := check(s.Waypoint.Location); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *claim) errorf(l Location, format string, args ...any) error {
	return &Error{File: c.witness, Msg: fmt.Sprintf("line %d of the program: ", l.Line) + fmt.Sprintf(format, args...)}
}

// at is the offset of a location in its file, which becomes c.src; without a column that of the
// first word of wanted on its line, or of its first character.
func (c *claim) at(l Location, wanted *regexp.Regexp) (int, error) {
	c.src = nil
	for _, f := range c.files {
		if len(c.files) == 1 || f.Name() == l.File || c.src == nil && filepath.Base(f.Name()) == filepath.Base(l.File) {
			c.src = f
		}
	}
	if c.src == nil {
		return 0, c.errorf(l, "the program has no file %s", l.File)
	}
	at, ok := c.src.Offset(l.Line, max(l.Column, 1))
	if !ok {
		return 0, c.errorf(l, "there is no column %d", max(l.Column, 1))
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
	branchWord = regexp.MustCompile(`\b(?:if|for|while|do|switch)\b`)
)

func (c *claim) invariants(items []Item) error {
	c.Error = violated
	for _, f := range c.files {
		f.Head("extern void " + violated + "(void); ")
	}
	for _, item := range items {
		inv := item.Invariant
		if inv == nil {
			return &Unsupported{"other things than invariants"}
		}
		if inv.Type == "function_contract" {
			if err := c.contract(inv); err != nil {
				return err
			}
			continue
		}
		if inv.Format != "c_expression" {
			return &Unsupported{fmt.Sprintf("invariants of format %q", inv.Format)}
		}
		if err := expression(inv.Value); err != nil {
			return c.errorf(inv.Location, "%v", err)
		}
		if len(anyToken.FindAllStringIndex(inv.Value, maxTokens)) == maxTokens {
			return &Unsupported{fmt.Sprintf("invariants of more than %d tokens, as in line %d,", maxTokens, inv.Location.Line)}
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

// maxTokens is what the front end reads as one expression, and some room for what is around it.
const maxTokens = 19000

var anyToken = regexp.MustCompile(`[A-Za-z_0-9]+|[^\sA-Za-z_0-9]`)

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
