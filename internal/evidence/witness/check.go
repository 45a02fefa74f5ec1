package witness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/bounded"
	"craig/internal/evidence/ctext"
	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/svcomp"
)

// Names in the instrumented copy.
const (
	violated = "craig_invariant_violated"
	counter  = "craig_at" // how many segments have been passed

	condition  = "__craig_condition"  // of an invariant, which must have a value: see foreign.go of cfront
	constraint = "__craig_constraint" // of a waypoint
	compiled   = "craig_compiled_"    // and a number: a macro that is defined beside an invariant
)

// reserved matches these names.
var reserved = pattern.New(`\b(?:craig_invariant_violated|craig_at|craig_compiled_[0-9]+|craig_before_[0-9]+|craig_thread|craig_new|craig_begun|craig_c|craig_r|craig_s|craig_p|craig_start[0-9]+|craig_kept|craig_known|craig_number|craig_choice|craig_budget|craig_stop|__craig_condition|__craig_constraint)\b`)

// counts matches the definition of a macro that uses counting.
var counts = pattern.New(`(?m)^[ \t]*#[ \t]*define\b(?:[^\n]|\\\r?\n)*\b__COUNTER__\b`)

// Files that the instrumented copy says its parts are of, by line markers.
const (
	InvariantFile = "craig invariant" // the conditions of a witness, on the lines that they are for
	TargetFile    = "craig target"    // a statement that is the target of a violation
	OtherFile     = "craig other"     // and one with the other access of a data race
)

// Claim is a program that is right if a witness is: for invariants, a program that cannot come to
// Error (or to another error) if they hold; for waypoints, one that can come to an error in TargetFile if an
// execution passes them.
type Claim struct {
	Texts     [][]byte // the instrumented copies of the files, in their order
	Error     string   // the function that is called where an invariant does not hold
	Violation bool
	Race      *cfront.Race // which data race the violation is; nil if it is none
	Label     string       // the label that is the target of a violation; "" if that is something else
	Passed    int64        // how many segments come before the target, or the cycle
	Ends      bool         // the question is whether executions end
	// Bounded are, if the witness says that executions end, copies of the files in which the loops of the witness are left after any number of
	// rounds: all executions of these must end, too.
	Bounded [][]byte
	// Undefined are the properties that say when an expression of the witness has no value, such as
	// no-overflow. It has to be shown as well that those in InvariantFile have one.
	Undefined []string
}

// Counts are the errors that a violation is about; nil for invariants.
func (c *Claim) Counts() *cfront.Errors {
	switch {
	case !c.Violation:
		return nil
	case c.Ends:
		return nil
	case c.Passed == 0:
		return &cfront.Errors{File: TargetFile, Race: c.Race}
	}
	return &cfront.Errors{File: TargetFile, Variable: counter, Value: c.Passed, Race: c.Race}
}

// Unsupported is something in a witness that is not checked.
type Unsupported struct{ What string }

func (u *Unsupported) Error() string { return u.What + " are not checked" }

// OtherProgram is the error that a witness speaks of a file with other contents, or of one that is not
// there.
type OtherProgram struct {
	File       string
	Hash, Want string // of the witness; the SHA-256 of the file, "" if there is none
}

func (o *OtherProgram) Error() string {
	switch {
	case o.Want == "":
		return "the witness is of another program: " + o.File + " is not among its files"
	case !sha256Text.MatchString(o.Hash):
		return fmt.Sprintf("the witness is of another program: its hash of %s, %.70q, is no SHA-256 in hexadecimal", o.File, o.Hash)
	}
	return "the witness is of another program: its hash of " + o.File + " differs"
}

// unused is what some tools write in place of a hash or a data model.
const unused = "UNUSED"

// NewClaim instruments copies of the program in files. The error is an *Unsupported, an
// *OtherProgram, an *Error that the witness is at fault for, or of a file that cannot be read.
func NewClaim(witness string, entries []Entry, files ...string) (*Claim, error) {
	ends := len(entries) > 0 && endings.MatchString(entries[0].Metadata.Task.Specification)
	c, err := newClaim(&claim{witness: witness, Claim: Claim{Ends: ends}}, entries, files)
	if err != nil || !ends || c.Violation {
		return c, err
	}
	bounded, err := newClaim(&claim{witness: witness, Claim: Claim{Ends: ends}, bounding: true}, entries, files)
	if err != nil {
		return nil, err
	}
	c.Bounded = bounded.Texts
	return c, nil
}

func newClaim(c *claim, entries []Entry, files []string) (*Claim, error) {
	var hashes []string
	for _, file := range files {
		text, err := bounded.ReadFile(file, bounded.Most)
		if err != nil {
			return nil, err
		}
		if name := reserved.FindString(string(text)); name != "" { // as a macro, it would take the place of a check
			return nil, &Unsupported{"programs with a name such as " + name}
		}
		for _, name := range []string{InvariantFile, TargetFile, OtherFile} { // line markers may say that statements are of the witness
			if bytes.Contains(text, []byte(name)) {
				return nil, &Unsupported{"programs with the words " + name}
			}
		}
		c.files = append(c.files, ctext.New(file, text))
		if counts.Match(text) { // An expression of the witness may use the macro.
			return nil, &Unsupported{"programs with a macro that uses " + counting}
		}
		h := sha256.Sum256(text)
		hashes = append(hashes, hex.EncodeToString(h[:]))
	}
	for _, e := range entries {
		if err := e.decided(); err != nil {
			return nil, err
		}
		if first, t := entries[0].Metadata.Task, e.Metadata.Task; t.DataModel != first.DataModel || t.Specification != first.Specification {
			return nil, &Unsupported{"entries for several data models or specifications"}
		}
	}
	if len(entries) > 0 {
		c.specification = entries[0].Metadata.Task.Specification
	}
	for _, e := range entries {
		if err := c.sameFiles(e, hashes); err != nil {
			return nil, err
		}
	}
	// Invariants first: where a ghost variable changes, they hold before that.
	ofGhosts := func(e Entry) bool { return e.Type == Ghosts }
	invariants, ghosts := slices.DeleteFunc(slices.Clone(entries), ofGhosts), slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return !ofGhosts(e) })
	for i, e := range append(invariants, ghosts...) {
		var err error
		switch {
		case e.Type == Ghosts && !c.Violation:
			err = c.ghosts(e)
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
	for i, p := range c.marks {
		line, _ := p.src.Place(p.at)
		p.src.Edit(len(p.src.Rest(0)), 0, fmt.Sprintf("\n#ifndef %s%d\n#line %d %q\n#error no statement is there that is compiled\n#endif\n",
			compiled, i, line, filepath.ToSlash(p.src.Name())))
	}
	for _, f := range c.files {
		c.Texts = append(c.Texts, f.Edited())
	}
	return &c.Claim, nil
}

type claim struct {
	Claim
	witness       string
	specification string
	files         []*ctext.Source
	src           *ctext.Source // the file of the location at hand
	under         map[int]bool  // offsets of functions that have a contract
	marks         []spot        // where marked has put something that must be compiled

	bounding bool // invariants of transitions become ends of loops
}

// otherProperty is what the specifications of properties say that craig does not decide, endings that executions end.
var (
	otherProperty = pattern.New(`(?i)data-race`)
	endings       = pattern.New(`(?i)terminat|\bF\s*end`)
)

// decided says whether an entry is of a kind that can be checked.
func (e Entry) decided() error {
	switch v := e.Metadata.Version; {
	case v != "" && v != "2.0" && v != "2.1" && (v != "2.2" || e.Type != Violation):
		return &Unsupported{"witnesses of format " + v}
	case e.Type != Invariants && e.Type != Violation && e.Type != Ghosts:
		return &Unsupported{fmt.Sprintf("entries of type %q", e.Type)}
	case !slices.Contains([]string{"", unused, svcomp.ILP32, svcomp.LP64}, e.Metadata.Task.DataModel):
		return &Unsupported{fmt.Sprintf("witnesses of the data model %q", e.Metadata.Task.DataModel)}
	case e.Type != Violation && otherProperty.MatchString(e.Metadata.Task.Specification):
		return &Unsupported{"witnesses for " + e.Metadata.Task.Specification}
	}
	return nil
}

var sha256Text = pattern.New(`^[0-9A-Fa-f]{64}$`)

// sameFiles compares the hashes that an entry has with those of the files. A hash that is missing,
// empty or unused says nothing.
func (c *claim) sameFiles(e Entry, hashes []string) error {
	compare := func(name, hash string) error {
		i := slices.IndexFunc(c.files, func(f *ctext.Source) bool { return filepath.Base(f.Name()) == filepath.Base(name) })
		if i < 0 && len(c.files) == 1 {
			i = 0
		}
		switch {
		case hash == "" || hash == unused:
			return nil
		case i < 0:
			return &OtherProgram{File: name, Hash: hash}
		case !strings.EqualFold(hash, hashes[i]):
			return &OtherProgram{name, hash, hashes[i]}
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(e.Metadata.Task.Hashes)) {
		if err := compare(name, e.Metadata.Task.Hashes[name]); err != nil {
			return err
		}
	}
	check := func(l Location) error { return compare(l.File, l.Hash) }
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
func (c *claim) at(l Location, wanted *pattern.Pattern) (int, error) {
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
	loopWord   = pattern.New(`\b(?:for|while|do)\b`)
	branchWord = pattern.New(`\b(?:if|for|while|do|switch)\b`)
)

func (c *claim) invariants(items []Item) error {
	c.Error = violated
	linkage := "" // the first file has the variables
	for _, f := range c.files {
		f.Head("extern void " + violated + "(void); extern int " + condition + "(); ")
		if c.Ends {
			f.Head(linkage + "unsigned long craig_budget; " + linkage + "_Bool craig_kept; extern unsigned long craig_number(void); extern int craig_choice(void); extern void craig_stop(void) __attribute__((noreturn)); ")
			linkage = "extern "
		}
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
		if strings.HasSuffix(inv.Type, "_transition_invariant") && c.Ends {
			if err := c.transition(inv); err != nil {
				return err
			}
			continue
		}
		if c.bounding { // it is checked in the other copies
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
		c.partial(inv.Value)
		check := checked(oneLine(inv.Value))
		var err error
		switch inv.Type {
		case "loop_invariant":
			var at int
			if at, err = c.at(inv.Location, loopWord); err == nil {
				err = c.loop(inv.Location, at, check)
			}
		case "location_invariant":
			err = c.before(inv.Location, check+"; ", "")
		default:
			err = &Unsupported{fmt.Sprintf("invariants of type %q", inv.Type)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checked is an expression of C that comes to the error where an expression of the witness does not hold.
func checked(cond string) string {
	return "(" + condition + "((" + cond + ")) ? (void)0 : " + violated + "())"
}

// maxTokens is what the front end reads as one expression, and some room for what is around it.
const maxTokens = 19000

var anyToken = pattern.New(`[A-Za-z_0-9]+|[^\sA-Za-z_0-9]`)

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// marked is text for the copy, as a part of InvariantFile on the line of an offset; after it the
// line of another offset goes on.
func (c *claim) marked(at int, text string, next int) string {
	here, then := c.src.Marked(at), c.src.Marked(next)
	mark := ""
	if !c.Violation { // In a comment, or where #if leaves it out, it would hold.
		mark = fmt.Sprintf("\n#define %s%d", compiled, len(c.marks))
		c.marks = append(c.marks, spot{c.src, at})
	}
	return mark + fmt.Sprintf("\n#line %d %q\n%s\n#line %d %q\n", max(here.Line, 1), InvariantFile, text, max(then.Line, 1), filepath.ToSlash(then.File))
}

// loop puts a check where each iteration of the loop at an offset begins.
func (c *claim) loop(l Location, at int, check string) error {
	word := c.src.Word(at)
	open := c.src.Skip(at + len(word))
	insert := func(to int, text string) { c.src.Edit(to, 0, c.marked(at, text, to)) }
	switch {
	case word == "do" && strings.HasPrefix(c.src.Rest(open), "{"):
		insert(open+1, check+";")
		return nil
	case word == "do":
		end, ok := c.src.Find(open, ";{}")
		if !ok || !c.only(open, end) {
			return &Unsupported{fmt.Sprintf("invariants of do without braces, as in line %d,", l.Line)}
		}
		insert(open, "{"+check+";")
		c.src.Edit(end+1, 0, "}")
		return nil
	case word == "while" && strings.HasPrefix(c.src.Rest(open), "("):
		insert(open+1, check+", ")
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
		insert(from, check)
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

// before puts text in front of the statement at a location, and, if it is not "", other text behind it.
func (c *claim) before(l Location, text, then string) error {
	at, err := c.at(l, nil)
	if err != nil {
		return err
	}
	end, simple := c.src.Find(at, ";{}")
	simple = simple && c.src.Rest(end)[0] == ';' && !keyword.MatchString(c.src.Word(at)) && label(c.src, at) == 0
	if then != "" && (!simple || leaves.MatchString(c.src.Word(at))) {
		return &Unsupported{fmt.Sprintf("ghost variables of programs with threads that change at a statement such as that in line %d", l.Line)}
	}
	if c.src.Before(at) == ";" && c.src.Before(c.src.Opening(at)) == "for" { // in its parentheses, where statements cannot be
		step, _ := strings.CutSuffix(text, "; ")
		if next := c.src.Rest(at); strings.Contains(step, ";") || next == "" || strings.ContainsAny(next[:1], ";)") {
			return &Unsupported{fmt.Sprintf("conditions inside the statement in line %d", l.Line)}
		}
		c.src.Edit(at, 0, c.marked(at, step+",", at))
		return nil
	}
	text = c.marked(at, text, at)
	if c.opens(at) {
		c.src.Edit(at, 0, text)
		if then != "" {
			c.src.Edit(end+1, 0, then)
		}
		return nil
	}
	// The only statement of a branch or a loop: it gets braces.
	if simple && c.controlled(at) && !c.expands(at, end) {
		c.src.Edit(at, 0, "{"+text)
		c.src.Edit(end+1, 0, then+"}")
		return nil
	}
	return &Unsupported{fmt.Sprintf("conditions inside the statement in line %d", l.Line)}
}

// leaves matches what begins statements behind which nothing is executed.
var leaves = pattern.New(`^(?:return|goto|break|continue)$`)

// opens tells whether a statement begins at an offset that others may be put in front of.
func (c *claim) opens(at int) bool {
	switch c.src.Before(at) {
	case ";", "{", "}":
		return true
	case ":":
		name := c.src.Previous(c.src.Previous(at))
		if word := c.src.Word(name); word == "" || word == "default" {
			return false
		}
		switch c.src.Before(name) {
		case ";", "{", "}":
			return true
		}
	}
	return false
}

// only tells whether a statement from an offset to a semicolon is all that a branch or a loop controls.
func (c *claim) only(at, end int) bool {
	return c.src.Rest(end)[0] == ';' && c.controlled(at) && !keyword.MatchString(c.src.Word(at)) && !c.expands(at, end)
}

var (
	defines = pattern.New(`(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_][A-Za-z_0-9]*)`)
	quotes  = pattern.New(`(?m)^[ \t]*#[ \t]*include[ \t]*"`)
)

// expands tells whether there may be a macro of the program between two offsets, which may be several statements, of which braces would take in more than the first one.
func (c *claim) expands(at, end int) bool {
	text := c.src.Rest(0)
	if quotes.MatchString(text) {
		return true
	}
	words := map[string]bool{}
	c.src.Words(func(from int, word string) {
		if from >= at && from < end {
			words[word] = true
		}
	})
	for _, m := range defines.FindAllStringSubmatch(text, -1) {
		if words[m[1]] {
			return true
		}
	}
	return false
}

// keyword begins a statement that a semicolon need not end.
var keyword = pattern.New(`^(?:if|for|while|do|switch|case|default)$`)

// controlled tells whether what begins at an offset is what a branch or a loop controls.
func (c *claim) controlled(at int) bool {
	switch c.src.Before(at) {
	case "else", "do":
		return true
	case ")":
		at = c.src.Opening(c.src.Previous(at))
		word := c.src.Before(at)
		return word == "if" || word == "for" || word == "while" || word == "switch"
	}
	return false
}
