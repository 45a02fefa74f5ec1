// Package playground answers what the playground asks: the page of craig's site at which programs are verified by the browser itself, without a
// server. contrib/playground is this package as WebAssembly, and contrib/site has the page.
//
//	playground.go  a question and its answer, as JSON
//	findings.go    what the editor marks
package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"craig/internal/ask"
	"craig/internal/cover"
	"craig/internal/engine"
	"craig/internal/engine/registry"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/property"
	"craig/internal/report"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// Name is how the program is called in messages.
const Name = "program.c"

// Bounds of a question.
const (
	MaxText = 1 << 20         // bytes of a program
	MaxTime = 5 * time.Minute // that may be asked for
)

// What a page with a result may take besides.
const (
	pageSteps = 20_000                 // of executions that say which lines are executed
	pageTime  = 300 * time.Millisecond // likewise
)

// Answer is what there is to show.
type Answer struct {
	Line     string    `json:"line"`    // the verdict line; "" if the question has none
	Class    string    `json:"class"`   // true, false, unknown, or error
	Detail   string    `json:"detail"`  // in sentences
	Seconds  float64   `json:"seconds"` // until the verdict
	Findings []Finding `json:"findings"`
	Remarks  []Remark  `json:"remarks"`
	Page     string    `json:"page"` // all of the result, as a page; "" if there is none
}

// About is what the page offers.
type About struct {
	Properties []Choice `json:"properties"`
	Engines    []Choice `json:"engines"`
	Kinds      []string `json:"kinds"` // of steps of engines, by their numbers
	Version    string   `json:"version"`
	MaxText    int      `json:"maxText"`
	MaxSeconds int      `json:"maxSeconds"`
}

// Choice is one of a list.
type Choice struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Offers is what can be asked.
func Offers(version string) About {
	a := About{Kinds: []string{""}, Version: version, MaxText: MaxText, MaxSeconds: int(MaxTime / time.Second)}
	for _, p := range property.Decided {
		a.Properties = append(a.Properties, Choice{p.Name, p.Finding})
	}
	for _, e := range registry.Engines() {
		a.Engines = append(a.Engines, Choice{Name: e.Name})
	}
	for k := engine.Expand; k <= engine.Unwind; k++ {
		a.Kinds = append(a.Kinds, k.String())
	}
	return a
}

// Offered is Offers as JSON.
func Offered(version string) string {
	text, err := json.Marshal(Offers(version))
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(text)
}

// Answers answers a question in JSON with an Answer in JSON. The steps of engines are written to search as they come, in the lines of JSON that
// report.Recorder writes. A bug of craig is an answer, too.
func Answers(question []byte, version string, search io.Writer) []byte {
	a := answers(question, version, search)
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts and numbers
	}
	return text
}

func answers(question []byte, version string, search io.Writer) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Line: "UNKNOWN(bug)", Class: "error", Detail: fmt.Sprintf("This is a bug in craig: %v. Please report it with the program.", p)}
		}
	}()
	var q ask.Question
	if err := json.Unmarshal(question, &q); err != nil {
		return wrong("The question cannot be read: " + err.Error() + ".")
	}
	if len(q.Text) > MaxText {
		return wrong(fmt.Sprintf("The program has %d bytes, of at most %d.", len(q.Text), MaxText))
	}
	limits := ask.Limits{MaxTime: MaxTime, Properties: property.Names()}
	for _, e := range registry.Engines() {
		limits.Engines = append(limits.Engines, e.Name)
	}
	if err := q.Check(limits); err != nil {
		return wrong(err.Error() + ".")
	}
	return verify(q, version, search)
}

// wrong is the answer to what is no question.
func wrong(detail string) Answer {
	return Answer{Class: "error", Detail: strings.ToUpper(detail[:1]) + detail[1:]}
}

// front are the options of the front end that a question means.
func front(q ask.Question) cfront.Options {
	opts := cfront.Options{Properties: []string{q.Property}, Entry: q.Entry, ErrorLabel: q.Label, ILP32: q.Bits == 32}
	opts.Missing = true // a harness defines it
	return opts
}

func verify(q ask.Question, version string, lines io.Writer) Answer {
	opts := front(q)
	search := &report.Recorder{Lines: lines}
	how := run.Options{Event: search.Event}
	for _, e := range registry.Engines() {
		if e.Name == q.Engine {
			made, err := e.With(nil)
			if err != nil {
				return wrong(err.Error() + ".")
			}
			how.Engine = made
		}
	}
	if q.Property == counterexample.NonTermination && how.Engine != nil {
		return wrong("Whether executions end is not asked of an engine: choose the portfolio.")
	}
	prog := prepare.New(opts, nil, Name)
	prog.Give(Name, []byte(q.Text))
	prog.Seal()
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(q.Seconds)*time.Second)
	defer cancel()
	res, err := run.Verify(ctx, prog, how)
	if err != nil {
		return unread(err)
	}
	if res.Sources == nil { // an UNKNOWN from before the files were read
		if res.Sources, err = prog.Sources(); err != nil {
			return unread(err)
		}
	}
	a := Answer{Line: report.Line(res), Seconds: time.Since(began).Seconds()}
	d := resultfile.NewDocument(res, resultfile.About{Options: opts, Engine: q.Engine, Version: version})
	a.Class, a.Findings, a.Remarks = strings.ToLower(d.Verdict), findings(d), remarks(d)
	a.Detail = sentence(d, q)
	a.Page = page(d, res, opts, search)
	return a
}

// sentence is what the verdict means.
func sentence(d *resultfile.Document, q ask.Question) string {
	switch d.Verdict {
	case verdict.True.String():
		switch {
		case d.Vacuous+d.Endless != "":
			return d.Vacuous + d.Endless
		case q.Property == counterexample.NonTermination:
			return "Every execution ends; the certifier has checked the proof."
		}
		return "No execution reaches an error location; the certifier has checked the proof."
	case verdict.False.String():
		for _, p := range property.Decided {
			if p.Name == d.Property {
				return "There is an execution in which " + p.Wrong + "; the interpreter has followed it."
			}
		}
		return "There is an execution that reaches an error; the interpreter has followed it."
	}
	return strings.TrimSpace(d.Detail)
}

// page is all of the result.
func page(d *resultfile.Document, res *run.Result, opts cfront.Options, search *report.Recorder) string {
	more := report.PageExtras{Program: res.Program, Search: search}
	if res.Program != nil {
		ctx, cancel := context.WithTimeout(context.Background(), pageTime)
		defer cancel()
		more.Lines = cover.Seen(ctx, res.Program, res.Proof, pageSteps)
	}
	if res.Verdict == verdict.False {
		more.Harness, _ = replay.Harness(replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace) // there may be none
	}
	var b bytes.Buffer
	if err := report.WriteHTML(&b, d, more); err != nil {
		panic(err) // a buffer takes all
	}
	return b.String()
}

// unread is the answer to what is no program.
func unread(err error) Answer {
	a := Answer{Class: "error", Line: "no C program", Detail: err.Error()}
	if e := (*cfront.Error)(nil); errors.As(err, &e) {
		if hint := e.Advice(func(field string) string { return field }); hint != "" {
			a.Detail += "\n" + hint
		}
		if e.Pos.Line > 0 && (e.Pos.File == Name || e.Pos.File == "") {
			a.Findings = []Finding{{Line: e.Pos.Line, Column: e.Pos.Col, Kind: "error", Text: e.Msg}}
		}
	}
	return a
}
