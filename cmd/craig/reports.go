package main

import (
	"io"

	"craig"
	"craig/report"
)

// pages writes the reports of craig verify that are made from its result file.
func (a *app) pages(o *verifyOptions, res *craig.Result, run report.Run) error {
	for _, page := range []struct {
		file  string
		write func(io.Writer, *report.Document) error
	}{{o.sarif, report.WriteSARIF}, {o.html, report.WriteHTML}} {
		if page.file == "" {
			continue
		}
		d := report.NewDocument(res, run)
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
