package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/resultfile"
)

// The subset of SARIF 2.1.0 that a verdict needs, in the words of that standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID   string     `json:"id"`
		Text sarifText  `json:"shortDescription"`
		More *sarifMore `json:"properties,omitempty"`
	}
	sarifMore struct {
		Tags []string `json:"tags"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Kind      string          `json:"kind"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		CodeFlows []sarifFlow     `json:"codeFlows,omitempty"`

		Fingerprints map[string]string  `json:"partialFingerprints,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`

		EndLine int `json:"endLine,omitempty"`
	}
	sarifFlow struct {
		Threads []sarifThread `json:"threadFlows"`
	}
	sarifThread struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
)

// WriteSARIF writes a result file's verdict as SARIF 2.1.0: FALSE is a failure with the execution as
// its code flow, TRUE passes, and UNKNOWN is open at each error of the program.
func WriteSARIF(w io.Writer, d *resultfile.Document) error {
	driver := newSarifDriver(d.Craig)
	rule := driver.rule
	asked := "unreach-call"
	if len(d.Options.Properties) > 0 {
		asked = d.Options.Properties[0]
	}
	var results []sarifResult
	switch d.Verdict {
	case verdict.True.String():
		kind, message := "pass", "no execution reaches an error location"
		if first := d.Vacuous + d.Endless; first != "" { // one of them
			kind, message = "review", first+"; "+message
		}
		for _, f := range d.Files {
			results = append(results, sarifResult{RuleID: rule(asked), Kind: kind, Level: "none",
				Message: sarifText{message}, Locations: []sarifLocation{sarifAt(resultfile.Place{File: f.Name}, "")}})
		}
	case verdict.False.String():
		results = append(results, failure(d, rule(d.Property)))
	default:
		message := sarifText{fmt.Sprintf("%s: %s", d.Line(), d.Detail)}
		if d.Why != nil {
			for _, u := range d.Why.Unproved {
				results = append(results, sarifResult{RuleID: rule(u.Property), Kind: "open", Level: "none", Message: message, Locations: []sarifLocation{sarifAt(u.Place, "")}})
			}
		}
		if len(results) == 0 {
			results = append(results, sarifResult{RuleID: rule(asked), Kind: "open", Level: "none", Message: message})
		}
	}
	return writeSarif(w, *driver, results)
}

// newSarifDriver is craig without rules.
func newSarifDriver(version string) *sarifDriver {
	return &sarifDriver{Name: "craig", Version: version, Rules: []sarifRule{}}
}

// rule is the name of the rule for a property, which is added if it is not there.
func (d *sarifDriver) rule(property string) string {
	if !slices.ContainsFunc(d.Rules, func(r sarifRule) bool { return r.ID == property }) {
		d.Rules = append(d.Rules, sarifRule{property, sarifText{"an error location of the property " + property + " is reached"}, weakness(property)})
	}
	return property
}

func writeSarif(w io.Writer, driver sarifDriver, results []sarifResult) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{Tool: sarifTool{driver}, Results: results}},
	})
}

// failure is the result of a FALSE.
func failure(d *resultfile.Document, rule string) sarifResult {
	r := sarifResult{RuleID: rule, Kind: "fail", Level: "error", Message: sarifText{"an execution reaches the error: " + d.Property}}
	at := "error: " + d.Property
	if d.Trace != nil && d.Trace.Forever != nil {
		r.Message.Text, at = "an execution does not end", "from here on it goes on for ever"
	}
	var steps []sarifStep
	var last resultfile.Place
	if d.Trace != nil {
		for _, s := range d.Trace.Steps {
			if s.File == "" {
				continue
			}
			what := slices.Clone(s.Conditions)
			for _, c := range s.Changes {
				what = append(what, c.Name+" = "+c.Value)
			}
			steps = append(steps, sarifStep{sarifAt(s.Place, strings.Join(what, ", "))})
			last = s.Place
		}
		if d.Trace.At != nil {
			last = *d.Trace.At
			steps = append(steps, sarifStep{sarifAt(last, at)})
		}
	}
	if last.File != "" {
		r.Locations = []sarifLocation{sarifAt(last, "")}
	}
	if d.Trace != nil && d.Trace.Memory != nil {
		m := d.Trace.Memory
		r.Message.Text += ": " + m.Kind + ", " + m.Text
		r.Related = append(sarifPlaces(m.Began, m.Made), sarifPlaces(m.Over, m.Ended)...)
	}
	if len(steps) > 0 {
		r.CodeFlows = []sarifFlow{{[]sarifThread{{steps}}}}
	}
	return r
}

// sarifPlaces are a place with a message, and the calls that led there.
func sarifPlaces(text string, places []resultfile.Place) (list []sarifLocation) {
	for _, p := range places {
		list = append(list, sarifAt(p, text))
		text = "called here"
	}
	return list
}

// sarifAt is a place with a message; "" is none.
func sarifAt(p resultfile.Place, text string) sarifLocation {
	var l sarifLocation
	l.Physical.Artifact.URI = (&url.URL{Path: filepath.ToSlash(p.File)}).String()
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{Line: p.Line, Column: p.Column}
	}
	if text != "" {
		l.Message = &sarifText{text}
	}
	return l
}
