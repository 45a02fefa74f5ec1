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
	From        []Origin // the functions that it is reached from
	Fix         *Fix     // nil, or a contract that excludes it
}

// Origin is a function from which a finding is reached.
type Origin struct {
	Name string
	resultfile.Place
}

// Contract is what craig has found that callers of a function have to guarantee, for SARIF: a note, with the contract as its fix.
type Contract struct {
	At      resultfile.Place
	Message string
	Fix     *Fix // nil if it is not known where it belongs
}

// ContractRule is the rule that notes of contracts belong to.
const ContractRule = "contract"

// Fix is whole lines to be added to a file.
type Fix struct {
	Why    string
	File   string
	Before int    // the line that they come before
	Text   string // ends in a newline
}

// Changes of files that mend something in SARIF (3.55 to 3.57).
type (
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// fixes is a fix as SARIF has it: what is deleted is empty.
func fixes(f *Fix) []sarifFix {
	if f == nil || f.Before < 1 {
		return nil
	}
	change := sarifReplacement{sarifRegion{Line: f.Before, Column: 1, EndLine: f.Before, EndColumn: 1}, sarifText{f.Text}}
	return []sarifFix{{sarifText{f.Why}, []sarifChange{{sarifArtifact{sarifURI(f.File)}, []sarifReplacement{change}}}}}
}

// mostOrigins bounds the functions that are named from which a finding is reached.
const mostOrigins = 16

// WriteFindings writes findings as SARIF 2.1.0, in their order, each with its execution as the code flow, and then contracts.
func WriteFindings(w io.Writer, version string, findings []Finding, contracts []Contract) error {
	driver := newSarifDriver(version)
	results := []sarifResult{}
	for _, f := range findings {
		r := failure(f.Document, driver.rule(f.Document.Property))
		r.Message.Text = f.Message
		r.Locations = []sarifLocation{sarifAt(f.At, "")}
		for _, o := range f.From[:min(len(f.From), mostOrigins)] {
			r.Related = append(r.Related, sarifAt(o.Place, "reached from "+o.Name))
		}
		for i := range r.Related {
			r.Related[i].ID = i + 1
		}
		if !f.Certain {
			r.Level = "warning"
		}
		r.Fingerprints = map[string]string{"craig/v1": f.Fingerprint}
		r.Fixes = fixes(f.Fix)
		if f.Accepted != "" {
			s := sarifSuppression{Kind: "external", Justification: f.Accepted}
			if f.InSource {
				s.Kind = "inSource"
			}
			r.Suppressions = []sarifSuppression{s}
		}
		results = append(results, r)
	}
	if len(contracts) > 0 {
		driver.Rules = append(driver.Rules, sarifRule{ID: ContractRule, Text: sarifText{"what callers of a function have to guarantee"}})
	}
	for _, c := range contracts {
		results = append(results, sarifResult{RuleID: ContractRule, Kind: "informational", Level: "none", Message: sarifText{c.Message}, Locations: []sarifLocation{sarifAt(c.At, "")}, Fixes: fixes(c.Fix)})
	}
	return writeSarif(w, *driver, results)
}
