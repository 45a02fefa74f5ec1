package cli

import (
	"cmp"
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/bench"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Program is what a program has besides the commands of this package. The zero value is craig: jobs are processes of this
// machine, and stores are those of package bench.
type Program struct {
	// Name is how the program is called; "" is craig.
	Name string
	// Workers adds options to a command with jobs, which say who runs these; nil adds none.
	Workers func(f *pflag.FlagSet) Workers
	// Search adds options to craig verify, which say that others look for an answer; nil adds none.
	Search func(f *pflag.FlagSet) Search
	// OpenStore opens the file of --store, or makes it; ReadStore opens one that exists. They are nil or both there.
	OpenStore, ReadStore func(name string) (bench.Store, error)
	// Commands are further ones.
	Commands []Command
}

// Command is a further command of a program. It writes to out and errs, and sets a status other than 0 if it ends without an error.
type Command struct {
	Name string
	Make func(out, errs io.Writer, status *int) *cobra.Command
}

// Runner runs jobs, until it is closed.
type Runner interface {
	work.Runner
	Close() error
}

// Workers are the options that say who runs jobs, as they are on a command line.
type Workers interface {
	// Given says whether any of the options is there.
	Given() bool
	// Elsewhere says whether others than this process run jobs.
	Elsewhere() bool
	// Gather begins a Runner that runs a number of jobs at a time here, which is 0 if only others do, and says how many to have
	// under way. What people should know is written to errs.
	Gather(ctx context.Context, jobs int, errs io.Writer) (r Runner, atOnce int, err error)
}

// Search are the options of craig verify that have others look for an answer.
type Search interface {
	// Check says what is wrong with the options.
	Check() error
	// Asked says whether others are to look. Look has them do so: of an answer nothing is believed; unknown says why there is none. Both
	// are nil if nobody could say anything.
	Asked() bool
	Look(q Question) (answer, unknown *resultfile.Document, err error)
}

// Question is what others are asked.
type Question struct {
	Options         *pflag.FlagSet // of craig verify, with all that was given
	Args, Files     []string       // the arguments, and the files that they stand for
	Engine, Earlier string         // --engine and --earlier
	Timeout         time.Duration  // 0 is none
	Memory          int64          // likewise, in bytes
	Errs            io.Writer      // for what people should know
	Quiet           bool           // --quiet
}

// Exit statuses, as documented.
const (
	ExitUsage       = exitUsage
	ExitIO          = exitIO
	ExitInterrupted = exitInterrupted
)

// Usagef is the error of a command line that makes no sense.
func Usagef(format string, args ...any) error { return usagef(format, args...) }

// FormatError is the error of a file other than C that is not what it should be.
func FormatError(file string, err error) error { return &formatError{file, err} }

// RunnerError makes an error of a Runner one of reading and writing.
func RunnerError(err error) error { return &os.PathError{Op: "use", Path: "the queue", Err: err} }

// Duration is the value of an option such as 60s.
type Duration = positiveDuration

// VersionText names the version, the commit it was built from where known, and the Go release.
func VersionText() string { return versionText() }

// own are processes of this machine, without options.
type own struct{}

func (own) Given() bool     { return false }
func (own) Elsewhere() bool { return false }

func (own) Gather(_ context.Context, jobs int, _ io.Writer) (Runner, int, error) {
	self, err := os.Executable()
	return processes{work.Local{Program: []string{self}}}, jobs, err
}

// processes is a Runner that has nothing to close.
type processes struct{ work.Local }

func (processes) Close() error { return nil }

// name is how the program is called.
func (a *app) name() string { return cmp.Or(a.program.Name, "craig") }

// workers adds the options of the program to a command.
func (a *app) workers(f *pflag.FlagSet) Workers {
	if a.program.Workers == nil {
		return own{}
	}
	return a.program.Workers(f)
}

// alone is a Search that nobody is asked for.
type alone struct{}

func (alone) Check() error { return nil }
func (alone) Asked() bool  { return false }

func (alone) Look(Question) (answer, unknown *resultfile.Document, err error) { return nil, nil, nil }

// search adds the options of the program to craig verify.
func (a *app) search(f *pflag.FlagSet) Search {
	if a.program.Search == nil {
		return alone{}
	}
	return a.program.Search(f)
}
