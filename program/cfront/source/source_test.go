package source

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestBench(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	n, bad := 0, 0
	filepath.Walk(filepath.Join(bench, "tasks"), func(path string, info os.FileInfo, err error) error {
		if ext := filepath.Ext(path); ext != ".c" && ext != ".i" {
			return nil
		}
		n++
		t0 := time.Now()
		_, err = Parse(context.Background(), Config{ILP32: true}, path)
		if d := time.Since(t0); d > 500*time.Millisecond {
			t.Log(path, d)
		}
		if err != nil {
			bad++
			t.Log(err)
		}
		return nil
	})
	t.Log(n, bad)
}
