package command

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"craig/internal/cli"
	"craig/internal/engine/registry"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// spreadOptions are the options of craig verify that speak of lanes. They are a Search.
type spreadOptions struct {
	spread, alone bool
	peers         int // -1: it is no lane of --spread
	jobs          int
	queue         queueOptions
}

func newSpread(f *pflag.FlagSet) cli.Search {
	o := &spreadOptions{}
	f.BoolVar(&o.spread, "spread", false, "have workers look, each engine in a process of its own and the portfolio in another; the first answer is certified here")
	f.IntVar(&o.jobs, "jobs", 0, "with --spread: run `N` engines at a time here; default: one for each processor, or none with --queue")
	f.BoolVar(&o.alone, "alone", false, "with --spread: engines do not tell each other their invariants")
	f.IntVar(&o.peers, "peers", -1, "share invariants on standard input and output, as a lane of --spread; `N` lines were said before")
	f.MarkHidden("peers")
	o.queue.register(f)
	return o
}

// Check implements Search, and so do Asked, Peers and Look.
func (o *spreadOptions) Check(files []string) error {
	switch {
	case !o.spread && (o.jobs != 0 || o.queue.Given()):
		return cli.Usagef("--queue and --jobs speak of the workers of --spread, which is missing")
	case o.alone && !o.spread:
		return cli.Usagef("--alone speaks of the engines of --spread, which is missing")
	case o.peers >= 0 && slices.Contains(files, "-"):
		return cli.Usagef("standard input is what other lanes say, and no program")
	}
	return nil
}

func (o *spreadOptions) Asked() bool { return o.spread }

func (o *spreadOptions) Peers(engine string, out io.Writer) (p portfolio.Peers, stop func()) {
	if o.peers < 0 {
		return nil, func() {}
	}
	others := newPeers(engine, o.peers, os.Stdin, out)
	return others, others.end
}

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
var notOfLanes = []string{"spread", "alone", "peers", "jobs", "json", "witness", "witness-format", "harness", "sarif", "html", "stats", "full", "quiet", "progress", "trace", "trace-format", "dump-queries", "earlier"}

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

// Look has workers look for an answer, each lane of the portfolio as a job of its own, which tell each other invariants. The first
// answer that a lane has certified ends the others. A lane that has given up looks again when others have said something since. It is nil if all have given up; then unknown is what the portfolio said, if it could say
// something.
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
	topic := ""
	said := newHearsay()
	if !o.alone {
		topic = strings.ToLower(rand.Text())
		if stop, err := workerPool.Overhear(ctx, topic, said.hear); err == nil { // otherwise no lane looks again
			defer stop()
		}
	}
	began := time.Now()
	var mu sync.Mutex
	var failed error
	look := func(i, n, before int) (again bool) {
		lane := laneArgs(q.Options, lanes[i], q.Args)
		left := q.Timeout
		if left > 0 && n > 1 { // what the limit leaves for looking again
			if left = (left - time.Since(began)).Round(time.Millisecond); left <= 0 {
				return false
			}
			lane = slices.Insert(lane, len(lane)-len(q.Args), "--timeout="+left.String())
		}
		if !o.alone {
			lane = slices.Insert(lane, 1, fmt.Sprint("--peers=", before))
		}
		r, err := workerPool.Run(ctx, work.Job{Args: lane, Files: headers.Of("", lane, q.Files...), Time: left, Memory: q.Memory, Topic: topic})
		mu.Lock()
		defer mu.Unlock()
		if err != nil || answer != nil {
			return false
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
		default:
			if i == 0 || unknown == nil {
				unknown = doc
			}
			return doc.Reason != string(verdict.Timeout)
		}
		return false
	}
	var looking atomic.Int64 // lanes that may still say something
	looking.Add(int64(len(lanes)))
	work.Each(ctx, len(lanes), len(lanes), func(i int) {
		for n := 1; ; n++ {
			before := said.byOthers(lanes[i])
			again := look(i, n, before)
			looking.Add(-1)
			if !again || n == mostLooks || !said.wait(ctx, lanes[i], before, func() bool { return looking.Load() > 0 }) {
				return
			}
			looking.Add(1)
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
