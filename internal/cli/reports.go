package cli

import (
	"context"
	"io"
	"path/filepath"

	"craig/internal/cover"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/report"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// pageSteps is how much of the program is executed for its page.
const pageSteps = 200_000

// pages writes the reports of craig verify that are made from its result file.
func (a *app) pages(o *verifyOptions, res *run.Result, about resultfile.About, search *report.Recorder) error {
	html := func(w io.Writer, d *resultfile.Document) error {
		more := report.PageExtras{Program: res.Program, Search: search}
		if res.Program != nil {
			more.Lines = cover.Seen(context.Background(), res.Program, res.Proof, pageSteps)
		}
		if res.Verdict == verdict.False {
			more.Harness, _ = replay.Harness(replay.Program{IR: res.Program, Options: about.Options, Sources: res.Sources}, res.Trace)
		}
		return report.WriteHTML(w, d, more)
	}
	for _, page := range []struct {
		file  string
		write func(io.Writer, *resultfile.Document) error
	}{{o.sarif, report.WriteSARIF}, {o.html, html}} {
		if page.file == "" {
			continue
		}
		d := resultfile.NewDocument(res, about)
		out, err := openOutput(page.file, a.out)
		if err != nil {
			return err
		}
		err = out.write(func(w io.Writer) error { return page.write(w, d) })
		out.discard()
		if err != nil {
			return err
		}
	}
	return nil
}

// draw writes the search of the engine that has the answer.
func (a *app) draw(file string, d *report.Drawing, res *run.Result) error {
	out, err := openOutput(file, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	dot := file != "-" && filepath.Ext(file) != ".svg"
	return out.write(func(w io.Writer) error { return d.Write(w, res.Engine, res.Sources, dot) })
}
