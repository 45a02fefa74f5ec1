// Package work runs jobs: command lines of craig, each in a process of its own, so that none takes more time or
// memory than it may, and none takes others down with it.
//
//	work.go       what a job and its answer are; Each, many jobs at a time
//	headers.go    the files that a job needs besides those that it names
//	local.go      jobs as processes of this machine
//	talk.go       what jobs say to each other while they run
//	process*.go   limits that are enforced from outside, and what of that depends on the operating system
//	lifeline*.go  jobs end when whoever runs them is gone
//
// What a command line means is nothing to this package: those who make jobs read the answers.
package work

import (
	"context"
	"sync"
	"time"
)

// Job is one command line.
type Job struct {
	Args   []string      // without the name of the program
	Files  []string      // what it reads and Args do not name, if it may run where our files are not
	In     []byte        // its standard input
	Dir    string        // where it runs; "" is where we are
	Time   time.Duration // beyond this, and some more for starting and ending, it is killed; 0 is no limit
	CPU    time.Duration // likewise, of processors, with those that it starts
	Memory int64         // likewise, in bytes
}

// Answer is what came of a job.
type Answer struct {
	Out    []byte // its standard output
	Err    string // the first and the last of its standard error
	Status int    // its exit status; -1 if it was ended by a signal
	Killed string // "time", "processor time" or "memory", if it went beyond that and was killed
	Failed error  // it could not be started

	Wall, CPU time.Duration
	Memory    int64  // bytes, the largest resident set
	Worker    string // who has run it: a machine and a process; "" is us
}

// Runner runs jobs, here or elsewhere. It may be used concurrently. The error is ctx's: whatever becomes of the
// job is in the answer.
type Runner interface {
	Run(ctx context.Context, j Job) (Answer, error)
}

// Each calls do for 0 to n-1, at most jobs at a time, in that order. It returns when all have returned, with ctx's
// cause if ctx has ended; then some may not have been called.
func Each(ctx context.Context, jobs, n int, do func(i int)) error {
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range n {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range min(max(jobs, 1), n) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					do(i)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}
