// Package witness writes and checks SV-COMP's YAML witnesses, formats 2.0 and 2.1; violations with threads in format 2.2.
//
//	format.go      the files
//	invariants.go  a proof as loop invariants in C
//	executed.go    an execution that is a proof as ranges of variables
//	violation.go   a counterexample as waypoints
//	threads.go     and who passes these, of a program with threads
//	locked.go      a proof of such a program as what holds while no mutex is locked
//	expression.go  which C expressions are taken from a witness
//	check.go       a witness of any tool, turned into a program that is right if the witness is
//	waypoints.go   the same for the waypoints of a violation
//	contracts.go   the same for contracts of functions
//	numbered.go    which thread passes them
//	ghosts.go      the same for ghost variables
//	endless.go     whether executions end: invariants of transitions, and cycles
package witness

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/svcomp"
)

// Entry is one entry of a witness file.
type Entry struct {
	Type     string          `yaml:"entry_type"`
	Metadata Metadata        `yaml:"metadata"`
	Content  []Item          `yaml:"content"`
	Ghosts   Instrumentation `yaml:"-"` // the content if Type is Ghosts
	Beside   []*Entry        `yaml:"-"` // that are written behind it
}

// MarshalYAML writes the content that an entry of its type has.
func (e *Entry) MarshalYAML() (any, error) {
	type head struct {
		Type     string   `yaml:"entry_type"`
		Metadata Metadata `yaml:"metadata"`
		Content  any      `yaml:"content"`
	}
	if e.Type == Ghosts {
		return head{e.Type, e.Metadata, e.Ghosts}, nil
	}
	return head{e.Type, e.Metadata, e.Content}, nil
}

// Metadata says where a witness comes from and what it is about.
type Metadata struct {
	Version  string   `yaml:"format_version"`
	UUID     string   `yaml:"uuid"`
	Created  string   `yaml:"creation_time"`
	Producer Producer `yaml:"producer"`
	Task     Task     `yaml:"task"`
}

// Producer is a tool.
type Producer struct {
	Name        string `yaml:"name"`
	Version     string `yaml:"version"`
	CommandLine string `yaml:"command_line,omitempty"`
}

// Task is what was verified.
type Task struct {
	Files         []string          `yaml:"input_files"`
	Hashes        map[string]string `yaml:"input_file_hashes"`
	Specification string            `yaml:"specification"`
	DataModel     string            `yaml:"data_model"`
	Language      string            `yaml:"language"`
}

// Item is an invariant or a contract of a correctness witness or a segment of a violation witness.
type Item struct {
	Invariant *Invariant `yaml:"invariant,omitempty"`
	Segment   []Step     `yaml:"segment,omitempty"`
}

// Step holds a waypoint.
type Step struct {
	Waypoint Waypoint `yaml:"waypoint"`
}

// Invariant is a condition at a place, or a contract of the function whose definition begins there.
type Invariant struct {
	Type     string   `yaml:"type"`
	Location Location `yaml:"location"`
	Value    string   `yaml:"value,omitempty"`
	Requires string   `yaml:"requires,omitempty"` // of a contract, since format 2.1
	Ensures  string   `yaml:"ensures,omitempty"`  // likewise
	Format   string   `yaml:"format"`
}

// Location is a place of the program; Column 0 is unknown.
type Location struct {
	File     string `yaml:"file_name"`
	Hash     string `yaml:"file_hash,omitempty"`
	Line     int    `yaml:"line"`
	Column   int    `yaml:"column,omitempty"`
	Function string `yaml:"function,omitempty"`
}

// Waypoint is something that an execution passes (follow) or does not pass (avoid).
type Waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	Thread     *int        `yaml:"thread_id,omitempty"` // that passes it, since format 2.2: 0 is the first one, others are numbered as they are made
	Constraint *Constraint `yaml:"constraint,omitempty"`
	Location   Location    `yaml:"location"`
}

// Constraint is what holds at a waypoint.
type Constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

// Types of entries.
const (
	Invariants = "invariant_set"
	Violation  = "violation_sequence"
	Ghosts     = "ghost_instrumentation" // since format 2.1
)

// About is what goes into the metadata.
type About struct {
	Version string // of the format: 2.0 or 2.1
	Craig   string // the version of the tool
	Options cfront.Options
	Sources []cfront.Source
	Now     time.Time
}

// metadata collects the metadata of a new witness.
func (a About) metadata() Metadata {
	m := Metadata{
		Version: a.Version, UUID: newUUID(), Created: a.Now.UTC().Format(time.RFC3339),
		Producer: Producer{Name: "craig", Version: a.Craig},
		Task: Task{Hashes: map[string]string{}, Specification: specification(a.Options),
			DataModel: "LP64", Language: "C"},
	}
	if a.Options.ILP32 {
		m.Task.DataModel = "ILP32"
	}
	for _, s := range a.Sources {
		m.Task.Files = append(m.Task.Files, s.Name)
		m.Task.Hashes[s.Name] = s.SHA256
	}
	return m
}

// specification has the properties of a program, which begins at the entry function of the options, as SV-COMP writes them: one
// a line.
func specification(opts cfront.Options) string {
	properties := opts.Properties
	if len(properties) == 0 {
		properties = []string{"unreach-call"}
	}
	var lines []string
	for _, property := range properties {
		formula := map[string]string{
			"no-data-race": "! data-race",
			"unreach-call": "! call(" + cmp.Or(opts.ErrorFunction, "reach_error") + "())", "no-overflow": "! overflow",
			"bounds": "valid-deref", "null": "valid-deref",
		}[property]
		switch {
		case property == "unreach-call" && opts.ErrorFunction == "" && opts.ErrorLabel != "":
			formula = "! label(" + opts.ErrorLabel + ")"
		case formula == "" && strings.HasPrefix(property, "valid-"):
			formula = property
		case formula == "":
			formula = "! " + property
		}
		line := "CHECK( init(" + cmp.Or(opts.Entry, "main") + "()), LTL(G " + formula + ") )"
		if property == "termination" {
			line = "CHECK( init(" + cmp.Or(opts.Entry, "main") + "()), LTL(F end) )"
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// newUUID is a random UUID, version 4.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Write writes a witness file of an entry and of those beside it.
func Write(w io.Writer, e *Entry) error {
	q := quoted{}
	list := []*Entry{q.names(e)}
	for _, b := range e.Beside {
		list = append(list, q.names(b))
	}
	text, err := yaml.MarshalWithOptions(list, yaml.UseSingleQuote(true), yaml.IndentSequence(false))
	if err != nil {
		return err
	}
	for word, name := range q {
		text = bytes.ReplaceAll(text, []byte(word), []byte(name))
	}
	_, err = w.Write(text)
	return err
}

// quoted has names of files with characters that are not printed, such as the end of a line, in quotes, by words that stand for them:
// the package yaml writes some of them as no YAML, as keys above all.
type quoted map[string]string

// names is e with words for such names.
func (q quoted) names(e *Entry) *Entry {
	words := map[string]string{}
	word := func(name string) string {
		if utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
			return name
		}
		if words[name] == "" {
			words[name] = "x" + newUUID()                                              // no number
			q[words[name]] = strconv.QuoteToASCII(strings.ToValidUTF8(name, "\ufffd")) // its escapes are YAML's too
		}
		return words[name]
	}
	c := *e
	task := &c.Metadata.Task
	task.Files, task.Hashes = slices.Clone(task.Files), map[string]string{}
	for i, name := range task.Files {
		task.Files[i] = word(name)
	}
	for name, hash := range e.Metadata.Task.Hashes {
		task.Hashes[word(name)] = hash
	}
	c.Ghosts.Updates = slices.Clone(e.Ghosts.Updates)
	for i := range c.Ghosts.Updates {
		at := &c.Ghosts.Updates[i].Location
		at.File = word(at.File)
	}
	c.Content = slices.Clone(e.Content)
	for i, item := range c.Content {
		if item.Invariant != nil {
			inv := *item.Invariant
			inv.Location.File = word(inv.Location.File)
			c.Content[i].Invariant = &inv
		}
		c.Content[i].Segment = slices.Clone(item.Segment)
		for k := range item.Segment {
			at := &c.Content[i].Segment[k].Waypoint.Location
			at.File = word(at.File)
		}
	}
	return &c
}

// maxFile bounds the size of a witness.
const maxFile = 64 << 20

// graphML matches the beginning of witnesses in the format before YAML.
var graphML = pattern.New(`^(?:\x{feff})?\s*<(?:\?xml|!DOCTYPE|!--|graphml)`)

// Error is a problem in a witness file.
type Error struct {
	File      string
	Line, Col int // 0: of the whole
	Msg       string
}

func (e *Error) Error() string {
	return e.Place() + ": " + e.Msg
}

// Read reads the entries of a witness file; if there are some of other types than those above, without
// their contents. The error is an *Error, an *Unsupported, or of a file that cannot be
// read.
func Read(name string) ([]Entry, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, &Error{File: name, Msg: "more than 64 MiB"}
	}
	if graphML.Match(text) {
		return nil, &Unsupported{"witnesses of format 1.0 (GraphML)"}
	}
	var entries []Entry
	err = svcomp.UnmarshalYAML(text, &entries)
	if err != nil { // the contents of entries of other types look otherwise
		type head struct {
			Type     string   `yaml:"entry_type"`
			Metadata Metadata `yaml:"metadata"`
		}
		other := func(h head) bool { return h.Type != "" && h.Type != Invariants && h.Type != Violation }
		unknown := func(h head) bool { return other(h) && h.Type != Ghosts }
		var heads []head
		switch {
		case svcomp.UnmarshalYAML(text, &heads) != nil:
		case slices.ContainsFunc(heads, unknown):
			entries, err = nil, nil
			for _, h := range heads {
				entries = append(entries, Entry{Type: h.Type, Metadata: h.Metadata})
			}
		case slices.ContainsFunc(heads, other):
			entries = nil
			var mixed []mixedEntry
			if err = svcomp.UnmarshalYAML(text, &mixed); err == nil {
				for _, m := range mixed {
					entries = append(entries, Entry{m.Type, m.Metadata, m.Content.items, m.Content.ghosts, nil})
				}
			}
		}
	}
	if err != nil {
		e := &Error{File: name, Msg: err.Error()}
		var at yaml.Error
		if errors.As(err, &at) {
			e.Msg = at.GetMessage()
			if tok := at.GetToken(); tok != nil && tok.Position != nil {
				e.Line, e.Col = tok.Position.Line, tok.Position.Column
			}
		}
		return nil, e
	}
	if len(entries) == 0 {
		return nil, &Error{File: name, Msg: "no entry"}
	}
	return entries, nil
}

// mixedEntry is an Entry of any known type.
type mixedEntry struct {
	Type     string       `yaml:"entry_type"`
	Metadata Metadata     `yaml:"metadata"`
	Content  mixedContent `yaml:"content"`
}

type mixedContent struct {
	items  []Item
	ghosts Instrumentation
}

// UnmarshalYAML reads a list of items, or a mapping of ghost variables and updates.
func (m *mixedContent) UnmarshalYAML(unmarshal func(any) error) error {
	if unmarshal(&m.items) == nil {
		return nil
	}
	return unmarshal(&m.ghosts)
}

// Place is the file and, if known, the line and column.
func (e *Error) Place() string {
	if e.Line == 0 {
		return e.File
	}
	return fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Col)
}
