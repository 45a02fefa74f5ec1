package bench

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
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

// Kept are the keys of the result files of a run, in the order of Outcomes; "" where there is none.
func (s *Store) Kept(run int64) (keys []string, err error) {
	rows, err := s.db.Query("SELECT coalesce(result.key, '') FROM member LEFT JOIN result USING (key) WHERE run = ? ORDER BY position", run)
	if err != nil {
		return nil, s.failed(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}

// Result is the result file of an outcome, with the texts of its files; nil if the store has none.
func (s *Store) Result(key string) (*resultfile.Document, error) {
	var text []byte
	switch err := s.db.QueryRow("SELECT text FROM result WHERE key = ?", key).Scan(&text); {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, s.failed(err)
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

// Record adds an outcome to the run, at a position, and its result file, if there is one. It is for runs that are not a
// Pool's; no other run has the outcome.
func (s *Store) Record(position int, o Outcome, d *resultfile.Document) error {
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
	return s.add(strings.ToLower(rand.Text()), position, kept, o, result)
}
