package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"craig/internal/check"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
)

// Project looks at the functions of the files of a folder.
type Project interface {
	// Functions lists the functions of a file. An error is for the user to read.
	Functions(ctx context.Context, file string) ([]cfront.Function, error)
	// Check looks at the functions of a file, or at one of them.
	Check(ctx context.Context, file, function string, watch Watch) (*check.Report, error)
	// Story writes down a finding's execution for people, and names the file.
	Story(g *check.Finding) (string, error)
	Close()
}

// Watch is told what happens while a file is looked at; see check.Options.
type Watch struct {
	Progress func(check.Progress)
	OnResult func(*check.Function, *resultfile.Document)
	OnDone   func(*check.Function, []*check.Finding)
}

// When files are looked at.
const (
	OnSave = "save"
	OnOpen = "open" // and when they are saved
	Never  = "never"
)

// Settings are what the editor's user has chosen. Those that are missing are as on the command line.
type Settings struct {
	Run        string   `json:"run"`
	Timeout    string   `json:"timeout"`
	Properties []string `json:"properties"`
	Options    []string `json:"options"` // of craig verify
	Jobs       int      `json:"jobs"`
	InlayHints bool     `json:"inlayHints"` // contracts that were inferred stand in the text
}

// read takes over the settings of a message, of which all or some may be missing.
func (s *Settings) read(text json.RawMessage) error {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	set := *s
	if err := d.Decode(&set); err != nil {
		return err
	}
	if !slices.Contains([]string{OnSave, OnOpen, Never}, set.Run) {
		return fmt.Errorf("run is %q, and not save, open or never", set.Run)
	}
	if set.Timeout != "" {
		if d, err := time.ParseDuration(set.Timeout); err != nil || d <= 0 {
			return fmt.Errorf("timeout is %q, and not a time such as 10s", set.Timeout)
		}
	}
	if set.Jobs < 0 {
		return errors.New("jobs is a number from 1, or 0 for one for each processor")
	}
	*s = set
	return nil
}

// listed is a function that has a code lens.
type listed struct {
	name string
	line int
}

// unit is what came of looking at a C file.
type unit struct {
	text      map[string][]string // of each file that something is about, as it was
	functions map[string]*outcome
	findings  []*check.Finding // each once, though several functions may lead to it
	skipped   []check.Skipped
}

// outcome is what came of one function.
type outcome struct {
	function *check.Function
	document *resultfile.Document // nil if there is none
}

// lines are those of a file as it was when it was looked at.
func (u *unit) lines(path string) []string {
	path = absolute(path)
	list, ok := u.text[path]
	if !ok {
		list = fileLines(path)
		u.text[path] = list
	}
	return list
}
