package bench

import (
	"strconv"
	"time"
)

// Store keeps outcomes as they come: a run that was interrupted finds there what it had done, and later runs are set beside
// earlier ones. There is one outcome for each key: a second one is not stored. Several processes may use a store at the same
// time; one of them uses it from one goroutine at a time. An outcome is what a worker did, whatever it is called in the runs
// that it belongs to.
type Store interface {
	// Begin makes a run, to which outcomes belong from then on; End says that it is complete.
	Begin(r Run) error
	End(now time.Time) error
	// Find is the outcome of a key, if there is one.
	Find(key string) (o Outcome, ok bool, err error)
	// Add keeps an outcome, unless there is one with its key already, and makes it the one at a position of the run, with
	// the task, the column and the judgement of judged. result is its result file as pack makes it, or nil.
	Add(key string, position int, o, judged Outcome, result []byte) error
	// Runs lists the runs, the oldest first.
	Runs() ([]Run, error)
	// Outcomes are those of a run, in its order, with the judgements that it had.
	Outcomes(run int64) ([]Outcome, error)
	// Kept are the keys of the result files of a run, in the order of Outcomes; "" where there is none.
	Kept(run int64) (keys []string, err error)
	// Packed is what Add was given as the result file of a key; nil if there is none.
	Packed(key string) ([]byte, error)
	// Len is the number of outcomes.
	Len() (n int, err error)
	// Close closes the store. A run that End has not been told of stays one that did not end.
	Close() error
}

// StoreError is a file that cannot be used as a store.
type StoreError struct {
	File string
	Text string // what is wrong, and what to do
	Err  error  // nil, or what the database said
}

func (e *StoreError) Error() string { return e.File + ": " + e.What() }

// What is the error without the file's name.
func (e *StoreError) What() string {
	if e.Err != nil {
		return e.Text + " (" + e.Err.Error() + ")"
	}
	return e.Text
}
func (e *StoreError) Unwrap() error { return e.Err }

// StoreFailed is the error of a store in a file that could be used before; nil for nil.
func StoreFailed(file string, err error) error {
	if err == nil {
		return nil
	}
	return &StoreError{file, "this store cannot be used; what it has is kept: make room or wait, and start the same command again", err}
}

// Run says what a run was.
type Run struct {
	ID           int64
	Began, Ended time.Time // Ended is zero for a run that was interrupted or is not over
	Command      string
	Version      string // of craig
	Machine      string
	Tasks        int               // outcomes that it has
	Judged       map[Judgement]int // of them
	CPU          time.Duration     // of them together
}

// StoredRuns is a table with a line for each run of a store.
func StoredRuns(s Store) (*Table, error) {
	runs, err := s.Runs()
	if err != nil {
		return nil, err
	}
	t := &Table{Header: []string{"run", "began", "tasks", "right", "wrong", "unknown", "crashed", "cpu s", "", "command"}}
	for _, r := range runs {
		state := ""
		if r.Ended.IsZero() {
			state = "not ended"
		}
		t.Rows = append(t.Rows, []string{strconv.FormatInt(r.ID, 10), r.Began.Format(time.DateTime), strconv.Itoa(r.Tasks),
			strconv.Itoa(r.Judged[Right]), strconv.Itoa(r.Judged[Wrong]), strconv.Itoa(r.Judged[Unknown]), strconv.Itoa(r.Judged[Crashed]),
			seconds(r.CPU.Seconds()), state, r.Command})
	}
	return t, nil
}
