package dagger

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
)

// TestTable1: the column DAGGER of the paper's Table 1 solves every row, within two refinements
// more than the paper needs. A primed name is a row with the invariants of a first pass, and the
// -bad programs are ours.
func TestTable1(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	f, err := os.Open(filepath.Join(bench, "tables", "dagger-table1.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const group, program, paper = 0, 1, 3 // columns
	domain := map[string]Domain{}         // of a program: the paper takes octagons for sendmail's
	for _, row := range rows[1:] {
		t.Run(row[program], func(t *testing.T) {
			name, primed := strings.CutSuffix(row[program], "'")
			file, want := filepath.Join(bench, "tasks", "dagger-programs", name+".c"), verdict.True
			if strings.HasSuffix(name, "-bad") {
				file, want = filepath.Join("..", "..", "bench", "programs", "dagger-bad", name+".c"), verdict.False
			}
			if row[group] == "sendmail" {
				domain[name] = Octagon
			} else if domain[name] == Auto {
				domain[name] = Polyhedra
			}
			limit, err := strconv.Atoi(row[paper])
			if err != nil {
				t.Fatal(err)
			}
			res := enginetest.Verify(t, New(Config{Domain: domain[name], Strengthen: primed}), load(t, file), time.Minute, nil)
			if n := enginetest.Count(res, "refinements"); res.Verdict != want || n > limit+2 {
				t.Errorf("%v after %d refinements, %v within %d are wanted", res.Verdict, n, want, limit+2)
			}
		})
	}
}
