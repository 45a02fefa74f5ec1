package command

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"

	"craig/internal/cli"
	"craig/internal/evidence/native"
)

// TestCheckQueue: workers of a queue on loopback, which do not have the files, say of the functions of a project what processes of craig check
// say, though one of them dies; what is kept of them counts for the next run, here and there; and a server that is not there is named.
func TestCheckQueue(t *testing.T) {
	s := newSite(t)
	dir := s.dir
	far := filepath.Join(dir, "far")
	for name, text := range map[string]string{
		// A header beside the file, one in a folder that an option names, and one whose name only a macro knows.
		"project/src/a.c":      "#include \"near.h\"\n#include <table.h>\n#include MADE\nint pick(int i) { return table[i]; }\nint share(int by) { return SHARED / (by - 1); }\n",
		"project/src/near.h":   "#define MADE \"made.h\"\n",
		"project/src/made.h":   "#define SHARED 100\n",
		"project/inc/table.h":  "#include <assert.h>\nstatic int table[8];\nstatic inline int count(unsigned n) { int i = 0; while (i < (int)(n % 100)) i++; assert(i >= 0 && i < 100); return i; }\n",
		"far/b.c":              "#include <far.h>\nint outside(int *p, int n) { NAMED; if (n == 3) return *p; return 7 % n; }\n",
		"far/inc/far.h":        "#define NAMED char *name = __FILE__; n += name[0] == 0\nstatic inline int sum(int a, int b) { return a + b; }\n",
		"project/src/broken.c": "int f(void) { return y; }\n",
		"project/compile_commands.json": `[{"directory": ".", "file": "src/a.c", "arguments": ["cc", "-Iinc", "src/a.c"]},
			{"directory": ".", "file": "src/broken.c", "arguments": ["cc", "src/broken.c"]},
			{"directory": "` + far + `", "file": "b.c", "arguments": ["cc", "-Iinc", "b.c"]}]`,
	} {
		s.write(name, text)
	}
	worker := func() *exec.Cmd { return s.worker("--queue-patience", "3s", "--queue-tries", "100") }
	begin := func(cache string, args ...string) (end func() (report string, cached, status int, errs string)) {
		cmd := exec.Command(s.craig, append([]string{"check", "--infer=false", "--timeout", "60s", "--findings", "2", "--cache", filepath.Join(dir, cache), "--json", "-"}, args...)...)
		cmd.Dir = filepath.Join(dir, "project")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return func() (string, int, int, string) {
			cmd.Wait()
			text, cached := withoutTimes(out.Bytes())
			return text, cached, cmd.ProcessState.ExitCode(), errs.String()
		}
	}
	want, _, status, errs := begin("here")()
	if status != 1 || !strings.Contains(want, `"confirmed"`) && !strings.Contains(want, `"undecided"`) && (native.Find() != "" || !strings.Contains(want, `"interpreted"`)) || !strings.Contains(want, filepath.Join(far, "b.c")) {
		t.Fatalf("here: status %d\n%s\n%s", status, want, errs)
	}

	first := worker()
	end := begin("there", "--queue", s.url)
	for !pending(t, s.server) {
		time.Sleep(time.Millisecond)
	}
	for { // stop it while it has a job; it may have ended that in between
		first.Process.Signal(syscall.SIGSTOP)
		time.Sleep(50 * time.Millisecond)
		if pending(t, s.server) {
			break
		}
		first.Process.Signal(syscall.SIGCONT)
		time.Sleep(5 * time.Millisecond)
	}
	first.Process.Kill()
	worker()
	for _, c := range []struct {
		cache  string
		args   []string
		cached int
		jobs   int // 0 is any number
	}{
		{"there", []string{"--queue", s.url}, 0, 0},
		{"there", nil, 5, 0},
		// What is far is listed, to see which functions __FILE__ has others of; what was kept of each unit is certified, and that is enough.
		{"here", []string{"--queue", s.url}, 5, 3 + 1},
	} {
		if end == nil {
			end = begin(c.cache, c.args...)
		}
		before := jobs(t, s.server)
		got, cached, status, errs := end()
		if diff := cmp.Diff(want, got); diff != "" || status != 1 {
			t.Errorf("%s %q: status %d\n%s\n%s", c.cache, c.args, status, diff, errs)
		}
		if n := jobs(t, s.server) - before; cached != c.cached || c.jobs > 0 && n != c.jobs {
			t.Errorf("%s %q: %d functions were known, and there were %d jobs", c.cache, c.args, cached, n)
		}
		end = nil
	}
	s.server.Shutdown()
	s.server.WaitForShutdown()
	if _, _, status, errs := begin("none", "--queue", s.url)(); status != cli.ExitIO || !strings.Contains(errs, "the queue "+s.url) {
		t.Errorf("without a server: status %d\n%s", status, errs)
	}
}

// pending says whether a worker has a job that it has not answered.
func pending(t *testing.T, s *server.Server) bool {
	for _, c := range jobStream(t, s).Consumer {
		if c.NumAckPending > 0 {
			return true
		}
	}
	return false
}

// jobs is how many jobs there have been.
func jobs(t *testing.T, s *server.Server) int { return int(jobStream(t, s).State.LastSeq) }

// jobStream is what the server has of jobs.
func jobStream(t *testing.T, s *server.Server) (jobs server.StreamDetail) {
	t.Helper()
	info, err := s.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range info.AccountDetails {
		for _, stream := range a.Streams {
			if stream.Name == "CRAIG_JOBS" {
				jobs = stream
			}
		}
	}
	return jobs
}

// withoutTimes is a report of craig check without what differs from run to run; and how many of its functions were known.
func withoutTimes(report []byte) (text string, cached int) {
	var r map[string]any
	if err := json.Unmarshal(report, &r); err != nil {
		return err.Error() + ": " + string(report), 0
	}
	var strip func(v any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if v["cached"] == true {
				cached++
			}
			for _, name := range []string{"cached", "seconds", "wall"} {
				delete(v, name)
			}
			for _, e := range v {
				strip(e)
			}
		case []any:
			for _, e := range v {
				strip(e)
			}
		}
	}
	strip(r)
	out, _ := json.MarshalIndent(r, "", " ")
	return string(out), cached
}
