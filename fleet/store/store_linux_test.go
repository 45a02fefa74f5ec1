package store

import (
	"errors"
	"testing"
)

// TestReadOnlyStore: a store is read though it, or its folder, is not to be written to; so is one of an earlier craig, without the table of result files.
func TestReadOnlyStore(t *testing.T) {
	kind.ReadOnly(t, false, false, func(file string) {
		s, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.(*sqlStore).db.Exec("DROP TABLE result")
		if err := errors.Join(err, s.(*sqlStore).db.Close()); err != nil {
			t.Fatal(err)
		}
	})
}
