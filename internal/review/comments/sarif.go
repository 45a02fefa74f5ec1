package comments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"craig/internal/pattern"
)

// Finding is a result of a SARIF file that reviewers are told of.
type Finding struct {
	Name    string // its fingerprint and which one with that it is: the same as long as the text of the line is
	Rule    string
	Level   string // error, warning, note
	Message string
	File    string // from the top of the repository; "" if it is not in that
	Line    int    // 0: none
	Steps   []Step // of its execution
	Related []Step
	Fix     *Fix
}

// Step is a place with what there is to say of it.
type Step struct {
	Thread string // "" if there is one
	File   string
	Line   int
	Text   string
}

// Fix is whole lines to be added before a line of a file.
type Fix struct {
	Why    string
	File   string
	Before int
	Text   string
}

// The part of SARIF that is read.
type (
	log struct {
		Version string
		Runs    []struct{ Results []result }
	}
	result struct {
		RuleID       string
		Kind         string
		Level        string
		Message      struct{ Text string }
		Locations    []location
		Related      []location `json:"relatedLocations"`
		CodeFlows    []struct{ ThreadFlows []flow }
		Fingerprints map[string]string `json:"partialFingerprints"`
		Suppressions []any
		Fixes        []struct {
			Description     struct{ Text string }
			ArtifactChanges []struct {
				ArtifactLocation struct{ URI string }
				Replacements     []struct {
					DeletedRegion   struct{ StartLine, StartColumn, EndLine, EndColumn int }
					InsertedContent struct{ Text string }
				}
			}
		}
	}
	flow struct {
		ID        string
		Locations []struct {
			Location       location
			ExecutionOrder int
		}
	}
	location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine int }
		}
		Message struct{ Text string }
	}
)

// hex16 matches fingerprints of craig.
var hex16 = pattern.New(`^[0-9a-f]{16}$`)

// ReadSARIF reads the results of a SARIF file that are failures, or notes of contracts, and that nobody has accepted: errors first, as they come otherwise.
func ReadSARIF(r io.Reader) ([]Finding, error) {
	var l log
	if err := json.NewDecoder(r).Decode(&l); err != nil {
		return nil, fmt.Errorf("not a SARIF file: %w", err)
	}
	if l.Version != "2.1.0" {
		return nil, fmt.Errorf("SARIF of version %.20q; 2.1.0 is read", l.Version)
	}
	var list []Finding
	seen := map[string]int{}
	for _, run := range l.Runs {
		for _, r := range run.Results {
			contract := r.Kind == "informational" && len(r.Fixes) > 0
			if len(r.Suppressions) > 0 || r.Kind != "fail" && r.Kind != "" && !contract {
				continue
			}
			f := r.finding()
			if contract {
				f.Level = "note"
			}
			seen[f.Name]++
			if n := seen[f.Name]; n > 1 {
				f.Name += fmt.Sprintf("-%d", n)
			}
			list = append(list, f)
		}
	}
	rank := map[string]int{"error": 0, "warning": 1, "note": 2}
	slices.SortStableFunc(list, func(x, y Finding) int { return rank[x.Level] - rank[y.Level] })
	return list, nil
}

// finding is what a result says.
func (r *result) finding() Finding {
	f := Finding{Rule: r.RuleID, Level: r.Level, Message: r.Message.Text}
	if f.Level != "error" && f.Level != "note" {
		f.Level = "warning"
	}
	if len(r.Locations) > 0 {
		s := r.Locations[0].step("")
		f.File, f.Line = s.File, s.Line
	}
	f.Name = r.Fingerprints["craig/v1"]
	if !hex16.MatchString(f.Name) { // of another program, or made up: what it is must not end the mark that it is in
		h := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", f.Name, r.RuleID, f.File, r.Message.Text))
		f.Name = hex.EncodeToString(h[:])[:16]
	}
	if len(r.CodeFlows) > 0 {
		type numbered struct {
			Step
			order int
		}
		var steps []numbered
		flows := r.CodeFlows[0].ThreadFlows
		for _, t := range flows {
			id := t.ID
			if len(flows) == 1 {
				id = ""
			}
			for _, l := range t.Locations {
				steps = append(steps, numbered{l.Location.step(id), l.ExecutionOrder})
			}
		}
		slices.SortStableFunc(steps, func(x, y numbered) int { return x.order - y.order })
		for _, s := range steps {
			f.Steps = append(f.Steps, s.Step)
		}
	}
	for _, l := range r.Related {
		f.Related = append(f.Related, l.step(""))
	}
	if len(r.Fixes) == 1 && len(r.Fixes[0].ArtifactChanges) == 1 && len(r.Fixes[0].ArtifactChanges[0].Replacements) == 1 {
		c := r.Fixes[0].ArtifactChanges[0]
		p := c.Replacements[0]
		if d := p.DeletedRegion; d.StartColumn == 1 && d.EndColumn == 1 && d.StartLine == d.EndLine && d.StartLine > 0 && strings.HasSuffix(p.InsertedContent.Text, "\n") {
			f.Fix = &Fix{Why: r.Fixes[0].Description.Text, File: fileOf(c.ArtifactLocation.URI), Before: d.StartLine, Text: p.InsertedContent.Text}
		}
	}
	return f
}

func (l location) step(thread string) Step {
	return Step{thread, fileOf(l.PhysicalLocation.ArtifactLocation.URI), max(0, l.PhysicalLocation.Region.StartLine), l.Message.Text}
}

// fileOf is the name of a file of the repository; "" if it lies elsewhere.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") || strings.Contains(u.Path, "\x00") {
		return ""
	}
	name := path.Clean(u.Path)
	if name == ".." || strings.HasPrefix(name, "../") {
		return ""
	}
	return name
}
