package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"craig/internal/work"
)

// bundle is a job with the files that it needs, by their contents, as it travels to a worker. Absolute paths in it
// begin with rootMark, for which each worker has a folder of its own.
type bundle struct {
	All   string `json:",omitempty"` // the content that the whole bundle is, if it is large; the rest is empty then
	Here  bool   `json:",omitempty"` // the worker is in our process, and the files are where they are
	Job   work.Job
	In    string    `json:",omitempty"` // the content that Job.In is, if that is not in Job itself
	Files []bundled `json:",omitempty"`
}

// bundled is a file of a bundle.
type bundled struct {
	Path    string // rootMark, then the absolute path that it has where the job comes from
	Content string // its SHA-256
}

// rootMark stands for the folder that a worker unpacks into. No argument has it in front.
const rootMark = "\x00"

// pack makes the bundle of a job, and puts its files where workers find them. What cannot be read is
// left out: the job says then what is missing.
func (p *Publisher) pack(ctx context.Context, j work.Job) ([]byte, error) {
	b := bundle{Here: p.q.Inside(), Job: j}
	if len(j.In) > large {
		var err error
		if b.In, err = p.q.Put(ctx, j.In); err != nil {
			return nil, err
		}
		b.Job.In = nil
	}
	if b.Here {
		return json.Marshal(b)
	}
	dir, err := filepath.Abs(j.Dir)
	if err != nil {
		return nil, err
	}
	args, files := markPaths(dir, j.Args, j.Files)
	b.Job.Args, b.Job.Dir, b.Job.Files = args, rootMark+dir, nil
	seen := map[string]bool{}
	for _, name := range files {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		name = filepath.Clean(name)
		if seen[name] {
			continue
		}
		seen[name] = true
		data, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		sum := sumOf(data)
		p.mu.Lock()
		there := p.sent[sum]
		p.mu.Unlock()
		if !there {
			if _, err := p.q.Put(ctx, data); err != nil {
				return nil, err
			}
			p.mu.Lock()
			p.sent[sum] = true
			p.mu.Unlock()
		}
		b.Files = append(b.Files, bundled{rootMark + name, sum})
	}
	body, err := json.Marshal(b)
	if err == nil && len(body) > large { // thousands of headers
		if b.All, err = p.q.Put(ctx, body); err == nil {
			return json.Marshal(bundle{All: b.All})
		}
	}
	return body, err
}

// markPaths marks the arguments that are absolute paths of files or folders here, and adds all files that arguments
// name to a list. Relative ones stay as they are: the job runs in the folder that they are relative to.
func markPaths(dir string, args, files []string) (marked, all []string) {
	marked, all = slices.Clone(args), slices.Clone(files)
	for i, a := range args {
		option, value := "", a
		switch name, v, ok := strings.Cut(a, "="); {
		case ok && strings.HasPrefix(a, "-"):
			option, value = name+"=", v
		case strings.HasPrefix(a, "-I") && len(a) > 2:
			option, value = "-I", a[2:]
		case strings.HasPrefix(a, "-"):
			continue
		}
		place := value
		if !filepath.IsAbs(place) {
			place = filepath.Join(dir, place)
		}
		info, err := os.Stat(place)
		if err != nil && filepath.IsAbs(value) { // FILE:LINE:PROPERTY
			if file, _, ok := strings.Cut(value, ":"); ok {
				info, err = os.Stat(file)
				place = file
			}
		}
		if err != nil || value == "" {
			continue
		}
		if info.Mode().IsRegular() {
			all = append(all, place)
		}
		if filepath.IsAbs(value) && (info.IsDir() || info.Mode().IsRegular()) {
			marked[i] = option + rootMark + value
		}
	}
	return marked, all
}

// unpack makes the files of a bundle under a folder, and returns the job that runs there.
func (b *bundle) unpack(ctx context.Context, root string, kept *cache) (work.Job, error) {
	j := b.Job
	place := func(path string) (string, error) {
		path, ok := strings.CutPrefix(path, rootMark)
		if !ok || !filepath.IsLocal(strings.TrimPrefix(filepath.ToSlash(path), "/")) {
			return "", fmt.Errorf("the job has a file %q outside its folder", path)
		}
		return filepath.Join(root, path), nil
	}
	for _, f := range b.Files {
		name, err := place(f.Path)
		if err != nil {
			return j, err
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return j, err
		}
		if err := kept.link(ctx, f.Content, name); err != nil {
			return j, err
		}
	}
	var err error
	if j.Dir, err = place(j.Dir); err != nil {
		return j, err
	}
	if err := os.MkdirAll(j.Dir, 0o777); err != nil {
		return j, err
	}
	j.In = b.rename(j.In, root)
	j.Args = slices.Clone(j.Args)
	for i, a := range j.Args {
		option, path, ok := strings.Cut(a, rootMark)
		if !ok {
			continue
		}
		name, err := place(rootMark + path)
		if err != nil {
			return j, err
		}
		file, _, _ := strings.Cut(path, ":")
		if _, err := os.Stat(filepath.Join(root, file)); err == nil {
			j.Args[i] = option + name
			continue
		}
		if _, err := os.Stat(name); err != nil { // a folder of which the job needs nothing
			if err := os.MkdirAll(name, 0o777); err != nil {
				return j, err
			}
		}
		j.Args[i] = option + name
	}
	return j, nil
}

// rename gives files of the bundle, and folders that they are in, the names that they have under a folder, where they are strings of
// JSON: a result file names what it speaks of.
func (b *bundle) rename(in []byte, root string) []byte {
	if len(in) == 0 {
		return in
	}
	var pairs []string
	seen := map[string]bool{}
	for _, f := range b.Files {
		for path := strings.TrimPrefix(f.Path, rootMark); path != filepath.Dir(path) && !seen[path]; path = filepath.Dir(path) {
			seen[path] = true
			pairs = append(pairs, string(quoted(path)), string(quoted(filepath.Join(root, path))))
		}
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(in)))
}

// quoted is a path as JSON writes it.
func quoted(path string) []byte {
	text, _ := json.Marshal(path)
	return text
}

// cache keeps files by their SHA-256 in a folder, so that a worker fetches each once.
type cache struct {
	folder string
	from   *Queue
	mu     sync.Mutex // one fetch at a time: jobs that follow each other share files
}

// link makes the file name with a content.
func (c *cache) link(ctx context.Context, sum, name string) error {
	kept := filepath.Join(c.folder, filepath.Base(sum))
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := os.Stat(kept); err != nil {
		data, err := c.from.Get(ctx, sum)
		if err != nil {
			return err
		}
		if err := os.WriteFile(kept+".part", data, 0o444); err != nil {
			return errors.Join(err, os.Remove(kept+".part"))
		}
		if err := os.Rename(kept+".part", kept); err != nil {
			return err
		}
	}
	return os.Link(kept, name)
}
