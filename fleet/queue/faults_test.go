package queue

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/testenv"
	"craig/internal/work"
)

// workerVariable has the test binary work for the queue with this URL.
const workerVariable = "CRAIG_QUEUE_TEST_WORKER"

var faultJobs = flag.Int("faults.jobs", 60, "jobs of TestFaults")

// faultyConfig is impatient, so that a test need not wait for half a minute.
var faultyConfig = Config{Version: "v", Patience: 2 * time.Second}

// faultyWorker is a worker in a process of its own. It dies of a poisoned job.
func faultyWorker(url string) int {
	c := faultyConfig
	c.URL = url
	ctx := context.Background()
	q, err := Open(ctx, c)
	if err != nil {
		return 1
	}
	q.Work(ctx, ctx, Worker{Name: WorkerName(), Version: c.Version, Slots: 2}, runnerFunc(func(_ context.Context, j work.Job) (work.Answer, error) {
		if j.Args[0] == "poison" {
			os.Exit(3)
		}
		time.Sleep(20 * time.Millisecond)
		return work.Answer{Out: []byte("done " + j.Args[0])}, nil
	}))
	return 0
}

// freePort is a port that nobody has. It is not one of those that connections get on our side: a client that tries to
// connect while the server is away can be given such a one, and be connected with itself.
func freePort(t *testing.T) int {
	for range 100 {
		port := 20000 + rand.IntN(10000)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}

// TestFaults: workers are killed at random and start again, the server is restarted twice, one job kills whoever takes it: each
// other job has its answer, once, and the poisoned one is named.
func TestFaults(t *testing.T) {
	testenv.NeedsLong(t)
	folder := t.TempDir()
	port := freePort(t)
	s := serveAt(t, folder, port)
	url := s.ClientURL()
	defer func() { s.Shutdown() }()

	// Three workers, each started again when it has died.
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	var mu sync.Mutex
	running := map[int]*os.Process{}
	for i := range 3 {
		workers.Go(func() {
			for ctx.Err() == nil {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), workerVariable+"="+url)
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				running[i] = cmd.Process
				if ctx.Err() != nil {
					cmd.Process.Kill()
				}
				mu.Unlock()
				cmd.Wait()
			}
		})
	}
	kill := func(i int) {
		mu.Lock()
		defer mu.Unlock()
		if p := running[i]; p != nil {
			p.Kill()
		}
	}
	defer func() {
		stop()
		for i := range 3 {
			kill(i)
		}
		workers.Wait()
	}()

	c := faultyConfig
	c.URL = url
	jobs := *faultJobs
	all := workerPool(t, c, 0, nil)
	var answered, killed int
	var restart sync.Mutex
	err := work.Each(t.Context(), 512, jobs, func(i int) {
		name := fmt.Sprint(i)
		if i == jobs/3 {
			name = "poison"
		}
		a, err := all.Run(t.Context(), work.Job{Args: []string{name}})
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		answered++
		n := answered
		mu.Unlock()
		switch {
		case name == "poison":
			if a.Failed == nil || !strings.Contains(a.Failed.Error(), "4 workers have begun this job") {
				t.Errorf("the poisoned job: %+v", a)
			}
		case a.Failed != nil || string(a.Out) != "done "+name:
			t.Errorf("%s: %+v", name, a)
		}
		if n == jobs/4 || n == jobs/2 { // the server goes and comes back
			func() {
				restart.Lock()
				defer restart.Unlock()
				s.Shutdown()
				s.WaitForShutdown()
				s = serveAt(t, folder, port)
			}()
		}
		if n%10 == 5 {
			kill(rand.IntN(3))
			mu.Lock()
			killed++
			mu.Unlock()
		}
	})
	if err != nil || answered != jobs {
		t.Errorf("%d of %d jobs have an answer: %v", answered, jobs, err)
	}
	t.Logf("%d jobs, %d workers killed besides those that the poisoned job killed, 2 restarts of the server", jobs, killed)
}
