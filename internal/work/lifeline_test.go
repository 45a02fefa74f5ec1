//go:build unix

package work

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// roleVar has the program of the tests be another process of TestLifeline.
const roleVar = "CRAIG_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVar) {
	case "runs":
		self, err := os.Executable()
		if err != nil {
			panic(err)
		}
		os.Setenv(roleVar, "is run")
		_, err = Local{Program: []string{self}}.Run(context.Background(), Job{})
		panic(err)
	case "is run":
		Follow()
		out := os.NewFile(4, "pipe") // inherited
		fmt.Fprintln(out, "here")
		time.Sleep(time.Minute)
		fmt.Fprintln(out, "still here")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestLifeline: a process that runs a job is killed by a signal that it cannot handle. The job ends too.
func TestLifeline(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runs := exec.Command(self)
	runs.Env = append(os.Environ(), roleVar+"=runs")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	runs.ExtraFiles = []*os.File{r, w} // 3, which the job has for something else, and 4
	if err := runs.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	word := make([]byte, len("here\n"))
	if _, err := io.ReadFull(r, word); err != nil {
		t.Fatal(err)
	}
	if err := runs.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = runs.Wait()
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 { // until all are gone that can write to it
		t.Errorf("%v: %s", err, rest)
	}
}
