package craig

import (
	"io/fs"
	"path"
	"strings"
	"time"
)

// textFile is an open file of Texts, and what describes it.
type textFile struct {
	*strings.Reader
	name string
}

func (f *textFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *textFile) Close() error               { return nil }

func (f *textFile) Name() string       { return path.Base(f.name) }
func (f *textFile) Size() int64        { return f.Reader.Size() }
func (f *textFile) Mode() fs.FileMode  { return 0o444 }
func (f *textFile) ModTime() time.Time { return time.Time{} }
func (f *textFile) IsDir() bool        { return false }
func (f *textFile) Sys() any           { return nil }
