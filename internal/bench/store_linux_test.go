package bench_test

import (
	"testing"

	"craig/internal/bench"
	"craig/internal/bench/storetest"
)

// TestReadOnlyStore: a store is read though it, or its folder, is not to be written to; that its folder is not does not keep anybody from
// adding to it.
func TestReadOnlyStore(t *testing.T) {
	storetest.Kind{Open: bench.OpenStore, Read: bench.ReadStore}.ReadOnly(t, true, true, nil)
}
