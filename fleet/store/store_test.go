package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"craig/internal/bench"
	"craig/internal/bench/storetest"
)

var kind = storetest.Kind{Open: Open, Read: Read}

// TestStore: of two writers at once each has a run with all outcomes, and there is one for each key; what is kept is found again.
func TestStore(t *testing.T) {
	const n = 40
	file := filepath.Join(t.TempDir(), "store")
	var both sync.WaitGroup
	for range 2 {
		s := kind.Begun(t, file)
		both.Go(func() {
			for i := range n {
				if err := storetest.Add(s, i); err != nil {
					t.Error(err)
				}
			}
			if err := s.End(time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	s, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if all, err := s.Len(); err != nil || all != n {
		t.Errorf("%d outcomes: %v", all, err)
	}
	runs, err := s.Runs()
	if err != nil || len(runs) != 2 {
		t.Fatal(runs, err)
	}
	for _, r := range runs {
		if r.Tasks != n || r.Judged[bench.Right] != n || r.CPU != n*time.Second || r.Ended.IsZero() || strings.Contains(r.Command, "secret") {
			t.Errorf("%+v", r)
		}
		list, err := s.Outcomes(r.ID)
		if err != nil || len(list) != n {
			t.Fatal(len(list), err)
		}
		if diff := cmp.Diff(storetest.Outcome(n-1), list[n-1]); diff != "" {
			t.Error(diff)
		}
		keys, err := s.Kept(r.ID)
		if err != nil || len(keys) != n {
			t.Fatal(keys, err)
		}
		if text, err := s.Packed(keys[1]); err != nil || string(text) != "a result" {
			t.Errorf("%q, %v", text, err)
		}
		if o, ok, err := s.Find(keys[1]); err != nil || !ok || o.Verdict != "TRUE" || o.Task.Name != "" {
			t.Errorf("%+v, %v, %v", o, ok, err)
		}
	}
}

// TestFullStore: a store that cannot grow says so; what was kept before is found again.
func TestFullStore(t *testing.T) {
	s := kind.Begun(t, filepath.Join(t.TempDir(), "store"))
	if err := storetest.Add(s, 0); err != nil {
		t.Fatal(err)
	}
	db := s.(*sqlStore).db
	var pages int
	if err := db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA max_page_count=%d", pages)); err != nil {
		t.Fatal(err)
	}
	var err error
	for i := 1; err == nil && i < 1000; i++ {
		err = storetest.Add(s, i)
	}
	if full := (*bench.StoreError)(nil); !errors.As(err, &full) || !strings.Contains(full.Error(), "make room") {
		t.Errorf("%v", err)
	}
	if _, ok, err := s.Find(storetest.Key(0)); err != nil || !ok {
		t.Error("what was kept is not found", err)
	}
}

// TestStoreOfAnother: what is no store is said to be none, and left alone; a store of craig stays one.
func TestStoreOfAnother(t *testing.T) {
	for text, want := range map[string]string{
		"{\"Key\": 1}\n":            "earlier craig",
		"hello":                     "not a store",
		"SQLite format 3\x00damage": "damaged",
	} {
		file := filepath.Join(t.TempDir(), "store")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open(file)
		if s := (*bench.StoreError)(nil); !errors.As(err, &s) || !strings.Contains(s.Error(), want) || !strings.Contains(s.Error(), file) {
			t.Errorf("%q: %v", text, err)
		}
		if after, err := os.ReadFile(file); err != nil || string(after) != text {
			t.Errorf("%q became %q: %v", text, after, err)
		}
	}
	file := filepath.Join(t.TempDir(), "lines")
	s, err := bench.OpenStore(file)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := storetest.Add(kind.Begun(t, file), 0); err != nil {
		t.Error(err)
	}
	if s, err = bench.ReadStore(file); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if runs, err := s.Runs(); err != nil || len(runs) != 1 || runs[0].Tasks != 1 {
		t.Errorf("%+v, %v", runs, err)
	}
	// And the other way round: craig says who reads the database.
	kind.Begun(t, filepath.Join(filepath.Dir(file), "database"))
	if _, err := bench.ReadStore(filepath.Join(filepath.Dir(file), "database")); err == nil || !strings.Contains(err.Error(), "craig-fleet") {
		t.Errorf("a database: %v", err)
	}
}

// TestCorruptStore: whichever page of a store is overwritten, that is said, or all that is read is right; nothing panics.
func TestCorruptStore(t *testing.T) {
	named, all := kind.Corrupt(t, 4096, func(text []byte) {
		for i := range 64 {
			text[i] ^= 0xff
		}
	})
	if named == 0 {
		t.Error("no damage was noticed")
	}
	t.Logf("%d of %d damaged pages were noticed", named, all)
}

// TestOldStore: a store of an earlier craig has no table of result files.
func TestOldStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "store")
	s := kind.Begun(t, file)
	if err := storetest.Add(s, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.(*sqlStore).db.Exec("DROP TABLE result"); err != nil {
		t.Fatal(err)
	}
	again, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if keys, err := again.Kept(1); err != nil || len(keys) != 1 || keys[0] != "" {
		t.Errorf("%q, %v", keys, err)
	}
}
