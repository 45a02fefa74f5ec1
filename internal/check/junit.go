package check

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of JUnit's XML that test reports of build servers read.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the report as JUnit XML: a suite for each file, in which each function is a test case. A function
// with findings that nobody has accepted fails; one that could not be decided, and a file that could not be read, is skipped.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{Name: "craig check", Time: seconds(r.Wall.Seconds())}
	at := map[string]int{}
	times := map[string]float64{}
	suite := func(file string) *junitSuite {
		i, ok := at[file]
		if !ok {
			i = len(all.Suites)
			at[file], all.Suites = i, append(all.Suites, junitSuite{Name: xmlText(file)})
		}
		return &all.Suites[i]
	}
	put := func(file string, c junitCase, took float64) {
		s := suite(file)
		s.Tests++
		all.Tests++
		if c.Failure != nil {
			s.Failures++
			all.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
			all.Skipped++
		}
		times[file] += took
		s.Time = seconds(times[file])
		s.Cases = append(s.Cases, c)
	}
	for _, f := range r.Functions {
		c := junitCase{Name: xmlText(f.Name), Class: xmlText(f.File), File: xmlText(f.File), Line: f.Line, Time: seconds(f.Wall.Seconds())}
		var texts []string
		first := ""
		for _, g := range r.Findings {
			if g.Accepted != "" || !g.from(f) {
				continue
			}
			if first == "" {
				first, c.Failure = g.Message, &junitMessage{Type: g.Property}
			}
			text := fmt.Sprintf("%s:%d:%d: %s: %s", g.File, g.Line, g.Column, g.Property, g.Message)
			if len(g.Inputs) > 0 {
				text += "\n  with " + strings.Join(g.Inputs, ", ")
			}
			texts = append(texts, text)
		}
		switch {
		case c.Failure != nil:
			c.Failure.Message, c.Failure.Text = xmlText(first), xmlText(strings.Join(texts, "\n"))
		case f.Verdict != "TRUE" && f.Verdict != "FALSE":
			c.Skipped = &junitMessage{Message: xmlText(strings.TrimSpace("not decided: " + f.Reason + " " + f.Detail))}
		}
		put(f.File, c, f.Wall.Seconds())
	}
	for _, s := range r.Skipped {
		put(s.What, junitCase{Name: xmlText(s.What), Class: "skipped", File: xmlText(s.What), Time: seconds(0), Skipped: &junitMessage{Message: xmlText(s.Why)}}, 0)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// from says whether a finding is reached from a function.
func (g *Finding) from(f *Function) bool {
	for _, e := range g.Entries {
		if e.Name == f.Name && e.File == f.File && e.Line == f.Line {
			return true
		}
	}
	return false
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// xmlText is a text without what XML cannot have, even escaped: most control characters.
func xmlText(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == 0xfffe || c == 0xffff {
			return '\ufffd'
		}
		return c
	}, strings.ToValidUTF8(text, "\ufffd"))
}
