package cli

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"craig/internal/bench"
)

// resultsPhasesCommand shows where the time of runs went, side by side.
func (a *app) resultsPhasesCommand() *cobra.Command {
	slowest, markdown := 30, false
	c := &cobra.Command{
		Use: "phases STORE [RUN ...]", Short: "where the time of the slowest tasks went, for runs side by side", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if slowest <= 0 {
				return usagef("--slowest %d: how many tasks are shown is a positive number", slowest)
			}
			return a.withStore(args[0], func(s bench.Store) error {
				names := args[1:]
				if len(names) == 0 {
					names = []string{"last"}
				}
				var columns []string
				var runs [][]bench.Outcome
				for _, name := range names {
					r, err := pickRun(s, name)
					if err != nil {
						return err
					}
					outcomes, err := s.Outcomes(r.ID)
					if err != nil {
						return err
					}
					several := bench.Columns(outcomes)
					for _, column := range several {
						title := strconv.FormatInt(r.ID, 10)
						if len(several) > 1 {
							title += " " + column
						}
						other := func(o bench.Outcome) bool { return o.Column != column }
						columns, runs = append(columns, title), append(runs, slices.DeleteFunc(slices.Clone(outcomes), other))
					}
				}
				t := bench.Phases(columns, runs, slowest)
				if markdown {
					t.Markdown(a.out)
				} else {
					t.Text(a.out)
				}
				return nil
			})
		},
	}
	c.Flags().SortFlags = false
	c.Flags().IntVar(&slowest, "slowest", slowest, "show the `N` tasks that took the most processor time in any of the runs")
	c.Flags().BoolVar(&markdown, "markdown", false, "write the table in Markdown")
	return c
}
