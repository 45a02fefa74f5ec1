package bench

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"craig/internal/resultfile"
)

// Bounds of what is kept of one result file with its sources, in bytes: as it is in the store, and unpacked.
const (
	maxPacked   = 4 << 20
	maxUnpacked = 256 << 20
)

// packed is a result file with the texts of its files; nil for those that were not what the result is of any more.
type packed struct {
	Document json.RawMessage
	Texts    [][]byte
}

// pack is a result file for the store, so that its page can be made when the files are others; nil if it is too large.
func pack(document []byte, d *resultfile.Document) []byte {
	p := packed{Document: document}
	for _, f := range d.Files {
		text := f.Text
		if text == nil {
			text, _ = os.ReadFile(f.Name) // a file that cannot be read has no text in the page
		}
		if text != nil && fmt.Sprintf("%x", sha256.Sum256(text)) != f.SHA256 {
			text = nil
		}
		p.Texts = append(p.Texts, text)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(p), z.Close()); err != nil || b.Len() > maxPacked {
		return nil
	}
	return b.Bytes()
}

// Result is the result file of an outcome, with the texts of its files; nil if the store has none.
func Result(s Store, key string) (*resultfile.Document, error) {
	text, err := s.Packed(key)
	if text == nil || err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the result with key %s in the store: %w", key, err)
	}
	var p packed
	d := &resultfile.Document{}
	err = json.NewDecoder(io.LimitReader(z, maxUnpacked)).Decode(&p)
	if err == nil {
		err = json.Unmarshal(p.Document, d)
	}
	if err != nil {
		return nil, fmt.Errorf("the result with key %s in the store: %w", key, err)
	}
	for i := range d.Files {
		if i < len(p.Texts) {
			d.Files[i].Text = p.Texts[i]
		}
	}
	return d, nil
}

// Record adds an outcome to the run of a store, at a position, and its result file, if there is one. It is for runs that are not a
// Pool's; no other run has the outcome.
func Record(s Store, position int, o Outcome, d *resultfile.Document) error {
	var result []byte
	if d != nil {
		text, err := json.Marshal(d)
		if err != nil {
			return err
		}
		result = pack(text, d)
	}
	kept := o
	kept.Task, kept.Column = Task{}, ""
	return s.Add(strings.ToLower(rand.Text()), position, kept, o, result)
}
