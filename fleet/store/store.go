// Package store keeps outcomes of package bench in an SQLite database.
package store

import (
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	sqlite "modernc.org/sqlite" // registers the driver

	"craig/internal/bench"
)

// sqlStore is a Store in an SQLite database.
type sqlStore struct {
	db      *sql.DB
	file    string
	reading bool   // nothing may be written
	run     int64  // that Begin has made; 0 if none
	name    string // given to the store when it was made, at random
}

// The marks of a database that is a store, and of the layout of its tables.
const (
	storeMark   = 0x63726169 // "crai"
	storeLayout = 1
)

// storeTables are the tables. An outcome is what a worker did, whatever it is called in the runs that
// it belongs to; a member is an outcome's place in a run, with the judgement there.
const storeTables = `
CREATE TABLE store (name TEXT NOT NULL);
CREATE TABLE run (
	id INTEGER PRIMARY KEY,
	began TEXT NOT NULL,   -- RFC 3339, UTC
	ended TEXT,            -- NULL: interrupted, or still running
	command TEXT NOT NULL,
	version TEXT NOT NULL,
	machine TEXT NOT NULL
);
CREATE TABLE outcome (
	key TEXT PRIMARY KEY,  -- SHA-256 over what the outcome depends on
	verdict TEXT NOT NULL,
	reason TEXT NOT NULL,
	wall_s REAL NOT NULL,
	cpu_s REAL NOT NULL,
	memory_b INTEGER NOT NULL,
	worker TEXT NOT NULL,  -- the machine and process that had the task
	body TEXT NOT NULL     -- all of it, as JSON
) WITHOUT ROWID;
CREATE TABLE member (
	run INTEGER NOT NULL REFERENCES run,
	position INTEGER NOT NULL,
	task_set TEXT NOT NULL,
	task TEXT NOT NULL,
	property TEXT NOT NULL,
	column_name TEXT NOT NULL,
	judgement TEXT NOT NULL,
	detail TEXT NOT NULL,
	place TEXT NOT NULL,   -- the task, as JSON
	key TEXT NOT NULL REFERENCES outcome,
	PRIMARY KEY (run, position)
) WITHOUT ROWID;
`

// storeResults has result files, as bench.Record and bench.Pool make them. Stores of earlier versions are given one.
const storeResults = "TABLE IF NOT EXISTS result (key TEXT PRIMARY KEY REFERENCES outcome, text BLOB NOT NULL) WITHOUT ROWID"

// Open opens the store in the file name, which is made if it does not exist. A store of craig, which is no database, stays what it
// is. A file that is something else, of another layout or damaged is a *bench.StoreError, and is left as it is.
func Open(name string) (bench.Store, error) {
	if bench.HasLines(name) {
		return bench.OpenStore(name)
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: fmt.Errorf("its folder is not there: %w", errors.Unwrap(err))}
	}
	return openStore(name, false, url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)"}, "_txlock": {"immediate"}})
}

// Read opens the store in the file name, which exists, to read it. The file and its folder may be read-only.
func Read(name string) (bench.Store, error) {
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	if bench.HasLines(name) {
		return bench.ReadStore(name)
	}
	s, err := Open(name)
	if !errors.Is(err, fs.ErrPermission) {
		return s, err
	}
	how := url.Values{"mode": {"ro"}}
	if info, err := os.Stat(name + "-wal"); err != nil || info.Size() == 0 {
		how.Set("immutable", "1") // otherwise SQLite makes files beside it
	}
	return openStore(name, true, how)
}

func openStore(name string, reading bool, how url.Values) (*sqlStore, error) {
	if err := isDatabase(name); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	how.Add("_pragma", "busy_timeout(30000)")
	where := url.URL{Scheme: "file", Path: abs, RawQuery: how.Encode()}
	db, err := sql.Open("sqlite", where.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &sqlStore{db: db, file: name, reading: reading}
	if err := s.prepare(name); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// isDatabase looks at the first bytes of a file, if there is one.
func isDatabase(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(bench.SQLiteMagic))
	switch n, err := io.ReadFull(f, head); {
	case err == io.EOF: // empty
		return nil
	case err != nil && err != io.ErrUnexpectedEOF:
		return err
	case n > 0 && head[0] == '{':
		return &bench.StoreError{File: name, Text: "a store of an earlier craig, which kept lines of JSON; name a new file"}
	case string(head[:n]) != bench.SQLiteMagic:
		return &bench.StoreError{File: name, Text: "not a store of craig bench; name another file"}
	}
	return nil
}

// prepare checks the database, and makes the tables of a new one.
func (s *sqlStore) prepare(name string) error {
	damaged := func(err error) error {
		return &bench.StoreError{File: name, Text: "this store is damaged; move it away and start anew, or rescue what it has with sqlite3's .recover", Err: err}
	}
	tx, err := s.db.Begin()
	if err != nil {
		return s.explain(name, err, damaged)
	}
	defer tx.Rollback()
	var mark, layout, tables int
	err = errors.Join(
		tx.QueryRow("PRAGMA application_id").Scan(&mark),
		tx.QueryRow("PRAGMA user_version").Scan(&layout),
		tx.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables))
	switch {
	case err != nil:
		return s.explain(name, err, damaged)
	case tables == 0 && s.reading:
		return &bench.StoreError{File: name, Text: "it is empty, and no store yet"}
	case tables == 0:
		s.name = strings.ToLower(rand.Text())
		_, err := tx.Exec(storeTables + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", storeMark, storeLayout))
		if err == nil {
			_, err = tx.Exec("INSERT INTO store VALUES (?)", s.name)
		}
		if err == nil {
			_, err = tx.Exec("CREATE " + storeResults)
		}
		if err == nil {
			err = tx.Commit()
		}
		return s.explain(name, err, damaged)
	case mark != storeMark:
		return &bench.StoreError{File: name, Text: "a database of another program; name another file"}
	case layout != storeLayout:
		return &bench.StoreError{File: name, Text: fmt.Sprintf("a store with layout %d, and this craig knows %d; use the craig that wrote it, or a new file", layout, storeLayout)}
	}
	var verdict string
	if err := tx.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return s.explain(name, err, damaged)
	}
	if verdict != "ok" {
		return damaged(errors.New(verdict))
	}
	create := "CREATE "
	if s.reading {
		create = "CREATE TEMP "
	}
	var results int
	if err = tx.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = 'result'").Scan(&results); err == nil && results == 0 {
		_, err = tx.Exec(create + storeResults)
	}
	if err == nil {
		err = tx.QueryRow("SELECT name FROM store").Scan(&s.name)
	}
	if err == nil {
		err = tx.Commit()
	}
	return s.explain(name, err, damaged)
}

// explain makes the errors of a damaged database a *bench.StoreError, those of the file system ones with the
// file's name.
func (s *sqlStore) explain(name string, err error, damaged func(error) error) error {
	var code *sqlite.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &code):
		return damaged(err)
	}
	switch code.Code() & 0xff {
	case 11, 26: // SQLITE_CORRUPT, SQLITE_NOTADB
		return damaged(err)
	case 8, 14: // SQLITE_READONLY, SQLITE_CANTOPEN
		f, broken := os.OpenFile(name, os.O_RDWR, 0)
		if errors.Is(broken, syscall.EROFS) {
			broken = &os.PathError{Op: "open", Path: name, Err: fmt.Errorf("the file system is read-only: %w", fs.ErrPermission)}
		}
		if broken != nil && !errors.Is(broken, fs.ErrNotExist) {
			return broken
		}
		f.Close()
		return &os.PathError{Op: "open", Path: name, Err: fmt.Errorf("nothing can be written to its folder: %w", fs.ErrPermission)}
	}
	return &os.PathError{Op: "open", Path: name, Err: err}
}

func (s *sqlStore) Close() error {
	return s.db.Close()
}

// failed is an error of using the store.
func (s *sqlStore) failed(err error) error { return bench.StoreFailed(s.file, err) }

func (s *sqlStore) Begin(r bench.Run) error {
	res, err := s.db.Exec("INSERT INTO run (began, command, version, machine) VALUES (?, ?, ?, ?)",
		r.Began.UTC().Format(time.RFC3339), r.Command, r.Version, r.Machine)
	if err != nil {
		return s.failed(err)
	}
	s.run, err = res.LastInsertId()
	return err
}

func (s *sqlStore) End(now time.Time) error {
	if s.run == 0 {
		return nil
	}
	_, err := s.db.Exec("UPDATE run SET ended = ? WHERE id = ?", now.UTC().Format(time.RFC3339), s.run)
	return s.failed(err)
}

func (s *sqlStore) Find(key string) (o bench.Outcome, ok bool, err error) {
	var body string
	switch err := s.db.QueryRow("SELECT body FROM outcome WHERE key = ?", key).Scan(&body); {
	case errors.Is(err, sql.ErrNoRows):
		return o, false, nil
	case err != nil:
		return o, false, s.failed(err)
	}
	// Running the task again would not help: what has a key is not replaced.
	if err := json.Unmarshal([]byte(body), &o); err != nil {
		return o, false, fmt.Errorf("the outcome with key %s in the store: %w", key, err)
	}
	return o, true, nil
}

func (s *sqlStore) Add(key string, position int, o, judged bench.Outcome, result []byte) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	place, err := json.Marshal(judged.Task)
	if err != nil {
		return err
	}
	tx, err := s.db.Begin()
	if err != nil {
		return s.failed(err)
	}
	defer tx.Rollback()
	if _, err = tx.Exec("INSERT OR IGNORE INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?, ?)", key, o.Verdict, o.Reason,
		o.Wall.Seconds(), o.CPU.Seconds(), o.Memory, o.Worker, string(body)); err != nil {
		return s.failed(err)
	}
	if result != nil {
		if _, err = tx.Exec("INSERT OR IGNORE INTO result VALUES (?, ?)", key, result); err != nil {
			return s.failed(err)
		}
	}
	if s.run != 0 {
		if _, err = tx.Exec("INSERT OR REPLACE INTO member VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", s.run, position, judged.Task.Set,
			judged.Task.Name, judged.Task.PropertyName(), judged.Column, judged.Judgement.String(), judged.Detail, string(place), key); err != nil {
			return s.failed(err)
		}
	}
	return s.failed(tx.Commit())
}

func (s *sqlStore) Len() (n int, err error) {
	err = s.db.QueryRow("SELECT count(*) FROM outcome").Scan(&n)
	return n, err
}

func (s *sqlStore) Kept(run int64) (keys []string, err error) {
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

func (s *sqlStore) Packed(key string) (text []byte, err error) {
	switch err := s.db.QueryRow("SELECT text FROM result WHERE key = ?", key).Scan(&text); {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, s.failed(err)
	}
	return text, nil
}
