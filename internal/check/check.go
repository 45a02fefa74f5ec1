// Package check looks at every function of a project by itself, each in processes of its own, and makes one report.
//
//	config.go    settings in a file
//	database.go  which files are compiled, and how: compile_commands.json
//	guess.go     without one: the files of a folder
//	flags.go     what of the compiler's options matters
//	record.go    commands of a compiler as they are run, for a database
//	since.go     the state of a repository before
//	apart.go     jobs that run where our files are not
//	units.go     which functions the files have, and which of them are looked at
//	again.go     several functions of a unit in one process: what was kept of them is certified for the files as they are now, and
//	             engines look for a short time
//	function.go  one function: rounds of craig verify, and what the compiler says to what they find
//	link.go      bodies of functions that another unit has
//	joint.go     options with which units can be read together that are compiled with different ones
//	finding.go   what was found, each once, the likely ones first
//	classes.go   which findings are bugs, and which no callers bring about: contracts are inferred for that
//	beliefs.go   what the program itself tests, and takes for granted elsewhere
//	blocks.go    blocks that are used or freed after a function has freed them, and variables without a value
//	allocators.go  pointers to functions that lead to malloc and free
//	handles.go   what holds of structures from their constructors on
//	callers.go   calls that pass null, also through pointers
//	besides.go   what functions are looked at for once more, and what is kept of that
//	wraps.go     tests of whether a signed number has overflowed
//	leaks.go     blocks and open files that nothing leads to any more
//	kept.go      contracts for the next run
//	advice.go    how a finding is specified away, or silenced
//	baseline.go  findings that are accepted, by names that survive other changes
//	cache.go     what came of functions, for the next run
//	document.go  the report as JSON
//	junit.go     the report as JUnit XML
//	sarif.go     the report as SARIF, whose format is in package report
//	text.go      the report as text
//
// All work goes through a work.Runner, and what it depends on is in the arguments of its jobs.
package check

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// Options say what is looked for and how.
type Options struct {
	Properties []string      // that every function is checked for
	Time       time.Duration // of each round of a function
	CPU        time.Duration // likewise, of processors; 0 is no limit but Time
	Memory     int64         // of each process, in bytes; 0 is no limit
	Jobs       int           // processes at a time
	Rounds     int           // findings that are looked for in one function

	Entries  []string // patterns of the names of functions that are checked; nil is all that Chosen says
	Excludes []string // patterns of the names of functions, or of files, that are not
	Confirm  Confirm

	Cache *Cache    // nil, or where what comes of functions is kept
	Asked []string  // what of the command line decides what is looked for; what is kept for something else is not touched
	Since *Revision // nil, or the state in which functions that are the same there are not looked at
	Retry bool      // what could not be decided before is tried again
	// Together: functions of a unit are looked at in one process first, for a short time each. That is faster, but nothing is told of one
	// before others.
	Together bool

	Infer   bool // contracts are looked for, and findings sorted by what they are under these
	Guesses bool // with Infer: what no contract excludes, and what is not known to be a mistake, counts as a finding too

	Commands Commands         // what jobs are
	Runner   work.Runner      // runs them
	Here     work.Runner      // nil, or runs them where our files are, if Runner runs them elsewhere: then jobs name what they read
	Progress func(p Progress) // nil, or told whenever something has ended, one call at a time
	// Ended is nil, or told what a function came to, with its own findings, one call at a time, and before that of its findings so far
	// whenever a compiler is asked about one. Functions that have changed come first.
	Ended func(f *Function, findings []*Finding)
	// Told is nil, or told the result of each round of a function, in order; functions are looked at side by side.
	Told func(f *Function, d *resultfile.Document)
}

// Commands makes the command lines of jobs; it knows the names of options.
type Commands interface {
	// List has the functions of a unit written as JSON, see cfront.Functions.
	List(u *Unit, limit time.Duration) []string
	// Verify looks at a function without some errors, and has a result file written; standard output has nothing else.
	// If there is evidence to begin with, it is a result file on standard input. The function gets one of so many parts of its time.
	Verify(f *Function, except []cfront.Exception, evidence bool, share time.Duration) []string
	// Again has functions of a unit looked at: claims on standard input, and the same on standard output, each in a line, with as many of its
	// results as hold, and what was found besides.
	Again(u *Unit) []string
	// Besides looks at a function for something else, without some errors, and has a result file written; standard output has nothing else.
	Besides(what Besides, f *Function, except []cfront.Exception) []string
	// Replay has a compiler confirm the FALSE of the result file on standard input.
	Replay(limit time.Duration) []string
	// Infer looks for a contract of a function for so much processor time, and has an infer.Document written to standard output.
	Infer(f *Function, limit time.Duration) []string
}

// Besides is what functions are looked at for once more.
type Besides uint8

const (
	Nulls  Besides = iota // accesses by null pointers, where the function may be called with some, and where memory may be short
	Blocks                // accesses outside of objects that live, and frees of what is no block, where memory may be short
	Values                // reads of what has no value, where the function may be called with null pointers
	Traps                 // traps, where memory may be short
	Sums                  // sums and products of signed numbers that overflow
)

// Properties are those that it is about.
func (b Besides) Properties() []string {
	return [][]string{{null}, {bounds, "valid-free"}, {uninit}, {"unreach-call"}, {overflow}}[b]
}

// Confirm says which findings are given to a compiler.
type Confirm uint8

const (
	ConfirmHarmless Confirm = iota // those of functions that cannot touch anything outside the process
	ConfirmNever
	ConfirmAll
)

// Progress is how far a run is.
type Progress struct {
	Phase       string // what is being done: read, check
	Done, Total int
	Findings    int
	Now         string // what has just ended
}

// Report is what came of a run.
type Report struct {
	Properties []string
	Units      []*Unit
	Skipped    []Skipped // what was not looked at
	Remarks    []Remark  // on what was looked at
	Functions  []*Function
	Unchanged  int        // functions that were not looked at since they are as they were
	Removed    []Entry    // functions that were there at Options.Since and are not any more, where their files were then
	Findings   []*Finding // in order of likelihood
	Classes    bool       // Findings are mistakes, and guesses if they were asked for
	Others     []*Finding // the other findings, if Classes is set
	Invariants []Invariant
	Wall       time.Duration
}

// Skipped is something that was not looked at, or not in full.
type Skipped struct {
	What string `json:"what"` // a file or a function
	Why  string `json:"why"`
}

// Remark is something to be known of a file or a function that was looked at.
type Remark struct {
	What string `json:"what"` // a file or a function
	Text string `json:"text"`
	// Doubt: what was looked at may not be what is compiled, so that nothing is proved of that.
	Doubt bool `json:"doubt,omitempty"`
}

// Run checks the functions of the units. If ctx ends, the report has what was done until then, and the error is ctx's
// cause; likewise if the runner cannot run jobs any more, with its error.
func Run(ctx context.Context, units []*Unit, opts Options) (*Report, error) {
	begun := time.Now()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	opts.Runner = strict{opts.Runner, fail}
	units = slices.DeleteFunc(slices.Clone(units), func(u *Unit) bool { return matches(opts.Excludes, filepath.ToSlash(u.File)) })
	c := &checker{opts: opts, slots: make(chan struct{}, runtime.NumCPU()), report: &Report{Units: units, Properties: opts.Properties}}
	err := c.units(ctx)
	if err == nil && opts.Infer { // what the text shows costs little
		c.findManagers()
		for _, look := range []func(context.Context) error{c.leaks, c.pointed, c.unset, c.nullCalls} {
			if err == nil {
				err = look(ctx)
			}
		}
	}
	c.begin("check", len(c.report.Functions))
	if err == nil {
		err = c.functions(ctx)
	}
	if opts.Infer {
		for _, look := range []func(context.Context) error{c.classify, c.contradictions, c.wraps, c.blocks, c.handles} {
			if err == nil {
				err = look(ctx)
			}
		}
	}
	c.report.Findings = merge(slices.Concat(c.report.Functions, c.beliefs))
	if opts.Infer {
		c.report.split(opts.Guesses)
	}
	c.report.Wall = time.Since(begun)
	return c.report, err
}

// checker is one run of Run.
type checker struct {
	opts        Options
	report      *Report
	bodies      bodies // of the functions of all units
	managers    managers
	beliefs     []*Function // with findings that were looked for besides: contradictions, and blocks that are used after their end
	texts       sync.Map    // hashes of files by their names, as of this run
	commonFlags sync.Map    // keys of functions, by a file and options that are not those of its unit

	headers work.Headers
	needs   sync.Map      // of units, if jobs run elsewhere
	slots   chan struct{} // of jobs that run here, though others run elsewhere

	mu       sync.Mutex
	slow     map[*cfront.Function]bool // for which the time was not enough
	progress Progress
	ranks    map[string]int // the least rank of findings that a compiler has confirmed, by what they are
}

// begin begins a phase of n steps.
func (c *checker) begin(phase string, n int) {
	c.progress = Progress{Phase: phase, Total: n, Findings: c.progress.Findings}
}

// done ends a step.
func (c *checker) done(what string, findings int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress.Done++
	c.progress.Findings += findings
	c.progress.Now = what
	if c.opts.Progress != nil {
		c.opts.Progress(c.progress)
	}
}

// ended ends a function.
func (c *checker) ended(ctx context.Context, f *Function) {
	if of := c.bodies.here[f.Unit][f.Name]; of != nil && f.Verdict == "UNKNOWN" && f.Reason == timeout {
		c.mu.Lock()
		if c.slow == nil {
			c.slow = map[*cfront.Function]bool{}
		}
		c.slow[of] = true
		c.mu.Unlock()
	}
	c.tell(ctx, f, f.findings)
	c.done(f.Name, len(f.findings))
}

// share is the share of its time that a function gets, which is less if the time was not enough for one that it comes to: most of it would be spent there again.
func (c *checker) share(f *Function) time.Duration {
	of := c.bodies.here[f.Unit][f.Name]
	if of == nil || f.Name == "main" || f.contract {
		return 1
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range of.Reaches {
		if g := c.bodies.here[f.Unit][name]; g != nil && g != of && c.slow[g] {
			return 4
		}
	}
	return 1
}

// tell tells of findings of a function, which are merged with those of others in the end.
func (c *checker) tell(ctx context.Context, f *Function, findings []*Finding) {
	if c.opts.Ended == nil || ctx.Err() != nil {
		return
	}
	var list []*Finding
	for _, g := range findings {
		own := *g
		list = append(list, &own)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opts.Ended(f, list)
}

func (c *checker) skip(what, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := (Skipped{what, why}); !slices.Contains(c.report.Skipped, s) {
		c.report.Skipped = append(c.report.Skipped, s)
	}
}

// remark adds a remark that does not make anything doubtful.
func (c *checker) remark(what, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := (Remark{What: what, Text: text}); !slices.Contains(c.report.Remarks, m) {
		c.report.Remarks = append(c.report.Remarks, m)
	}
}

// functions checks the functions of the report. Those come first of which nothing is known, or something else: if they are few, each by
// itself, since a process for several would read the file for them once more.
func (c *checker) functions(ctx context.Context) error {
	var steps []func()
	begun := map[*Function]bool{}
	alone := func(f *Function) func() {
		return func() {
			c.function(ctx, f)
			c.ended(ctx, f)
		}
	}
	if c.opts.Cache != nil || c.opts.Together {
		few, groups := c.plan()
		for _, f := range few {
			begun[f] = true
			steps = append(steps, alone(f))
		}
		for _, group := range groups {
			steps = append(steps, func() { c.batch(ctx, group) })
		}
	}
	if err := work.Each(ctx, c.opts.Jobs, len(steps), func(i int) { steps[i]() }); err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(c.report.Functions), func(f *Function) bool { return f.settled || begun[f] })
	comesTo := func(f *Function) int {
		if of := c.bodies.here[f.Unit][f.Name]; of != nil {
			return len(of.Reaches)
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b *Function) int { return cmp.Compare(comesTo(a), comesTo(b)) }) // what is called comes before what calls it
	return work.Each(ctx, c.opts.Jobs, len(list), func(i int) { alone(list[i])() })
}
