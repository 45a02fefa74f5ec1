package bench_test

import (
	"testing"

	"craig/internal/bench"
	"craig/internal/bench/storetest"
)

// TestCorruptStore: wherever a byte of a store is another one, that is said; nothing panics.
func TestCorruptStore(t *testing.T) {
	k := storetest.Kind{Open: bench.OpenStore, Read: bench.ReadStore}
	if named, all := k.Corrupt(t, 61, func(text []byte) { text[0] ^= 0x11 }); named < all || all < 100 {
		t.Errorf("of %d damages %d were noticed", all, named)
	}
}
