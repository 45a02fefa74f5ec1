// Package besides has the command lines of what a summary of a change asks besides: craig check of the revision, and craig equiv of each function.
package besides

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/check"
)

// Commands implements review.Commands.
type Commands struct{}

// Before implements review.Commands.
func (Commands) Before(opts check.Options, database, settings string, names []string) []string {
	args := []string{"check", "--json", "-", "--progress", "none", "--cache", "none", "--config", settings, "-p", database, "--confirm", "never", "--timeout", opts.Time.String(),
		"--jobs", fmt.Sprint(max(opts.Jobs, 1)), "--findings", fmt.Sprint(max(opts.Rounds, 1)), "--property", strings.Join(opts.Properties, ","), "--entry", strings.Join(names, ","),
		fmt.Sprintf("--infer=%v", opts.Infer), fmt.Sprintf("--guesses=%v", opts.Guesses)}
	if opts.CPU > 0 {
		args = append(args, "--cpu-timeout", opts.CPU.String())
	}
	if opts.Memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", opts.Memory))
	}
	for _, words := range asked(opts) {
		args = append(args, "--with", words)
	}
	return args
}

// Beside implements review.Commands.
func (Commands) Beside(f *check.Function, opts check.Options, with bool) []string {
	confirm := "never"
	if f.MayRun(opts.Confirm) {
		confirm = "all"
	}
	args := []string{"equiv", "--json", "-", "--confirm", confirm, "--timeout", opts.Time.String()}
	if with {
		args = append(args, strings.Fields(strings.Join(asked(opts), " "))...)
	}
	return slices.Concat(args, f.Unit.Flags, []string{opts.Since.Path(f.Unit.File) + ":" + f.Name, f.Unit.File + ":" + f.Name})
}

// asked are the options of craig verify that the user has given.
func asked(opts check.Options) []string {
	return opts.Asked[min(len(opts.Asked), len(opts.Properties)):]
}
