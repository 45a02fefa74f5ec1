package report

import (
	"io"

	"craig/internal/resultfile"
)

// Finding is an error of a project, for SARIF.
type Finding struct {
	Document    *resultfile.Document // FALSE, with the execution
	At          resultfile.Place
	Message     string
	Certain     bool   // it is an error; otherwise a warning, which rests on what is guessed of callers
	Accepted    string // why it does not count; "" if it does
	InSource    bool   // that is said in a comment, not elsewhere
	Fingerprint string
}

// WriteFindings writes findings as SARIF 2.1.0, in their order, each with its execution as the code flow.
func WriteFindings(w io.Writer, version string, findings []Finding) error {
	driver := newSarifDriver(version)
	results := []sarifResult{}
	for _, f := range findings {
		r := failure(f.Document, driver.rule(f.Document.Property))
		r.Message.Text = f.Message
		r.Locations = []sarifLocation{sarifAt(f.At, "")}
		if !f.Certain {
			r.Level = "warning"
		}
		r.Fingerprints = map[string]string{"craig/v1": f.Fingerprint}
		if f.Accepted != "" {
			s := sarifSuppression{Kind: "external", Justification: f.Accepted}
			if f.InSource {
				s.Kind = "inSource"
			}
			r.Suppressions = []sarifSuppression{s}
		}
		results = append(results, r)
	}
	return writeSarif(w, *driver, results)
}
