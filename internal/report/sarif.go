package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"

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
		Help *sarifText `json:"help,omitempty"`
		URI  string     `json:"helpUri,omitempty"`
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
		Fixes     []sarifFix      `json:"fixes,omitempty"`

		Fingerprints map[string]string  `json:"partialFingerprints,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`

		EndLine   int `json:"endLine,omitempty"`
		EndColumn int `json:"endColumn,omitempty"`
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
		d.Rules = append(d.Rules, ruleOf(property, "an error location of the property "+property+" is reached"))
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
	t := d.Trace
	if t == nil {
		return r
	}
	at := "error: " + d.Property
	if t.Forever != nil {
		r.Message.Text, at = "an execution does not end", "from here on it goes on for ever"
	}
	if last := lastPlace(t); last.File != "" {
		r.Locations = []sarifLocation{sarifAt(last, "")}
	}
	if m := t.Memory; m != nil {
		r.Message.Text += ": " + m.Kind + ", " + m.Text
		r.Related = append(sarifPlaces(m.Began, m.Made), sarifPlaces(m.Over, m.Ended)...)
	}
	r.Related = append(r.Related, callSites(t)...)
	for i, a := range t.Race {
		if i > 0 { // the first one is the place of the result
			r.Related = append(r.Related, sarifPlaces("the other access, by "+threadName(a.Thread), append([]resultfile.Place{a.Place}, a.Calls...))...)
		}
	}
	if flow := flowOf(t, at); len(flow.Threads) > 0 {
		r.CodeFlows = []sarifFlow{flow}
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

// sarifURI is the name of a file as a reference of a URI.
func sarifURI(file string) string { return (&url.URL{Path: filepath.ToSlash(file)}).String() }

// sarifAt is a place with a message; "" is none.
func sarifAt(p resultfile.Place, text string) sarifLocation {
	var l sarifLocation
	l.Physical.Artifact.URI = sarifURI(p.File)
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{Line: p.Line, Column: p.Column}
	}
	if text != "" {
		l.Message = &sarifText{text}
	}
	return l
}
