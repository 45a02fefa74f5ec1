package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestSpread: engines on two workers of a queue on loopback find an answer, which is certified where it was asked for; a file
// with its header travels there, and wrong input is said to be that.
func TestSpread(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	craig := filepath.Join(dir, "craig") // by that name the test binary is craig
	if err := os.Link(self, craig); err != nil {
		t.Skip(err)
	}
	s, err := server.NewServer(&server.Options{ServerName: "test", Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true, StoreDir: filepath.Join(dir, "store")})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	for range 2 {
		w := exec.Command(craig, "worker", "--queue", s.ClientURL(), "--jobs", "1")
		w.Dir = t.TempDir() // where the files are not
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		defer w.Wait()
		defer w.Process.Kill()
	}
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	write("limit.h", "#define LIMIT 1000\n")
	const head = "#include \"limit.h\"\nextern int input(void);\nextern void reach_error(void);\nint main(void) { int x = 0; while (x < LIMIT && input()) x++; "
	for _, c := range []struct {
		file, want string
		status     int
	}{
		{write("good.c", head+"if (x > LIMIT) reach_error(); }\n"), "TRUE", 0},
		{write("bad.c", head+"if (x == 3) reach_error(); }\n"), "FALSE(unreach-call)", 1},
		{write("wrong.c", "int main(void) { return y; }\n"), "", 65},
	} {
		var out, errs bytes.Buffer
		cmd := exec.Command(craig, "verify", "--spread", "--queue", s.ClientURL(), "--timeout", "60s", c.file)
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
