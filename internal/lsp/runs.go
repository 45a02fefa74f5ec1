package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"craig/internal/check"
	"craig/internal/resultfile"
)

// running is a file, or a function of it, that is being looked at.
type running struct {
	cancel context.CancelFunc
	token  any // of its progress; nil if there is none
}

// refresh lists the functions of a file, and looks at all of them if it is to. What is running for it ends. The lock is
// held.
func (s *Server) refresh(f *file, look bool) {
	if f.run != nil {
		f.run.cancel()
	}
	ctx, cancel := context.WithCancel(s.ctx)
	r := &running{cancel: cancel}
	f.run = r
	s.work.Go(func() {
		defer cancel()
		s.listFunctions(ctx, f)
		if look {
			if err := s.look(ctx, r, f, "", nil); err != nil && !errors.Is(err, context.Canceled) {
				s.message(messageError, "craig: %s: %v", filepath.Base(f.path), err)
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if f.run == r {
			f.run = nil
		}
	})
}

// listFunctions finds out which functions a file has.
func (s *Server) listFunctions(ctx context.Context, f *file) {
	s.mu.Lock()
	project := s.project
	s.mu.Unlock()
	text := fileLines(f.path)
	list, err := project.Functions(ctx, f.path)
	if ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	f.trouble = ""
	if err != nil {
		f.trouble = err.Error()
	} else {
		f.list, f.listed = nil, text
		for _, fn := range list {
			if absolute(fn.Pos.File) == f.path {
				f.list = append(f.list, listed{fn.Name, fn.Pos.Line})
			}
		}
	}
	s.mu.Unlock()
	s.publish()
	s.refreshLenses()
}

// look looks at a file, or at one function of it, and shows what is found. token is the editor's for the progress, if
// it has given one. The error is that of ctx, or one for the user.
func (s *Server) look(ctx context.Context, r *running, f *file, function string, token json.RawMessage) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.turn }()
	show := s.beginProgress(ctx, r, f, function, token)
	again := &unit{text: map[string][]string{}, functions: map[string]*outcome{}}
	again.lines(f.path)
	s.mu.Lock()
	project := s.project
	s.mu.Unlock()
	var found struct {
		sync.Mutex // functions are looked at side by side
		documents  map[*check.Function]*resultfile.Document
	}
	found.documents = map[*check.Function]*resultfile.Document{}
	report, err := project.Check(ctx, f.path, function, Watch{
		Progress: show.tell,
		OnResult: func(fn *check.Function, d *resultfile.Document) {
			found.Lock()
			defer found.Unlock()
			found.documents[fn] = d
		},
		OnDone: func(fn *check.Function, findings []*check.Finding) { // what is known of a function is shown before others have ended
			found.Lock()
			one := &unit{text: maps.Clone(again.text), functions: map[string]*outcome{fn.Name: {fn, found.documents[fn]}}, findings: findings}
			found.Unlock()
			s.mu.Lock()
			changed := len(findings) > 0 || f.unit != nil
			if ctx.Err() == nil {
				f.unit = f.unit.join(one)
			}
			s.mu.Unlock()
			if changed {
				s.publish()
			}
		},
	})
	documents := found.documents
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		show.end("stopped")
		return err
	}
	open, same := 0, 0
	for _, fn := range report.Functions {
		if fn.Cached {
			same++
		}
		again.functions[fn.Name] = &outcome{fn, documents[fn]}
	}
	for _, g := range report.Findings {
		again.findings = append(again.findings, g)
		if g.Accepted == "" {
			open++
		}
		again.lines(g.File)
	}
	again.skipped = report.Skipped
	s.mu.Lock()
	if function == "" {
		f.unit = again
	} else {
		f.unit = f.unit.join(again)
	}
	s.mu.Unlock()
	s.publish()
	s.refreshLenses()
	show.end(fmt.Sprintf("%d functions, %d findings, %d as before", len(report.Functions), open, same))
	return nil
}

// progress shows a run in the editor.
type progress struct {
	s    *Server
	r    *running
	last time.Time
}

// beginProgress begins to show a run, if the editor can.
func (s *Server) beginProgress(ctx context.Context, r *running, f *file, function string, token json.RawMessage) *progress {
	p := &progress{s: s, r: r}
	switch {
	case len(token) > 0:
		r.token = token
	case s.client.progress:
		s.mu.Lock()
		s.tokens++
		name := fmt.Sprintf("craig/%d", s.tokens)
		s.mu.Unlock()
		if err := s.conn.Call(ctx, "window/workDoneProgress/create", map[string]any{"token": name}, nil); err != nil {
			return p
		}
		r.token = name
	default:
		return p
	}
	s.mu.Lock()
	s.runs[tokenKey(r.token)] = r
	s.mu.Unlock()
	title := "craig: " + filepath.Base(f.path)
	if function != "" {
		title = "craig: " + function
	}
	p.send(map[string]any{"kind": "begin", "title": title, "cancellable": true, "percentage": 0})
	return p
}

// tokenKey is a token as a key: the editor may give a number or a text.
func tokenKey(token any) string {
	text, _ := json.Marshal(token) // a text, or what came as JSON
	return string(text)
}

// tell shows how far the run is, but not many times a second.
func (p *progress) tell(now check.Progress) {
	if p.r.token == nil || time.Since(p.last) < 100*time.Millisecond {
		return
	}
	p.last = time.Now()
	percent := 0
	if now.Phase == "check" {
		percent = 100 * now.Done / max(now.Total, 1)
	}
	p.send(map[string]any{"kind": "report", "message": fmt.Sprintf("%s %d/%d %s", now.Phase, now.Done, now.Total, now.Now), "percentage": percent})
}

func (p *progress) end(text string) {
	if p.r.token == nil {
		return
	}
	p.s.mu.Lock()
	delete(p.s.runs, tokenKey(p.r.token))
	p.s.mu.Unlock()
	p.send(map[string]any{"kind": "end", "message": text})
}

func (p *progress) send(value any) {
	p.s.notify("$/progress", map[string]any{"token": p.r.token, "value": value})
}

// cancelProgress ends the run that the editor shows.
func (s *Server) cancelProgress(_ context.Context, p struct {
	Token json.RawMessage `json:"token"`
}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.runs[tokenKey(p.Token)]; r != nil {
		r.cancel()
	}
	return nil, nil
}

// refreshHints has the editor ask for inlay hints again, if it can.
func (s *Server) refreshHints() {
	if s.client.refreshHints {
		s.work.Go(func() {
			_ = s.conn.Call(s.ctx, "workspace/inlayHint/refresh", nil, nil) // an editor that does not is no harm
		})
	}
}

// refreshLenses has the editor ask for code lenses and inlay hints again, if it can.
func (s *Server) refreshLenses() {
	s.refreshHints()
	if !s.client.refresh {
		return
	}
	s.work.Go(func() {
		_ = s.conn.Call(s.ctx, "workspace/codeLens/refresh", nil, nil) // an editor that does not is no harm
	})
}

// invalid is an error in the parameters of a request.
func invalid(format string, args ...any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
