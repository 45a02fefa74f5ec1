package main

import (
	"io"

	"craig/internal/report"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// pages writes the reports of craig verify that are made from its result file.
func (a *app) pages(o *verifyOptions, res *run.Result, about resultfile.About) error {
	for _, page := range []struct {
		file  string
		write func(io.Writer, *resultfile.Document) error
	}{{o.sarif, report.WriteSARIF}, {o.html, report.WriteHTML}} {
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
