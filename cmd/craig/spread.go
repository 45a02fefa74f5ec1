package main

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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/engine/registry"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// spreadLanes are the options of the lanes of --spread: the portfolio as it is, and each engine with a processor of its
// own.
func spreadLanes() [][]string {
	lanes := [][]string{nil}
	for _, e := range registry.Engines() {
		lanes = append(lanes, []string{"--engine=" + e.Name})
	}
	return lanes
}

// notOfLanes are the options of craig verify that say what is done with an answer, and who looks for it.
var notOfLanes = []string{"spread", "jobs", "json", "witness", "witness-format", "harness", "sarif", "html", "stats", "full", "quiet", "progress", "trace", "trace-format", "dump-queries", "earlier"}

// laneArgs are the arguments of craig verify for a lane: those that were given, and its own.
func laneArgs(c *cobra.Command, args, lane []string) []string {
	list := []string{"verify", "--json=-", "--quiet", "--progress=none"}
	c.Flags().Visit(func(f *pflag.Flag) {
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
	return slices.Concat(list, lane, args)
}

// spread has workers look for an answer, each lane of the portfolio as a job of its own. The first one that a lane has
// certified ends the others. It is nil if all have given up; then unknown is what the portfolio said, if it could say
// something.
func (a *app) spread(c *cobra.Command, o *verifyOptions, args, files []string) (answer, unknown *resultfile.Document, err error) {
	if o.engine != "" || o.earlier != "" {
		return nil, nil, usagef("--spread has all engines look; leave out --engine and --earlier")
	}
	if slices.Contains(files, "-") {
		return nil, nil, usagef("--spread: workers cannot read standard input; name a file")
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if o.timeout > 0 {
		ctx, stop = context.WithTimeout(ctx, time.Duration(o.timeout)+spreadGrace)
		defer stop()
	}
	jobs := o.jobs
	if jobs == 0 && o.queue.url == "" {
		jobs = runtime.NumCPU()
	}
	crew, _, err := a.runner(ctx, &o.queue, jobs)
	if err != nil {
		return nil, nil, err
	}
	defer crew.Close()
	var headers work.Headers
	lanes := spreadLanes()
	var mu sync.Mutex
	var failed error
	work.Each(ctx, len(lanes), len(lanes), func(i int) {
		lane := laneArgs(c, args, lanes[i])
		r, err := crew.Run(ctx, work.Job{Args: lane, Files: headers.Of("", lane, files...), Time: time.Duration(o.timeout), Memory: int64(o.memory)})
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
			if !o.quiet {
				fmt.Fprintf(a.err, "craig: %s by %s after %.1f s, on %s\n", doc.Line(), doc.By, r.Wall.Seconds(), r.Worker)
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
	if r.Status == exitIO {
		return &os.PathError{Op: "read", Path: "the input", Err: errors.New(text)}
	}
	if r.Status == exitUsage {
		return usagef("%s", text)
	}
	return &formatError{file: "a lane", err: errors.New(text)}
}
