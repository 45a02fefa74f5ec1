package bench

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// WriteJSON writes outcomes as a JSON array, with judgements as words.
func WriteJSON(w io.Writer, outcomes []Outcome) error {
	type named struct {
		Outcome
		Judgement string
	}
	list := make([]named, 0, len(outcomes))
	for _, o := range outcomes {
		list = append(list, named{o, o.Judgement.String()})
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(list)
}

// The elements of BenchExec's result files that its table-generator reads.
type (
	xmlResult struct {
		XMLName xml.Name `xml:"result"`
		Name    string   `xml:"benchmarkname,attr"`
		Column  string   `xml:"name,attr,omitempty"`
		Tool    string   `xml:"tool,attr"`
		Version string   `xml:"version,attr"`
		Date    string   `xml:"date,attr"`
		Start   string   `xml:"starttime,attr"`
		End     string   `xml:"endtime,attr,omitempty"`
		Options string   `xml:"options,attr"`
		Maker   string   `xml:"generator,attr"`
		Columns struct {
			Column []xmlColumn `xml:"column"`
		} `xml:"columns"`
		Runs []xmlRun `xml:"run"`
	}
	xmlRun struct {
		Name       string      `xml:"name,attr"`
		Files      string      `xml:"files,attr"`
		Properties string      `xml:"properties,attr,omitempty"`
		Property   string      `xml:"propertyFile,attr,omitempty"`
		Expected   string      `xml:"expectedVerdict,attr,omitempty"`
		Column     []xmlColumn `xml:"column"`
	}
	xmlColumn struct {
		Title  string `xml:"title,attr"`
		Value  string `xml:"value,attr,omitempty"`
		Hidden bool   `xml:"hidden,attr,omitempty"`
	}
)

// Columns are the columns of outcomes, in their order.
func Columns(outcomes []Outcome) (names []string) {
	for _, o := range outcomes {
		if !slices.Contains(names, o.Column) {
			names = append(names, o.Column)
		}
	}
	return names
}

// WriteBenchExec writes the outcomes of a column of a run in the form of BenchExec's result files (DTD 1.18), which
// its table-generator reads. A file is one tool with one set of options; the table-generator sets several beside each other.
func WriteBenchExec(w io.Writer, r Run, outcomes []Outcome, column string) error {
	doc := xmlResult{Name: "craig", Tool: "craig", Version: r.Version, Date: r.Began.Format("2006-01-02 15:04:05 MST"),
		Start: r.Began.Format(time.RFC3339), Options: r.Command, Maker: "craig bench"}
	if !r.Ended.IsZero() {
		doc.End = r.Ended.Format(time.RFC3339)
	}
	doc.Column = column
	for _, title := range []string{"status", "cputime", "walltime", "memory"} {
		doc.Columns.Column = append(doc.Columns.Column, xmlColumn{Title: title})
	}
	for _, o := range outcomes {
		if o.Column != doc.Column {
			continue
		}
		run := xmlRun{Name: o.Task.File, Files: "[" + o.Task.File + "]", Properties: o.Task.PropertyName(), Property: o.Task.Property}
		if o.Task.Expected != nil {
			run.Expected = fmt.Sprint(*o.Task.Expected)
			if sub := o.Task.Subproperty; sub != "" && !*o.Task.Expected {
				run.Expected = "false(" + sub + ")"
			}
		}
		run.Column = []xmlColumn{
			{"status", status(o), false},
			{"cputime", fmt.Sprintf("%.6fs", o.CPU.Seconds()), false},
			{"walltime", fmt.Sprintf("%.6fs", o.Wall.Seconds()), false},
			{"memory", fmt.Sprintf("%dB", o.Memory), false},
			{"category", category(o), true},
		}
		doc.Runs = append(doc.Runs, run)
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s<!DOCTYPE result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 1.18//EN\" \"https://www.sosy-lab.org/benchexec/result-1.18.dtd\">\n%s\n", xml.Header, text)
	return err
}

// status is a verdict in BenchExec's words.
func status(o Outcome) string {
	switch word, rest, _ := strings.Cut(o.Verdict, "("); {
	case o.Judgement == Crashed:
		return "ERROR (" + o.Reason + ")"
	case word == "TRUE":
		return "true"
	case word == "FALSE":
		return "false(" + rest
	case o.Reason == "timeout":
		return "TIMEOUT"
	case o.Reason == "memory":
		return "OUT OF MEMORY"
	default:
		return "unknown"
	}
}

// category is a judgement in BenchExec's words.
func category(o Outcome) string {
	switch o.Judgement {
	case Right:
		return "correct"
	case Wrong:
		return "wrong"
	case Crashed:
		return "error"
	case Unjudged, Finding:
		return "missing"
	default:
		return "unknown"
	}
}
