// Package cli is the command line of craig: it alone knows the names of options.
package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/cli/gccargs"
	"craig/internal/cli/hint"
	"craig/internal/cli/manual"
	"craig/internal/collector"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/spell"
	"craig/internal/work"
)

// Exit statuses, as documented.
const (
	exitTrue        = 0
	exitFalse       = 1
	exitUnknown     = 2
	exitUsage       = 64
	exitInput       = 65
	exitBug         = 70
	exitIO          = 74
	exitInterrupted = 130
)

// app is one run of the command line.
type app struct {
	out, err io.Writer
	program  Program
	began    time.Time // from when time limits count
	status   int       // of a command that ended without an error
}

// Main runs the command line of this process, which is craig with what a program has besides, and ends it with the command's exit
// status.
func Main(p Program) {
	collector.Delay()
	work.Follow()
	os.Exit(p.execute(processStart, os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs one command line and returns its exit status.
func execute(args []string, out, errs io.Writer) (status int) {
	return Program{}.execute(time.Now(), args, out, errs)
}

// execute is execute for a command line whose time limits count from a time.
func (p Program) execute(began time.Time, args []string, out, errs io.Writer) (status int) {
	sink := &sink{w: out}
	out = sink
	a := &app{program: p, out: out, err: errs, began: began}
	defer func() {
		if r := recover(); r != nil {
			a.bug(r, debug.Stack())
			status = exitBug
		}
	}()
	args, ignored := gccargs.Rewrite(args)
	root := a.rootFor(args)
	for _, option := range ignored {
		fmt.Fprintf(errs, "craig: %s is not obeyed, though it can change what the program means\n", option)
	}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	if err := root.Execute(); err != nil {
		if name, ok := strings.CutPrefix(err.Error(), "unknown command \""); ok {
			name, _, _ = strings.Cut(name, "\"")
			err = usagef("no command %s%s; see craig help", name, likeCommand(root, name))
		}
		return a.fail(err)
	}
	if sink.err != nil {
		return a.fail(sink.err)
	}
	return a.status
}

// sink remembers the first error of writing to w, so that an answer that nobody got is no answer.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// command is a command by its name, made when it is needed: making all of them takes longer than a small run of one.
type command struct {
	name string
	make func() *cobra.Command
}

func (a *app) commands() []command {
	list := []command{
		{"verify", a.verifyCommand}, {"check", a.checkCommand}, {"again", a.againCommand}, {"lsp", a.lspCommand}, {"serve", a.serveCommand},
		{"cc", a.ccCommand}, {"test", a.testCommand}, {"show", a.showCommand}, {"certify", a.certifyCommand}, {"explain", a.explainCommand},
		{"harness", a.harnessCommand}, {"infer", a.inferCommand}, {"equiv", a.equivCommand}, {"outline", a.outlineCommand}, {"replay", a.replayCommand}, {"witness", a.witnessCommand}, {"bench", a.benchCommand},
		{"results", a.resultsCommand}, {"tool", a.toolCommand}, {"smt", a.smtCommand},
		{"version", a.versionCommand}, {"man", a.manCommand},
	}
	for _, c := range a.program.Commands {
		list = append(list, command{c.Name, func() *cobra.Command { return c.Make(a.out, a.err, &a.status) }})
	}
	return list
}

// rootFor is root for a command line. If that begins with the name of a command which does not ask for the others, they are not there.
func (a *app) rootFor(args []string) *cobra.Command {
	for _, c := range a.commands() {
		if len(args) > 0 && args[0] == c.name && c.name != "man" {
			root := a.bare()
			root.AddCommand(c.make())
			return root
		}
	}
	return a.root()
}

// root has all commands.
func (a *app) root() *cobra.Command {
	root := a.bare()
	for _, c := range a.commands() {
		root.AddCommand(c.make())
	}
	complete(root)
	return root
}

// bare is craig without its commands.
func (a *app) bare() *cobra.Command {
	var asked bool // for the version
	root := &cobra.Command{
		Use:           a.name(),
		Short:         "craig decides whether a C program can reach an error, and proves its answer",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if asked {
				_, err := fmt.Fprintln(a.out, versionText())
				return err
			}
			return usagef("which command? Try craig help")
		},
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%v%s; see craig help %s", err, likeFlag(c, err.Error()), c.Name())
	})
	// A Version of cobra's would be printed by a template, which can call any method by its name, so that the linker keeps them all.
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for "+a.name())
	_ = root.Flags().MarkHidden("version") // there is a command
	root.SetUsageFunc(manual.Usage(nil))
	root.SetHelpFunc(manual.Help)
	root.SetHelpCommand(helpCommand(root))
	return root
}

// likeFlag asks whether another option was meant, if the error is about one that there is not.
func likeFlag(c *cobra.Command, text string) string {
	name, ok := strings.CutPrefix(text, "unknown flag: --")
	if !ok {
		return ""
	}
	if strings.HasPrefix(name, "queue") || name == "spread" {
		return ": craig-fleet bench, check and verify have it"
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if like := spell.Nearest(name, names); like != "" {
		return " (was --" + like + " meant?)"
	}
	return ""
}

// likeCommand asks whether another command was meant.
func likeCommand(root *cobra.Command, name string) string {
	if name == "worker" {
		return ": craig-fleet has it"
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if like := spell.Nearest(name, names); like != "" {
		return " (was craig " + like + " meant?)"
	}
	return ""
}

// helpCommand is craig help, for which an unknown command is a mistake, as it is for craig.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "what craig, or one of its commands, does",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("no command %s; see craig help", strings.Join(args, " "))
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range root.Commands() {
				if len(args) == 0 && c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// usageError is a command line that makes no sense.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error {
	return &usageError{msg: fmt.Sprintf(format, args...)}
}

// fail reports an error and returns the exit status that belongs to it.
func (a *app) fail(err error) int {
	errs := visible{a.err}
	var usage *usageError
	var input *cfront.Error
	var format *formatError
	var pathErr *os.PathError
	var unsupported *cfront.Unsupported
	switch {
	case errors.As(err, &input):
		fmt.Fprintln(errs, input.Error())
		fmt.Fprint(errs, hint.Caret(input.Line, input.Under))
		if ext := path.Ext(input.Pos.File); slices.Contains([]string{".cc", ".cpp", ".cxx", ".hpp", ".C"}, ext) {
			fmt.Fprintln(errs, "  craig reads C; by its name this is C++")
		} else if input.IO != nil && input.Pos.File == standardInput {
			fmt.Fprintln(errs, "  the program was read from standard input; save it as a file, and run craig verify with that")
		} else if advice := input.Advice(hint.Front); advice != "" {
			fmt.Fprintln(errs, "  "+advice)
		}
		if input.IO != nil {
			return exitIO
		}
		return exitInput
	case errors.As(err, &format):
		fmt.Fprintln(errs, err)
		if strings.Contains(err.Error(), "not a result file") {
			fmt.Fprintln(errs, "  craig verify --json RESULT.json FILE.c writes one")
		}
		return exitInput
	case errors.As(err, &unsupported), prepare.TooLarge(err):
		fmt.Fprintln(errs, "craig:", err)
		return exitUnknown
	case errors.As(err, &pathErr):
		fmt.Fprintln(errs, "craig:", err)
		if step := nextStep(pathErr); step != "" {
			fmt.Fprintln(errs, "  "+step)
		}
		return exitIO
	case errors.As(err, &usage):
		fmt.Fprintln(errs, "craig:", err)
		return exitUsage
	default: // cobra's own: unknown command, wrong number of arguments
		fmt.Fprintf(errs, "craig: %v; see craig help\n", err)
		return exitUsage
	}
}

// visible writes texts in which names of files, and what else others have written, cannot tell a terminal to do something.
type visible struct{ to io.Writer }

func (v visible) Write(text []byte) (int, error) {
	clean := bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return '_'
		}
		return r
	}, text)
	if _, err := v.to.Write(clean); err != nil {
		return 0, err
	}
	return len(text), nil
}

// nextStep says what to do about a file that cannot be read or written; "" if that is clear.
func nextStep(err *os.PathError) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		here, _ := os.Getwd()
		return "check the name and its folder; relative names begin at " + here
	case errors.Is(err, fs.ErrPermission):
		return "check its permissions and those of its folder"
	case errors.Is(err, syscall.EISDIR):
		return "name a file in it"
	}
	return ""
}

// formatError is a file other than C that is not what it should be.
type formatError struct {
	file string
	err  error
}

func (e *formatError) Error() string { return fmt.Sprintf("%s: %v", e.file, e.err) }
func (e *formatError) Unwrap() error { return e.err }

// bug reports a failure of craig itself.
func (a *app) bug(what any, stack []byte) {
	fmt.Fprintf(a.err, "craig: this is a bug in craig: %v\n", what)
	fmt.Fprintf(a.err, "  Please report it with the command line, the C files and this text (%s).\n", versionText())
	if os.Getenv("CRAIG_DEBUG") != "" {
		a.err.Write(stack)
	} else {
		fmt.Fprintln(a.err, "  CRAIG_DEBUG=1 adds where in craig it happened.")
	}
}
