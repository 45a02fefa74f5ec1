package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// stream tells a client what next gives, as server-sent events, until next says that there is no more. more says that
// next is to be asked again at once, and not only when some time has gone or done is closed.
func (s *server) stream(w http.ResponseWriter, r *http.Request, done <-chan struct{}, next func() (event string, more, end bool)) {
	select {
	case s.followers <- struct{}{}:
		defer func() { <-s.followers }()
	default:
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusServiceUnavailable, "too many are watching")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	c := http.NewResponseController(w)
	if c.SetReadDeadline(time.Time{}) != nil { // that of the request would end this too
		return
	}
	tick := time.NewTicker(s.limits.tick)
	defer tick.Stop()
	for {
		event, more, end := next()
		if c.SetWriteDeadline(time.Now().Add(s.limits.answer)) != nil {
			return
		}
		if _, err := w.Write([]byte(event)); err != nil || c.Flush() != nil || end {
			return
		}
		if more && r.Context().Err() == nil {
			continue
		}
		select {
		case <-tick.C:
		case <-done:
			done = nil
		case <-r.Context().Done():
			return
		}
	}
}

// data is an event with a value.
func data(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers
	}
	return fmt.Sprintf("data: %s\n\n", text)
}

// follow tells how a job goes.
func (s *server) follow(w http.ResponseWriter, r *http.Request) {
	j := s.find(w, r)
	if j == nil {
		return
	}
	s.stream(w, r, j.ended, func() (string, bool, bool) {
		st := j.state()
		return data(st), false, st.Done
	})
}

// followAll tells how all jobs go: first of each, then of those of which there is something new. A page needs no more
// connections than that, whatever there is to do: browsers have few for one server.
func (s *server) followAll(w http.ResponseWriter, r *http.Request) {
	told := map[string]string{}
	s.stream(w, r, nil, func() (string, bool, bool) {
		events := ""
		for _, st := range s.jobs.list() {
			if event := data(st); told[st.ID] != event {
				told[st.ID] = event
				events += event
			}
		}
		if events == "" {
			events = ": nothing new\n\n" // finds out that a client has gone
		}
		return events, false, false
	})
}

// followSearch tells the search of a job, from its beginning, or from where a client that comes back has been; at the end
// there is an event with the name end.
func (s *server) followSearch(w http.ResponseWriter, r *http.Request) {
	j := s.find(w, r)
	if j == nil {
		return
	}
	at := 0
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		var err error
		if at, err = strconv.Atoi(id); err != nil {
			refuse(w, http.StatusBadRequest, "Last-Event-ID is not one that was told")
			return
		}
	}
	s.stream(w, r, j.ended, func() (string, bool, bool) {
		batch, next, done := j.searched(at)
		at = next
		switch {
		case batch != nil:
			return fmt.Sprintf("id: %d\ndata: %s\n\n", at, batch), true, false
		case done:
			return "event: end\ndata: {}\n\n", false, true
		}
		return ": nothing new\n\n", false, false
	})
}

// searched is a batch of the search, where the next one begins, and whether the job is done.
func (j *job) searched(at int) (batch []byte, next int, done bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	batch, next = j.search.from(at)
	return batch, next, j.done
}
