package bench_test

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/testenv"
)

var bench = os.Getenv("CRAIG_BENCH")

func TestMain(m *testing.M) {
	testenv.Main(m, bench != "", "benchmarks", "CRAIG_BENCH=FOLDER with tasks/ and tables/")
}

// TestFolders: the benchmarks are where tests look for them.
func TestFolders(t *testing.T) {
	for _, pattern := range []string{"tasks/*/*.yml", "tables/*"} {
		if found, _ := filepath.Glob(filepath.Join(bench, pattern)); len(found) == 0 {
			t.Errorf("there is no %s in %s", pattern, bench)
		}
	}
}
