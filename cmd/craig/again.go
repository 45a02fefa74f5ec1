package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/resultfile"
	"craig/internal/run"
)

// againCommand is what craig check runs for the functions of a unit of which it has kept evidence: it reads the unit once,
// and certifies the evidence of one function after the other.
func (a *app) againCommand() *cobra.Command {
	var c cOptions
	var timeout positiveDuration
	var memory byteSize
	cmd := &cobra.Command{
		Use:    "again FILE.c",
		Short:  "certify results of functions of a file once more, for the file as it is now",
		Hidden: true,
		Long: `Again reads claims from standard input, as JSON: functions with results of craig verify, each of which leaves out the
errors that the ones before it show. It writes those that the certifier accepts for the file as it is now, function by function.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var claims []check.Claim
			if err := json.NewDecoder(os.Stdin).Decode(&claims); err != nil {
				return &formatError{"-", err}
			}
			return a.again(cmd, &c, args, claims, timeout, memory)
		},
	}
	c.flags(cmd.Flags())
	cmd.Flags().Var(&timeout, "timeout", "for each result")
	cmd.Flags().Var(&memory, "memory", "end beyond `SIZE`")
	return cmd
}

func (a *app) again(cmd *cobra.Command, c *cOptions, args []string, claims []check.Claim, timeout positiveDuration, memory byteSize) error {
	out := json.NewEncoder(a.out)
	var all *prepare.Program
	for _, claim := range claims {
		c.entry = claim.Entry
		if claim.Entry == "main" {
			c.entry = ""
		}
		opts, files, unsupported, err := c.resolve(cmd, args)
		if err != nil {
			return err
		}
		if unsupported != "" {
			continue
		}
		if all == nil {
			all = prepare.New(opts, nil, files...)
			all.Keep()
		}
		held := check.Claim{Entry: claim.Entry, At: claim.At}
		for _, doc := range claim.Results {
			opts.Except = held.Except()
			done := supervise(limits{timeout: time.Duration(timeout), memory: int64(memory)}, func() {}, func(ctx context.Context) *resultfile.Document {
				res, ok := run.Again(ctx, all.With(opts), run.Options{Memory: int64(memory)}, evidenceOf(doc))
				if !ok {
					return nil
				}
				return resultfile.NewDocument(res, resultfile.About{Options: opts, Version: versionText(), Option: optionOf})
			})
			if done.cause == limit.ErrInterrupted {
				a.status = exitInterrupted
				return nil
			}
			if !done.ended || done.panicked != nil || done.value == nil {
				break // whoever asks looks again
			}
			held.Results = append(held.Results, done.value)
		}
		if err := out.Encode(held); err != nil {
			return err
		}
	}
	return nil
}
