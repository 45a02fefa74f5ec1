package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"craig/internal/cli/hint"
	"craig/internal/evidence/verdict"
	"craig/internal/report"
	"craig/internal/run"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RESULT.json",
		Short: "tell the story of a result in sentences",
		Long: `Explain reads a result file of craig verify --json and the C files that it names, and says in sentences
what goes wrong in a counterexample: with which inputs, by which steps and conditions, and with which object.
Of other verdicts it says what they mean.

Exit status: 0, 64 usage, 65 a file that is no result, or a C file that has changed, 70 a bug in craig, 74 a
file that cannot be read, 130 interrupted.`,
		Example: "  craig verify --json r.json --property bounds parser.c\n  craig explain r.json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one result file is wanted: craig explain RESULT.json")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.explain(args[0]) },
	}
}

func (a *app) explain(name string) error {
	s, ok, err := within(a, limits{}, func(ctx context.Context) (*stored, error) {
		s, err := readStored(ctx, name)
		if err == nil && s.res != nil {
			if _, wrong := run.Certify(ctx, s.prog, s.res, nil, 0); wrong != nil && s.res.Verdict == verdict.False {
				err = &formatError{file: name, err: fmt.Errorf("its execution is rejected: %w", wrong)}
			}
		}
		return s, err
	})
	if !ok {
		return err
	}
	if s.res == nil || s.res.Verdict != verdict.False {
		return report.ExplainOther(a.out, s.doc, hint.Drop)
	}
	r := &run.Result{Result: *s.res, Program: s.prog, Calls: s.doc.Calls, Sources: s.sources}
	r.Notes = append(r.Notes, s.doc.Assumptions()...)
	return report.Explain(a.out, r, hint.Drop)
}
