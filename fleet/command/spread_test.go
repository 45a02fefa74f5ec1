package command

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpread: engines on two workers of a queue on loopback find an answer, which is certified where it was asked for; a file
// with its header travels there, and wrong input is said to be that.
func TestSpread(t *testing.T) {
	s := newSite(t)
	for range 2 {
		s.worker()
	}
	s.write("limit.h", "#define LIMIT 1000\n")
	const head = "#include \"limit.h\"\nextern int input(void);\nextern void reach_error(void);\nint main(void) { int x = 0; while (x < LIMIT && input()) x++; "
	for _, c := range []struct {
		file, want string
		status     int
	}{
		{s.write("good.c", head+"if (x > LIMIT) reach_error(); }\n"), "TRUE", 0},
		{s.write("bad.c", head+"if (x == 3) reach_error(); }\n"), "FALSE(unreach-call)", 1},
		{s.write("wrong.c", "int main(void) { return y; }\n"), "", 65},
	} {
		var out, errs bytes.Buffer
		cmd := exec.Command(s.craig, "verify", "--spread", "--queue", s.url, "--timeout", "60s", c.file)
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := lines[len(lines)-1]; got != c.want || cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("%s: %s, status %d\n%s", filepath.Base(c.file), got, cmd.ProcessState.ExitCode(), errs.String())
		}
		if c.status == 65 && !strings.Contains(errs.String(), "wrong.c:1") {
			t.Errorf("%s", errs.String())
		}
	}
}
