package serve

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"craig/internal/bench"

	"craig/internal/pattern"
	"craig/internal/report"
	g "maragu.dev/gomponents"
)

// Store is a file with runs of craig bench and craig check that was named when the server was started. Requests name
// it by its number, and what is in it by the numbers and keys that it has.
type Store struct {
	Name  string // for people
	Store bench.Store
}

//go:embed results.html
var resultsText string

//go:embed results.js
var resultsScript []byte

//go:embed results.css
var resultsStyle string

func (s *server) results(w http.ResponseWriter, r *http.Request) {
	servePage(w, "craig: results", resultsStyle, g.Raw(resultsText))
}

// aRun is a run as the page lists it.
type aRun struct {
	ID      int64          `json:"id"`
	Began   string         `json:"began"`
	Ended   bool           `json:"ended"`
	Command string         `json:"command"`
	Version string         `json:"version"`
	Machine string         `json:"machine"`
	Tasks   int            `json:"tasks"`
	Judged  map[string]int `json:"judged"`
	CPU     float64        `json:"cpu"`
}

// hold waits until an answer out of a store may be made; they can be large. The answer says whether that is so.
func (s *server) hold(r *http.Request) bool {
	select {
	case s.making <- struct{}{}:
		return true
	case <-r.Context().Done():
		return false
	}
}

// stores lists the runs of all stores.
func (s *server) stores(w http.ResponseWriter, r *http.Request) {
	if !s.hold(r) {
		return
	}
	defer func() { <-s.making }()
	type store struct {
		Name  string `json:"name"`
		Error string `json:"error,omitempty"`
		Runs  []aRun `json:"runs"`
	}
	list := []store{}
	for _, st := range s.o.Stores {
		one := store{Name: st.Name, Runs: []aRun{}}
		runs, err := st.Store.Runs()
		if err != nil {
			one.Error = "the store cannot be read" // the error has its path
		}
		for _, r := range runs {
			judged := map[string]int{}
			for j, n := range r.Judged {
				judged[j.String()] = n
			}
			one.Runs = append(one.Runs, aRun{r.ID, r.Began.Format(time.DateTime), !r.Ended.IsZero(), r.Command, r.Version, r.Machine, r.Tasks, judged, r.CPU.Seconds()})
		}
		list = append(list, one)
	}
	answer(w, http.StatusOK, list)
}

// store is the store that a request names.
func (s *server) store(w http.ResponseWriter, r *http.Request) (bench.Store, bool) {
	n, err := strconv.ParseUint(r.PathValue("store"), 10, 31)
	if err != nil || int(n) >= len(s.o.Stores) {
		refuse(w, http.StatusNotFound, "there is no such store")
		return nil, false
	}
	return s.o.Stores[n].Store, true
}

// outcomes are those of the run that a request names.
func (s *server) outcomes(w http.ResponseWriter, r *http.Request) (run bench.Run, list []bench.Outcome, keys []string, ok bool) {
	st, ok := s.store(w, r)
	if !ok {
		return run, nil, nil, false
	}
	id, err := strconv.ParseInt(r.PathValue("run"), 10, 64)
	runs, failed := st.Runs()
	i := slices.IndexFunc(runs, func(r bench.Run) bool { return r.ID == id })
	if err != nil || i < 0 {
		refuse(w, http.StatusNotFound, "there is no such run")
		return run, nil, nil, false
	}
	list, err = st.Outcomes(id)
	keys, other := st.Kept(id)
	if err != nil || failed != nil || other != nil {
		refuse(w, http.StatusInternalServerError, "the run cannot be read")
		return run, nil, nil, false
	}
	keys = append(keys, make([]string, len(list))...) // a run that goes on may have got more in between
	return runs[i], list, keys, true
}

// run has the outcomes of a run: set, task, property, column, judgement, verdict, detail, seconds on the wall and of
// processors, MiB, and the key of its result, or "".
func (s *server) run(w http.ResponseWriter, r *http.Request) {
	if !s.hold(r) {
		return
	}
	defer func() { <-s.making }()
	_, list, keys, ok := s.outcomes(w, r)
	if !ok {
		return
	}
	rows := make([][11]any, 0, len(list))
	for i, o := range list {
		rows = append(rows, [11]any{o.Task.Set, o.Task.Name, o.Task.PropertyName(), o.Column, o.Judgement.String(), o.Verdict, o.Detail, o.Wall.Seconds(), o.CPU.Seconds(), o.Memory >> 20, keys[i]})
	}
	answer(w, http.StatusOK, rows)
}

// report is the page of a run that craig results report writes.
func (s *server) report(w http.ResponseWriter, r *http.Request) {
	if !s.hold(r) {
		return
	}
	defer func() { <-s.making }()
	run, list, _, ok := s.outcomes(w, r)
	if !ok {
		return
	}
	p := &bench.ReportPage{Title: fmt.Sprintf("run %d", run.ID), Craig: run.Version, Runs: []bench.Run{run}, Outcomes: list}
	show(w, p.Write)
}

// kept is the page of a result of a store.
func (s *server) kept(w http.ResponseWriter, r *http.Request) {
	st, ok := s.store(w, r)
	if !ok || !s.hold(r) {
		return
	}
	defer func() { <-s.making }()
	key := r.PathValue("key")
	if !keyPattern.MatchString(key) {
		refuse(w, http.StatusNotFound, "that is no key")
		return
	}
	d, err := bench.Result(st, key)
	switch {
	case err != nil:
		refuse(w, http.StatusInternalServerError, "the result cannot be read")
	case d == nil:
		refuse(w, http.StatusNotFound, "the store has no such result")
	default:
		show(w, func(w io.Writer) error { return report.WriteHTML(w, d, report.PageExtras{}) })
	}
}

var keyPattern = pattern.New("^[0-9a-z]{1,128}$")

// maxPage bounds a page that is made out of a store.
const maxPage = 128 << 20

// show answers with a page that write writes.
func show(w http.ResponseWriter, write func(io.Writer) error) {
	b := &bounded{}
	if err := write(b); err != nil {
		refuse(w, http.StatusInternalServerError, "the page cannot be made")
		return
	}
	sealed(w)
	_, _ = w.Write(b.Bytes()) // that the client has gone is no harm
}

// bounded is a buffer that does not grow without bound.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxPage {
		return 0, errors.New("the page is too large")
	}
	return b.Buffer.Write(p)
}
