package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"craig/internal/cli"
	"craig/internal/engine/registry"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// spreadOptions are the options of craig verify that speak of lanes. They are a Search.
type spreadOptions struct {
	spread bool
	jobs   int
	queue  queueOptions
}

func newSpread(f *pflag.FlagSet) cli.Search {
	o := &spreadOptions{}
	f.BoolVar(&o.spread, "spread", false, "have workers look, each engine in a process of its own and the portfolio in another; the first answer is certified here")
	f.IntVar(&o.jobs, "jobs", 0, "with --spread: run `N` engines at a time here; default: one for each processor, or none with --queue")
	o.queue.register(f)
	return o
}

// Check implements Search, and so do Asked and Look.
func (o *spreadOptions) Check() error {
	if !o.spread && (o.jobs != 0 || o.queue.Given()) {
		return cli.Usagef("--queue and --jobs speak of the workers of --spread, which is missing")
	}
	return nil
}

func (o *spreadOptions) Asked() bool { return o.spread }

// spreadLanes are the engines of the lanes of --spread: "", which is the portfolio as it is, and each engine with a processor of its
// own.
func spreadLanes() []string {
	lanes := []string{""}
	for _, e := range registry.Engines() {
		lanes = append(lanes, e.Name)
	}
	return lanes
}

// notOfLanes are the options of craig verify that say what is done with an answer, and who looks for it.
var notOfLanes = []string{"spread", "jobs", "json", "witness", "witness-format", "harness", "sarif", "html", "stats", "full", "quiet", "progress", "trace", "trace-format", "dump-queries", "earlier"}

// laneArgs are the arguments of craig verify for a lane: those that were given, and its own.
func laneArgs(options *pflag.FlagSet, engine string, args []string) []string {
	list := []string{"verify", "--json=-", "--quiet", "--progress=none"}
	options.Visit(func(f *pflag.Flag) {
		if slices.Contains(notOfLanes, f.Name) || strings.HasPrefix(f.Name, "queue") {
			return
		}
		values := []string{f.Value.String()}
		if s, ok := f.Value.(pflag.SliceValue); ok {
			values = s.GetSlice()
		}
		for _, v := range values {
			list = append(list, "--"+f.Name+"="+v)
		}
	})
	if engine != "" {
		list = append(list, "--engine="+engine)
	}
	return append(list, args...)
}

// Look has workers look for an answer, each lane of the portfolio as a job of its own. The first answer that a lane has certified ends
// the others. It is nil if all have given up; then unknown is what the portfolio said, if it could say something.
func (o *spreadOptions) Look(q cli.Question) (answer, unknown *resultfile.Document, err error) {
	if q.Engine != "" || q.Earlier != "" {
		return nil, nil, cli.Usagef("--spread has all engines look; leave out --engine and --earlier")
	}
	if slices.Contains(q.Files, "-") {
		return nil, nil, cli.Usagef("--spread: workers cannot read standard input; name a file")
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if q.Timeout > 0 {
		ctx, stop = context.WithTimeout(ctx, q.Timeout+spreadGrace)
		defer stop()
	}
	jobs := o.jobs
	if jobs == 0 && !o.queue.Elsewhere() {
		jobs = runtime.NumCPU()
	}
	workerPool, _, err := o.queue.workerPool(ctx, jobs, q.Errs)
	if err != nil {
		return nil, nil, err
	}
	defer workerPool.Close()
	var headers work.Headers
	lanes := spreadLanes()
	var mu sync.Mutex
	var failed error
	work.Each(ctx, len(lanes), len(lanes), func(i int) {
		lane := laneArgs(q.Options, lanes[i], q.Args)
		r, err := workerPool.Run(ctx, work.Job{Args: lane, Files: headers.Of("", lane, q.Files...), Time: q.Timeout, Memory: q.Memory})
		mu.Lock()
		defer mu.Unlock()
		if err != nil || answer != nil {
			return
		}
		doc, err := resultfile.Read(bytes.NewReader(r.Out))
		switch {
		case err != nil && failed == nil:
			failed = laneFailed(r)
		case err != nil:
		case doc.Verdict == "TRUE" || doc.Verdict == "FALSE":
			answer = doc
			if !q.Quiet {
				fmt.Fprintf(q.Errs, "craig: %s by %s after %.1f s, on %s\n", doc.Line(), doc.By, r.Wall.Seconds(), r.Worker)
			}
			stop()
		case i == 0 || unknown == nil:
			unknown = doc
		}
	})
	if answer == nil && unknown == nil {
		return nil, nil, failed
	}
	return answer, unknown, nil
}

// spreadGrace is how long workers may take for their answers after the time limit.
const spreadGrace = 5 * time.Second

// laneFailed is why a lane has no result file: mostly input that cannot be read.
func laneFailed(r work.Answer) error {
	text := strings.TrimSpace(r.Err)
	switch {
	case r.Failed != nil:
		text = r.Failed.Error()
	case r.Killed != "":
		text = "it took too much " + r.Killed
	}
	text = strings.TrimPrefix(text, "craig: ")
	if r.Status == cli.ExitIO {
		return &os.PathError{Op: "read", Path: "the input", Err: errors.New(text)}
	}
	if r.Status == cli.ExitUsage {
		return cli.Usagef("%s", text)
	}
	return cli.FormatError("a lane", errors.New(text))
}
