package source

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"craig/internal/program/ir"
)

// maxFile bounds the size of one file in bytes.
const maxFile = 64 << 20

// Files is where C files and headers are read from. Each is read once: whoever asks again gets
// the same text, even if the file has changed in between. It may be used concurrently. The zero
// value reads the host's files.
type Files struct {
	fsys fs.FS

	mu     sync.Mutex
	sealed atomic.Bool // not under mu, which is held while a file is read
	texts  map[string]text

	lacks map[string]bool // names of files that were looked for and are not there
}

// text is a file that has been read.
type text struct {
	data []byte
	info fs.FileInfo
}

// NewFiles returns the files of fsys; nil is the host's file system. Absolute names, as those of
// the host's headers, are always the host's.
func NewFiles(fsys fs.FS) *Files { return &Files{fsys: fsys} }

// Seal has f read nothing from now on but what Give was told of: no file of the host, by whatever name.
func (f *Files) Seal() { f.sealed.Store(true) }

// closed says whether f is sealed.
func (f *Files) closed() bool { return f.sealed.Load() }

// Source is a C file as it was read.
type Source struct {
	Name   string
	Text   []byte
	SHA256 string // of Text, in hexadecimal
}

// Sources reads the files of one program. The error is an *Error.
func (f *Files) Sources(names ...string) ([]Source, error) {
	list := make([]Source, 0, len(names))
	for _, name := range names {
		text, err := f.Read(name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		list = append(list, Source{Name: name, Text: text, SHA256: hex.EncodeToString(sum[:])})
	}
	return list, nil
}

// Read returns the text of a file, which must not be changed. The error is an *Error.
func (f *Files) Read(name string) ([]byte, error) {
	t, err := f.read(name)
	return t.data, err
}

// Give takes data for the file of that name, which is not read then.
func (f *Files) Give(name string, data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.texts == nil {
		f.texts = map[string]text{}
	}
	f.texts[name] = text{data: data, info: given{name, int64(len(data))}}
}

// given describes a file that Give was told of.
type given struct {
	name string
	size int64
}

func (g given) Name() string       { return g.name }
func (g given) Size() int64        { return g.size }
func (g given) Mode() fs.FileMode  { return 0o444 }
func (g given) ModTime() time.Time { return time.Time{} }
func (g given) IsDir() bool        { return false }
func (g given) Sys() any           { return nil }

func (f *Files) read(name string) (text, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t, ok := f.texts[name]; ok {
		return t, nil
	}
	t, err := f.load(name)
	if err != nil {
		return t, err
	}
	if f.texts == nil {
		f.texts = map[string]text{}
	}
	f.texts[name] = t
	return t, nil
}

// load reads a file of the user's.
func (f *Files) load(name string) (t text, err error) {
	file, err := f.open(name)
	if err != nil {
		return t, unreadable(name, err)
	}
	defer file.Close()
	t.info, err = file.Stat()
	switch {
	case err != nil:
		return t, unreadable(name, err)
	case t.info.IsDir():
		return t, unreadable(name, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR})
	case t.info.Size() > maxFile:
		return t, tooBig(name)
	}
	t.data, err = io.ReadAll(io.LimitReader(file, maxFile+1)) // a pipe has no size
	switch {
	case err != nil:
		return t, unreadable(name, err)
	case len(t.data) > maxFile:
		return t, tooBig(name)
	}
	return t, nil
}

func (f *Files) open(name string) (fs.File, error) {
	if f.closed() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if f.fsys == nil || filepath.IsAbs(name) {
		return os.Open(name)
	}
	return f.fsys.Open(path.Clean(filepath.ToSlash(name)))
}

// stat describes a file; one that has been read is as it was then.
func (f *Files) stat(name string) (fs.FileInfo, error) {
	f.mu.Lock()
	t, ok := f.texts[name]
	f.mu.Unlock()
	switch {
	case ok:
		return t.info, nil
	case f.closed():
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	case f.fsys == nil || filepath.IsAbs(name):
		info, err := os.Stat(name)
		if err != nil || info.IsDir() {
			f.lack(name)
		}
		return info, err
	}
	return fs.Stat(f.fsys, path.Clean(filepath.ToSlash(name)))
}

func (f *Files) lack(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lacks == nil {
		f.lacks = map[string]bool{}
	}
	f.lacks[name] = true
}

// Inputs are what reading has depended on, of the host's files: their names, with hashes of their texts, "" where there
// is none. While they are the same, reading the same again gives the same.
func (f *Files) Inputs() map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	in := map[string]string{}
	for name := range f.lacks {
		in[name] = ""
	}
	for name, t := range f.texts {
		sum := sha256.Sum256(t.data)
		in[name] = hex.EncodeToString(sum[:])
	}
	return in
}

func tooBig(name string) *Error {
	return &Error{Pos: ir.Pos{File: name}, Msg: fmt.Sprintf("larger than %d MiB", maxFile>>20), Hint: "is it a C file?"}
}

func unreadable(name string, err error) *Error {
	msg, hint := err.Error(), ""
	var p *fs.PathError
	if errors.As(err, &p) {
		msg = p.Err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint = "check the name"
	case errors.Is(err, syscall.EISDIR):
		hint = "name the C files in it"
	case errors.Is(err, fs.ErrPermission):
		hint = "check its permissions"
	}
	return &Error{Pos: ir.Pos{File: name}, Msg: msg, Hint: hint, IO: err}
}
