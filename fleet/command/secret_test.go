package command

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestSecret: the token of a queue is in nothing that a run writes or prints, nor in what is made of its store; with --queue-token it is
// not in the command line either.
func TestSecret(t *testing.T) {
	const secret = "s3cret-t0ken"
	s := newSite(t)
	guarded, err := server.NewServer(&server.Options{ServerName: "guarded", Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true, StoreDir: filepath.Join(s.dir, "guarded"), Authorization: secret})
	if err != nil {
		t.Fatal(err)
	}
	guarded.Start()
	t.Cleanup(guarded.Shutdown)
	if !guarded.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	s.write("tasks/a.c", "void reach_error(void) {}\nint main(void) { return 0; }\n")
	s.write("tasks/a.yml", "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n")
	s.write("tasks/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	token := s.write("token", secret+"\n")
	_, host, _ := strings.Cut(guarded.ClientURL(), "://")
	dir := filepath.Join(s.dir, "run")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(want int, args ...string) string {
		t.Helper()
		c := exec.Command(s.craig, args...)
		c.Dir = dir
		out, _ := c.CombinedOutput()
		if got := c.ProcessState.ExitCode(); got != want {
			t.Errorf("craig %q: exit status %d, want %d\n%s", args, got, want, out)
		}
		if strings.Contains(string(out), secret) {
			t.Errorf("craig %q prints the token:\n%s", args, out)
		}
		return string(out)
	}
	bench := []string{"bench", "--jobs", "1", "--timeout", "20s", "--store", "store", "--html", "bench.html", "../tasks", "--queue"}
	run(0, append(bench, "nats://"+secret+"@"+host)...)
	run(0, append(bench, host, "--queue-token", token)...)
	run(74, append(bench, host)...)
	run(74, append(bench, "nats://x"+secret+"@"+host)...)
	run(74, append(bench, "nats://"+secret+"@no host")...)
	run(64, append(bench, "nats://"+secret+"@"+host, "--queue-token", token)...)
	run(0, "check", "--entry", "main", "--jobs", "1", "--store", "store", "--queue", secret+"@"+host, "../tasks/a.c")
	run(0, "results", "show", "store", "1", "--benchexec", "run.xml")
	run(0, "results", "report", "store", "--html", "report.html")
	if text := run(0, "results", "list", "store"); !strings.Contains(text, "--queue nats://…@127.0.0.1") {
		t.Errorf("what the runs were is not listed:\n%s", text)
	}
	files := 0
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(name)
		if strings.Contains(string(text), secret) {
			t.Errorf("%s has the token", name)
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files: %v", files, err)
	}
}
