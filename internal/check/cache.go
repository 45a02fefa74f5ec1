package check

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"craig/internal/resultfile"
)

// Cache is a folder with what came of functions before, a file for each. A file is written elsewhere and then renamed,
// so that of two runs at once one writes all of it. Its contents are checked against a hash when it is read; and what it
// says is evidence, which the certifier has to accept for the program as it is. Only which functions a unit has, and that something
// could not be decided, is taken as it is, if nothing has changed on which that depends. A nil Cache keeps nothing.
type Cache struct {
	Dir     string
	Version string // of craig: a hash of the program itself

	Damaged atomic.Int64 // files that were not what was written
}

// cacheHead begins every file; the format has a number.
const cacheHead = "craig check 1\n"

// maxKept bounds what is kept of one function, in bytes of JSON.
const maxKept = 16 << 20

// memory is what is kept of a function.
type memory struct {
	Key    string // of all that it depended on
	Rounds []remembered
}

// remembered is a round: a document, or why there was none.
type remembered struct {
	Document     *resultfile.Document `json:",omitempty"`
	None         Skipped              `json:",omitzero"`
	Confirmation string               `json:",omitempty"`
	Said         string               `json:",omitempty"`

	With   []string `json:",omitempty"` // the files besides that of the unit which it is about
	Flags  []string `json:",omitempty"` // and the options with which it was looked at then, if they are not those of the unit
	Linked string   `json:",omitempty"` // why the bodies of functions in other files say no more of it
}

// file is where a function is kept, by where it is and what is asked of it.
func (c *Cache) file(f *Function, asked []string) string {
	unit, err := filepath.Abs(f.Unit.File)
	if err != nil {
		unit = f.Unit.File
	}
	name := digest(append([]string{unit, f.Name}, asked...)...)
	return filepath.Join(c.Dir, name[:2], name[2:])
}

// unit is where the functions of a unit are kept: by where it is read, how, and by which craig.
func (c *Cache) unit(here string, args []string) string {
	name := digest(append([]string{"unit", c.Version, here}, args...)...)
	return filepath.Join(c.Dir, name[:2], name[2:])
}

// key is a hash of all that decides what comes of a function: what it is, how it is looked at, and by which craig.
func (c *Cache) key(f *Function, args []string) string {
	return digest(slices.Concat([]string{c.Version, f.Key}, f.transitiveKey, args)...)
}

// digest is a hash of texts, wherever they end.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d %s\n", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// find is what was kept in a file; nil if there is nothing, or nothing that can be used.
func (c *Cache) find(file string) *memory { return find[memory](c, file) }

// find is what was kept in a file, as it was given to keep.
func find[T any](c *Cache, file string) *T {
	if c == nil {
		return nil
	}
	text, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	m := new(T)
	if err := decode(text, m); err != nil {
		c.Damaged.Add(1)
		return nil
	}
	return m
}

// places has one for each file that is open at a time: with jobs elsewhere, thousands of functions are looked at at once.
var places = make(chan struct{}, 128)

// readFile is os.ReadFile, when there is a place.
func readFile(name string) ([]byte, error) {
	places <- struct{}{}
	defer func() { <-places }()
	return os.ReadFile(name)
}

// decode reads the contents of a file.
func decode(text []byte, m any) error {
	rest, ok := bytes.CutPrefix(text, []byte(cacheHead))
	if !ok || len(rest) < sha256.Size {
		return errors.New("not a file of this format")
	}
	sum, packed := rest[:sha256.Size], rest[sha256.Size:]
	if is := sha256.Sum256(packed); !slices.Equal(sum, is[:]) {
		return errors.New("not what was written")
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	return json.NewDecoder(io.LimitReader(z, 2*maxKept)).Decode(m)
}

// keep writes what came of a function, or of reading a unit, to its file. An error is no harm: the next run has to look again.
func (c *Cache) keep(file string, m any) error {
	if c == nil {
		return nil
	}
	text, err := json.Marshal(m)
	if err != nil || len(text) > maxKept {
		return err
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	sum := sha256.Sum256(packed.Bytes())
	places <- struct{}{}
	defer func() { <-places }()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), "new")
	if err != nil {
		return err
	}
	_, err = tmp.Write(slices.Concat([]byte(cacheHead), sum[:], packed.Bytes()))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}
