package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"craig/internal/work"
)

// TestMain lets the test binary be a worker: see faults_test.go.
func TestMain(m *testing.M) {
	if url := os.Getenv(workerVariable); url != "" {
		os.Exit(faultyWorker(url))
	}
	// Workers that are killed leave their folders behind.
	dir, err := os.MkdirTemp("", "queue")
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", dir)
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// runnerFunc is a function as a work.Runner.
type runnerFunc func(ctx context.Context, j work.Job) (work.Answer, error)

func (f runnerFunc) Run(ctx context.Context, j work.Job) (work.Answer, error) { return f(ctx, j) }

// serveAt starts a server on loopback with its streams in a folder; port -1 is any.
func serveAt(t testing.TB, folder string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{ServerName: "test", Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true, JetStream: true, StoreDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s
}

// workerPool is one on a queue that is closed with the test.
func workerPool(t testing.TB, c Config, workers int, f runnerFunc) *WorkerPool {
	t.Helper()
	c.Version = "v"
	q, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Gather(t.Context(), q, workers, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := all.Close(); err != nil {
			t.Error(err)
		}
	})
	return all
}

// TestHere: every job has its own answer, with a server inside this process.
func TestHere(t *testing.T) {
	c := workerPool(t, Config{}, 3, func(_ context.Context, j work.Job) (work.Answer, error) {
		if j.Args[0] == "7" {
			return work.Answer{}, errors.New("no seven")
		}
		return work.Answer{Out: []byte("out " + j.Args[0]), Err: j.Dir, Status: 3, CPU: time.Second, Failed: map[string]error{"8": errors.New("no eight")}[j.Args[0]]}, nil
	})
	work.Each(t.Context(), 16, 40, func(i int) {
		a, err := c.Run(t.Context(), work.Job{Args: []string{fmt.Sprint(i)}, Dir: "somewhere"})
		switch {
		case err != nil:
			t.Error(err)
		case i == 7 || i == 8:
			if a.Failed == nil || !strings.HasPrefix(a.Failed.Error(), "no ") {
				t.Errorf("%d: %+v", i, a)
			}
		case string(a.Out) != fmt.Sprint("out ", i) || a.Err != "somewhere" || a.Status != 3 || a.CPU != time.Second || a.Failed != nil || a.Worker != WorkerName():
			t.Errorf("%d: %+v", i, a)
		}
	})
}

// TestElsewhere: what a job needs is where it runs, under the same names, and nothing else is; large outputs arrive.
func TestElsewhere(t *testing.T) {
	s := serveAt(t, t.TempDir(), -1)
	t.Cleanup(s.Shutdown)
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	source, header := write("src/a.c", "source"), write("include/a.h", "header")
	write("src/option.txt", "option")
	write("src/secret", "not to be read")
	big := bytes.Repeat([]byte("x"), 3<<20)
	in := fmt.Appendf(bytes.Clone(big), `{"name":%q,"not":%q,"folder":%q,"root":"/"}`, source, source+"x", filepath.Dir(header)) // a result file names what it speaks of
	c := workerPool(t, Config{URL: s.ClientURL()}, 1, func(_ context.Context, j work.Job) (work.Answer, error) {
		var found []string
		for _, name := range []string{j.Args[0], strings.TrimPrefix(j.Args[1], "-I") + "/a.h", filepath.Join(j.Dir, strings.TrimPrefix(j.Args[2], "--file=")), filepath.Join(j.Dir, "secret")} {
			text, err := os.ReadFile(name)
			if err != nil {
				text = []byte("none")
			}
			found = append(found, string(text))
		}
		root := strings.TrimSuffix(j.Args[0], source)
		if j.Args[3] != root+source+":5:null" || len(j.Args[4]) != 2<<20 {
			t.Errorf("%q, and %d bytes", j.Args[3], len(j.Args[4]))
		}
		if there := fmt.Appendf(bytes.Clone(big), `{"name":%q,"not":%q,"folder":%q,"root":"/"}`, j.Args[0], source+"x", root+filepath.Dir(header)); !bytes.Equal(j.In, there) {
			t.Errorf("%d bytes of %d of the input arrived, %q", len(j.In), len(there), j.In[min(len(big), len(j.In)):])
		}
		return work.Answer{Out: big, Err: j.Args[0] + " " + strings.Join(found, " ")}, nil
	})
	job := work.Job{Args: []string{source, "-I" + filepath.Join(dir, "include"), "--file=option.txt", source + ":5:null", strings.Repeat("y", 2<<20)}, Files: []string{header}, In: in, Dir: filepath.Join(dir, "src")}
	for range 2 { // the second time contents are there
		a, err := c.Run(t.Context(), job)
		if err != nil || a.Failed != nil {
			t.Fatal(err, a.Failed)
		}
		if want := source + " source header option none"; a.Err != want {
			t.Errorf("%q instead of %q", a.Err, want)
		}
		if !bytes.Equal(a.Out, big) {
			t.Errorf("%d bytes of %d arrived", len(a.Out), len(big))
		}
	}
}

// TestOutside: a bundle does not write outside its folder.
func TestOutside(t *testing.T) {
	for _, path := range []string{"\x00/../x", "/etc/passwd", "\x00/a/../../x", "\x00../x"} {
		b := bundle{Files: []bundled{{Path: path}}}
		if _, err := b.unpack(t.Context(), t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "outside") {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestVersions: a worker of another build does not take a job, and is heard of.
func TestVersions(t *testing.T) {
	s := serveAt(t, t.TempDir(), -1)
	t.Cleanup(s.Shutdown)
	other, err := Open(t.Context(), Config{URL: s.ClientURL(), Version: "other"})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	workers.Go(func() {
		other.Work(ctx, ctx, Worker{Name: "w", Version: "other", Slots: 1}, runnerFunc(func(context.Context, work.Job) (work.Answer, error) {
			t.Error("taken by another build")
			return work.Answer{}, nil
		}))
	})
	c := workerPool(t, Config{URL: s.ClientURL()}, 1, func(context.Context, work.Job) (work.Answer, error) { return work.Answer{Status: 5}, nil })
	seen := make(chan Worker, 10)
	if _, err := c.q.Watch(func(w Worker) { seen <- w }); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if a, err := c.Run(t.Context(), work.Job{}); err != nil || a.Status != 5 {
			t.Error(a, err)
		}
	}
	for w := range seen {
		if w.Name == "w" && w.Version == "other" {
			break
		}
	}
	stop()
	workers.Wait()
}

// TestNoWorkers: where workers cannot begin, a job ends with the reason and does not wait for ever.
func TestNoWorkers(t *testing.T) {
	q, err := Open(t.Context(), Config{Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	c, err := Gather(t.Context(), q, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Run(t.Context(), work.Job{}); err == nil || !strings.Contains(err.Error(), "did not begin") {
		t.Error(err)
	}
}

// TestNobody: a server that is not there, or has no JetStream, is an error that says so.
func TestNobody(t *testing.T) {
	if _, err := Open(t.Context(), Config{URL: "nats://user:secret@127.0.0.1:1"}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	if _, err := Open(t.Context(), Config{URL: s.ClientURL()}); err == nil || !strings.Contains(err.Error(), "nats-server -js") {
		t.Error(err)
	}
}

// TestEnd: a job that nobody waits for any more is ended where it runs, and not given to another one.
func TestEnd(t *testing.T) {
	s := serveAt(t, t.TempDir(), -1)
	t.Cleanup(s.Shutdown)
	begun, ended := make(chan bool, 4), make(chan error, 4)
	c := workerPool(t, Config{URL: s.ClientURL()}, 2, func(ctx context.Context, j work.Job) (work.Answer, error) {
		if j.Args[0] == "short" {
			return work.Answer{Out: []byte("done")}, nil
		}
		begun <- true
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return work.Answer{}, ctx.Err()
	})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-begun
		stop()
	}()
	if _, err := c.Run(ctx, work.Job{Args: []string{"long"}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := <-ended; err != errUnwanted {
		t.Error(err)
	}
	if a, err := c.Run(t.Context(), work.Job{Args: []string{"short"}}); err != nil || string(a.Out) != "done" {
		t.Error(a, err)
	}
	if len(begun) != 0 {
		t.Error("the job began again")
	}
}
