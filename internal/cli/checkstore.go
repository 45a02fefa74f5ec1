package cli

import (
	"path/filepath"
	"strings"
	"sync"
	"time"

	"craig/internal/bench"
	"craig/internal/check"
	"craig/internal/resultfile"
)

// checkStore keeps what comes of functions as a run in a store, beside those of craig bench: a function is a task, its file the
// set. A nil checkStore keeps nothing.
type checkStore struct {
	bench.Store
	a *app

	mu        sync.Mutex
	documents map[*check.Function]*resultfile.Document // of each function its first error, or else what was said last
}

// openCheckStore begins a run in a store.
func (a *app) openCheckStore(name string) (*checkStore, error) {
	s, err := a.openStore(name)
	if err != nil {
		return nil, err
	}
	return &checkStore{Store: s, a: a, documents: map[*check.Function]*resultfile.Document{}}, nil
}

// told is for check.Options.
func (s *checkStore) told(f *check.Function, d *resultfile.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.documents[f]; old == nil || old.Verdict != "FALSE" {
		s.documents[f] = d
	}
}

// keep writes a report into the store. The run has ended if the report is of all that was to be done.
func (s *checkStore) keep(r *check.Report, ended bool) error {
	if s == nil {
		return nil
	}
	if err := s.Begin(s.a.aRun()); err != nil {
		return err
	}
	for i, f := range r.Functions {
		d := s.documents[f]
		o := bench.Outcome{Column: "check", Verdict: "UNKNOWN(" + f.Reason + ")", Reason: f.Reason, Detail: f.Detail, Wall: f.Wall, CPU: f.Wall,
			Task: bench.Task{Set: filepath.ToSlash(f.File), Name: f.Name, File: f.File, Property: strings.Join(r.Properties, ",")}}
		switch {
		case f.Verdict == "TRUE":
			o.Verdict, o.Reason, o.Judgement = "TRUE", "", bench.Unjudged
		case f.Verdict == "FALSE" && d != nil:
			o.Verdict, o.Judgement = d.Line(), bench.Unjudged
		case f.Verdict == "FALSE":
			o.Verdict, o.Judgement = "FALSE", bench.Unjudged
		}
		if d != nil {
			for _, p := range d.Phases {
				o.Phases = append(o.Phases, bench.Stat{Name: p.Name, Value: p.Seconds})
			}
		}
		if err := bench.Record(s, i, o, d); err != nil {
			return err
		}
	}
	if !ended {
		return nil
	}
	return s.End(time.Now())
}

// Close closes the store, if there is one.
func (s *checkStore) Close() error {
	if s == nil {
		return nil
	}
	return s.Store.Close()
}
