package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/check"
)

func (a *app) ccCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cc ARGUMENT ...",
		Short: "compile, and write down how, for craig check",
		Long: `Cc runs the C compiler with the arguments: CRAIG_CC, or cc or gcc. If that succeeds, and compiles C
files, it adds the command to compile_commands.json: CRAIG_DATABASE names the file; otherwise it is in
the nearest folder above that has one already, or is the root of a repository; else here. Commands may
run at the same time.

The exit status is the compiler's.`,
		Example:            "  make clean\n  make -j8 CC=\"craig cc\"\n  craig check",
		DisableFlagParsing: true,
		RunE:               func(c *cobra.Command, args []string) error { return a.cc(c, args) },
	}
}

func (a *app) cc(c *cobra.Command, args []string) error {
	if len(args) == 1 && (args[0] == "-h" || args[0] == "--help") || len(args) == 0 {
		return c.Help()
	}
	compiler := strings.Fields(os.Getenv("CRAIG_CC"))
	for _, name := range []string{"cc", "gcc", "clang"} {
		if _, err := exec.LookPath(name); err == nil && len(compiler) == 0 {
			compiler = []string{name}
		}
	}
	if len(compiler) == 0 {
		return usagef("there is no C compiler; name one with CRAIG_CC")
	}
	command := slices.Concat(compiler, args)
	run := exec.Command(command[0], command[1:]...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, a.out, a.err
	err := run.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		if a.status = exit.ExitCode(); a.status < 0 {
			a.status = exitBug
		}
		return nil
	}
	if err != nil {
		return &os.PathError{Op: "run", Path: command[0], Err: err}
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	database := os.Getenv("CRAIG_DATABASE")
	if database == "" {
		database = check.DatabaseFor(dir)
	}
	if err := check.Record(database, dir, command); err != nil { // the compiler has succeeded all the same
		fmt.Fprintf(a.err, "craig: the command is not recorded: %v\n", err)
	}
	return nil
}
