package check

import (
	"archive/tar"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"craig/internal/git"
)

// Revision is the state of a repository at a revision of git, in a folder of its own.
type Revision struct {
	Name   string
	folder string // of our own, to be removed
	here   string // what the working directory is there
}

// Checkout gets the files of the repository that dir is in, as they were at a revision. The folder has nothing else:
// generated headers are looked for where they are now.
func Checkout(ctx context.Context, dir, rev string) (*Revision, error) {
	root, err := git.Root(ctx, dir)
	if err == nil {
		err = git.Known(ctx, dir, rev)
	}
	if err != nil {
		return nil, err
	}
	cwd, err := os.Getwd()
	if err == nil {
		cwd, err = filepath.EvalSymlinks(cwd)
	}
	if err != nil {
		return nil, err
	}
	r := &Revision{Name: rev}
	if r.folder, err = os.MkdirTemp("", "craig"); err != nil {
		return nil, err
	}
	to := r.folder
	r.here = r.folder
	if down, err := filepath.Rel(root, cwd); err == nil && filepath.IsLocal(down) {
		r.here = filepath.Join(r.folder, down)
	} else if down, err := filepath.Rel(cwd, root); err == nil && filepath.IsLocal(down) {
		to = filepath.Join(r.folder, down)
	}
	pipe, w := io.Pipe()
	go func() { w.CloseWithError(git.Archive(ctx, root, rev, w)) }()
	if err := extract(pipe, to); err != nil {
		r.Remove()
		return nil, err
	}
	return r, os.MkdirAll(r.here, 0o777)
}

// extract writes the files of an archive below a folder; links and what would lie elsewhere are left out.
func extract(from io.Reader, folder string) error {
	t := tar.NewReader(from)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) {
			continue
		}
		name := filepath.Join(folder, h.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, t)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}

// Remove removes the folder.
func (r *Revision) Remove() { os.RemoveAll(r.folder) }

// Path is the name of a file there.
func (r *Revision) Path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(r.here, file)
}

// Here is the working directory there.
func (r *Revision) Here() string { return r.here }

// Unit is u there: the same names, and folders of headers as they are now after all others.
func (r *Revision) Unit(u *Unit) *Unit {
	old := &Unit{File: u.File, Flags: append([]string{}, u.Flags...)}
	here, err := os.Getwd()
	if err != nil {
		return old
	}
	folders := []string{filepath.Dir(u.File)}
	for i, f := range u.Flags {
		if f == "-I" && i+1 < len(u.Flags) {
			folders = append(folders, u.Flags[i+1])
		}
	}
	for _, f := range folders {
		if !filepath.IsAbs(f) {
			old.Flags = append(old.Flags, "-I", filepath.Join(here, f))
		}
	}
	return old
}
