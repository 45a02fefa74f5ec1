package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"craig/internal/option"
	"craig/internal/svcomp"
)

// Findings are tasks whose published verdict is not the one by docs/semantics.md. The nil value
// has none.
type Findings struct {
	found map[[2]string]finding // by set and task
}

// finding is a line of the file of findings.
type finding struct {
	verdict    string // TRUE or FALSE
	at, reason string
}

// findingsHeader is the first line of a file of findings, which has tabs between its fields.
var findingsHeader = []string{"set", "task", "verdict", "at", "reason"}

// ReadFindings reads a file of findings. An error is a *svcomp.FormatError or an *fs.PathError.
func ReadFindings(name string) (*Findings, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comma, in.LazyQuotes, in.FieldsPerRecord = '\t', true, -1
	rows, err := in.ReadAll()
	switch {
	case err != nil:
		return nil, &svcomp.FormatError{File: name, Err: err}
	case len(rows) == 0 || strings.Join(rows[0], " ") != strings.Join(findingsHeader, " "):
		return nil, &svcomp.FormatError{File: name, Err: errors.New("1: the first line of a file of findings is " + strings.Join(findingsHeader, ", ") + ", with tabs between")}
	}
	all := &Findings{found: map[[2]string]finding{}}
	for i, row := range rows[1:] {
		if len(row) != len(findingsHeader) {
			return nil, &svcomp.FormatError{File: name, Err: fmt.Errorf("%d: %d fields instead of %d", i+2, len(row), len(findingsHeader))}
		}
		key := [2]string{row[0], row[1]}
		switch _, twice := all.found[key]; {
		case row[2] != "TRUE" && row[2] != "FALSE":
			return nil, &svcomp.FormatError{File: name, Err: fmt.Errorf("%d: a verdict is TRUE or FALSE, not %q", i+2, row[2])}
		case twice:
			return nil, &svcomp.FormatError{File: name, Err: fmt.Errorf("%d: a second verdict for %s/%s", i+2, row[0], row[1])}
		}
		all.found[key] = finding{verdict: row[2], at: row[3], reason: row[4]}
	}
	return all, nil
}

// meanings are the options that change what a program means. Findings speak of the default.
var meanings = func() []string {
	names := []string{"--globals", "--entry", "--property", "-m", "--machine", "-D"}
	for _, o := range option.List {
		if o.Of != option.Hidden {
			names = append(names, "--"+o.Name)
		}
	}
	return names
}()

// judge has the findings overrule the published verdict: what they say is a Finding, and the
// opposite is Wrong.
func (f *Findings) judge(o *Outcome, c Column) {
	if adapter, _ := c.Tool(); f == nil || adapter != "" || o.Judgement != Right && o.Judgement != Wrong {
		return
	}
	for _, arg := range c.Args {
		if slices.ContainsFunc(meanings, func(name string) bool { return strings.HasPrefix(arg, name) }) {
			return
		}
	}
	found, ok := f.found[[2]string{o.Task.Set, o.Task.Name}]
	if !ok {
		return
	}
	word, _, _ := strings.Cut(o.Verdict, "(")
	o.Judgement, o.Detail = Finding, found.at+": "+found.reason
	if word != found.verdict {
		o.Judgement, o.Detail = Wrong, "the findings say "+found.verdict+": "+o.Detail
	}
}
