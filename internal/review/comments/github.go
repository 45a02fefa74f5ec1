package comments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// API is the part of GitHub's REST API that is used, about one pull request.
type API struct {
	Base   string // https://api.github.com
	Token  string
	Repo   string // OWNER/NAME
	Number int
	HTTP   *http.Client // nil is http.DefaultClient
}

// Refusal is an answer that is none of success.
type Refusal struct {
	What    string
	Status  int
	Message string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s: GitHub answers %d: %s", r.What, r.Status, strings.Join(strings.Fields(r.Message), " "))
}

// forbidden says that an error is a lack of rights, as in a workflow for a pull request from a fork.
func forbidden(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && (r.Status == http.StatusForbidden || r.Status == http.StatusUnauthorized || r.Status == http.StatusNotFound)
}

// invalid says that an error is about what was sent.
func invalid(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Status == http.StatusUnprocessableEntity
}

// mostAnswer bounds the bytes of an answer, mostPages the pages of a list.
const (
	mostAnswer = 64 << 20
	mostPages  = 100
	pageSize   = 100
)

// call makes one request. in and out may be nil.
func (a *API) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(a.Base, "/")+"/repos/"+a.Repo+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/vnd.github+json")
	req.Header.Set("X-GitHub-Api-Version", "2022-11-28")
	req.Header.Set("Authorization", "Bearer "+a.Token)
	client := a.HTTP
	if client == nil {
		client = http.DefaultClient
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if err != nil {
		return err
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		var m struct{ Message string }
		if json.Unmarshal(text, &m) != nil || m.Message == "" {
			m.Message = http.StatusText(res.StatusCode)
		}
		return &Refusal{method + " " + path, res.StatusCode, m.Message}
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// all reads a list of many pages.
func all[T any](ctx context.Context, a *API, path string) (list []T, err error) {
	for page := 1; page <= mostPages; page++ {
		var some []T
		if err := a.call(ctx, http.MethodGet, fmt.Sprintf("%s?per_page=%d&page=%d", path, pageSize, page), nil, &some); err != nil {
			return nil, err
		}
		if list = append(list, some...); len(some) < pageSize {
			break
		}
	}
	return list, nil
}

// comment is a comment as GitHub has it.
type comment struct {
	ID   int64
	User struct{ Login string }
	Line *int
	Body string
}

func (a *API) comments(ctx context.Context, path string) ([]Comment, error) {
	list, err := all[comment](ctx, a, path)
	var ours []Comment
	for _, c := range list {
		o := Comment{ID: c.ID, Author: c.User.Login, Body: c.Body}
		if c.Line != nil {
			o.Line = *c.Line
		}
		ours = append(ours, o)
	}
	return ours, err
}

// diff has the lines that comments may be at. Files whose changes GitHub does not show, since they are large, have none.
func (a *API) diff(ctx context.Context) (Diff, error) {
	type file struct{ Filename, Status, Patch string }
	files, err := all[file](ctx, a, fmt.Sprintf("/pulls/%d/files", a.Number))
	d := Diff{}
	for _, f := range files {
		if f.Status == "removed" || f.Patch == "" {
			continue
		}
		one, err := ReadDiff(strings.NewReader("+++ " + strconv.Quote("b/"+f.Filename) + "\n" + f.Patch + "\n"))
		if err != nil {
			continue // as if it were not shown
		}
		for name, lines := range one {
			d[name] = lines
		}
	}
	return d, err
}
