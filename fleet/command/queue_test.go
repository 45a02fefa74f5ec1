package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"craig/internal/testenv"
)

// site is where a test has workers: a NATS server on loopback, and the test binary under the name of craig-fleet.
type site struct {
	t      *testing.T
	dir    string // of the test
	craig  string
	server *server.Server
	url    string
}

// newSite starts a server that ends with the test.
func newSite(t *testing.T) *site {
	t.Helper()
	testenv.NeedsLong(t)
	s := &site{t: t, dir: t.TempDir(), craig: self(t)}
	s.serve(-1)
	t.Cleanup(func() { s.server.Shutdown() })
	return s
}

// serve starts the server, with the streams that it had before; port -1 is any.
func (s *site) serve(port int) {
	s.t.Helper()
	var err error
	s.server, err = server.NewServer(&server.Options{ServerName: "test", Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true, JetStream: true, StoreDir: filepath.Join(s.dir, "store")})
	if err != nil {
		s.t.Fatal(err)
	}
	s.server.Start()
	if !s.server.ReadyForConnections(time.Minute) {
		s.t.Fatal("the server does not start")
	}
	s.url = s.server.ClientURL()
}

// worker starts a worker in a folder where no files are. It ends with the test at the latest.
func (s *site) worker(args ...string) *exec.Cmd {
	s.t.Helper()
	w := exec.Command(s.craig, append([]string{"worker", "--queue", s.url, "--jobs", "1"}, args...)...)
	w.Dir = s.t.TempDir()
	w.Env = append(os.Environ(), "TMPDIR="+s.t.TempDir()) // what it leaves when it is killed
	if err := w.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { w.Process.Kill(); w.Wait() })
	return w
}

// write makes a file in the folder of the test.
func (s *site) write(name, text string) string {
	s.t.Helper()
	name = filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
	return name
}

// self is craig-fleet, which the test binary is by that name.
func self(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "craig-fleet")
	if err := os.Link(self, name); err != nil {
		t.Skip(err)
	}
	return name
}
