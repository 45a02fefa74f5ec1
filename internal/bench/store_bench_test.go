package bench

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkStore is what keeping an outcome takes, with its place in the run.
func BenchmarkStore(b *testing.B) {
	s, err := OpenStore(filepath.Join(b.TempDir(), "store"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.Begin(Run{Began: time.Now()}); err != nil {
		b.Fatal(err)
	}
	o := answers("craig", 1, "t:TRUE")[0]
	for i := range 30 {
		o.Stats = append(o.Stats, Stat{fmt.Sprint("a counter ", i), float64(i)})
	}
	for i := 0; b.Loop(); i++ {
		if err := s.Add(fmt.Sprintf("%064d", i), i, o, o, nil); err != nil {
			b.Fatal(err)
		}
	}
}
