package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"craig/internal/bench"
	"craig/internal/cli"
	"craig/internal/run/runtest"
)

func TestMain(m *testing.M) {
	testscript.Main(runtest.Tests{M: m}, map[string]func(){"craig-fleet": func() {
		runtest.Exit()
		cli.Main(Program())
	}})
}

// TestUsage: options of a queue that make no sense, and queues that are not there, are named.
func TestUsage(t *testing.T) {
	self := self(t)
	const nowhere = "nats://127.0.0.1:1"
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"worker", cli.ExitUsage, "--queue nats://host:4222"},
		{"worker --queue " + nowhere, cli.ExitIO, "127.0.0.1:1"},
		{"check --queue-creds c ../../examples/lock.c", cli.ExitUsage, "--queue URL, which is missing"},
		{"check --queue " + nowhere + " ../../examples/lock.c", cli.ExitIO, "the queue " + nowhere + ": "},
		{"bench --queue-creds c ../../internal/bench", cli.ExitUsage, "--queue URL, which is missing"},
		{"bench --growth 1 --queue " + nowhere, cli.ExitUsage, "workers elsewhere"},
		{"worker --queue " + nowhere + " --queue-cert c", cli.ExitUsage, "--queue-cert and --queue-key go together"},
		{"verify --jobs 2 ../../examples/lock.c", cli.ExitUsage, "--spread, which is missing"},
		{"verify --spread --engine ufo ../../examples/lock.c", cli.ExitUsage, "leave out --engine"},
	} {
		var errs bytes.Buffer
		cmd := exec.Command(self, strings.Fields(c.args)...)
		cmd.Stderr = &errs
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(errs.String(), c.want) {
			t.Errorf("craig-fleet %s: status %d, want %d: %s", c.args, got, c.status, errs.String())
		}
	}
}

// TestStores: outcomes are kept in a database, through a queue inside the process, and are read from there.
func TestStores(t *testing.T) {
	self, dir := self(t), t.TempDir()
	for name, text := range map[string]string{
		"a.c":   "void reach_error(void) {}\nint main(void) { return 0; }\n",
		"a.yml": "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\n",
		"p.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"bench --jobs 1 --timeout 60s --store store a.yml", "results list store", "results show store"} {
		cmd := exec.Command(self, strings.Fields(args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil || strings.HasPrefix(args, "results") && (!strings.Contains(string(out), "right") || !strings.Contains(string(out), "craig-fleet bench")) {
			t.Errorf("craig-fleet %s: %v\n%s", args, err, out)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "store")); err != nil || !strings.HasPrefix(string(text), bench.SQLiteMagic) {
		t.Errorf("the store is no database: %v", err)
	}
}
