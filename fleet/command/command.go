// Package command is the command line of craig-fleet: that of craig, whose jobs workers on other machines can do, and whose stores are
// databases.
//
//	worker.go   --queue, and craig-fleet worker
//	spread.go   craig-fleet verify --spread: engines as jobs
package command

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/fleet/store"
	"craig/internal/cli"
)

// Program is craig-fleet.
func Program() cli.Program {
	return cli.Program{
		Name: "craig-fleet",
		Workers: func(f *pflag.FlagSet) cli.Workers {
			o := &queueOptions{}
			o.register(f)
			return o
		},
		Search:    newSpread,
		OpenStore: store.Open,
		ReadStore: store.Read,
		Commands: []cli.Command{{Name: "worker", Make: func(_, errs io.Writer, status *int) *cobra.Command {
			return workerCommand(errs, status)
		}}},
	}
}
