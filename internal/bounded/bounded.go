// Package bounded reads files that may have no end.
package bounded

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Most is the size of the largest file that ReadFile reads, and Large that of the largest compilation database.
const (
	Most  = 64 << 20
	Large = 1 << 30
)

// ReadFile reads a file of at most so many bytes, as os.ReadFile does. A larger one is an error: a device such as /dev/zero gives
// bytes without end.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// ErrTooLarge is the error of files that have more bytes than are read.
var ErrTooLarge = errors.New("the file is too large")
