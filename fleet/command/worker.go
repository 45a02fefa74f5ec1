package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/fleet/queue"
	"craig/internal/bounded"
	"craig/internal/cli"
	"craig/internal/work"
)

// queueOptions say which queue is meant.
type queueOptions struct {
	url, token, creds, ca, cert, key string
	patience                         cli.Duration
	tries                            int
}

func (o *queueOptions) register(f *pflag.FlagSet) {
	f.StringVar(&o.url, "queue", "", "the `URL` of a NATS server with JetStream, such as nats://host:4222, whose workers do the tasks")
	f.StringVar(&o.token, "queue-token", "", "a `FILE` with the token that the server wants, or USER:PASSWORD; in the URL, they are seen by whoever lists processes")
	f.StringVar(&o.creds, "queue-creds", "", "a credentials `FILE` of NATS")
	f.StringVar(&o.ca, "queue-ca", "", "the `FILE` with the certificates that the server's is checked with; default: the system's")
	f.StringVar(&o.cert, "queue-cert", "", "the `FILE` with this client's certificate, for TLS")
	f.StringVar(&o.key, "queue-key", "", "the `FILE` with the key of that certificate")
	f.Var(&o.patience, "queue-patience", "give a task to another worker when its own has been silent for `DURATION`; default 30s")
	f.IntVar(&o.tries, "queue-tries", 0, "name a task as failed after `N` workers have died of it; default 4")
}

// open connects to the queue of the options, for a version of craig.
func (o *queueOptions) open(ctx context.Context, version string) (*queue.Queue, error) {
	if (o.cert == "") != (o.key == "") {
		return nil, cli.Usagef("--queue-cert and --queue-key go together")
	}
	token, err := o.secret()
	if err != nil {
		return nil, err
	}
	q, err := queue.Open(ctx, queue.Config{URL: o.url, Token: token, Creds: o.creds, CA: o.ca, Cert: o.cert, Key: o.key,
		Version: version, Patience: time.Duration(o.patience), Tries: o.tries})
	if err != nil {
		return nil, cli.RunnerError(err)
	}
	return q, nil
}

// secret is what the file of --queue-token has.
func (o *queueOptions) secret() (string, error) {
	if o.token == "" {
		return "", nil
	}
	if strings.Contains(o.url, "@") {
		return "", cli.Usagef("--queue-token: the URL of the queue has a token, too; leave one of them out")
	}
	text, err := bounded.ReadFile(o.token, 1<<16)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, "\n\r") {
		return "", cli.FormatError(o.token, fmt.Errorf("one line is wanted, with a token or USER:PASSWORD"))
	}
	return token, nil
}

// Given implements Workers, and so do Elsewhere and Gather.
func (o *queueOptions) Given() bool     { return *o != queueOptions{} }
func (o *queueOptions) Elsewhere() bool { return o.url != "" }

func workerCommand(errs io.Writer, status *int) *cobra.Command {
	o := &queueOptions{}
	jobs := 0
	c := &cobra.Command{
		Use:   "worker --queue URL",
		Short: "do the tasks that craig-fleet bench, check and verify --spread put into a queue",
		Long: `Worker takes tasks from a queue and runs each in a process of its own, within the limits of time and memory
that come with it. The programs come through the queue too: no disk is shared. It takes tasks of the same
build of craig-fleet only. As many workers as one likes can have one queue; a task whose worker dies is given to
another one.

The first interrupt (SIGINT or SIGTERM) ends it when the tasks that it has are done; the second one gives
them back at once.
Exit status: 0 ended by an interrupt; 64 usage, 74 the queue cannot be reached, 130 ended by the second.`,
		Example: "  craig-fleet worker --queue nats://queue.example.org:4222 --jobs 8",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return doJobs(o, jobs, errs, status) },
	}
	f := c.Flags()
	f.SortFlags = false
	o.register(f)
	f.IntVar(&jobs, "jobs", 0, "run `N` tasks at a time; default: half the processors")
	return c
}

func doJobs(o *queueOptions, jobs int, errs io.Writer, status *int) error {
	if o.url == "" {
		return cli.Usagef("worker wants --queue URL, such as --queue nats://host:4222")
	}
	self, version, err := thisBuild()
	if err != nil {
		return err
	}
	if jobs <= 0 {
		jobs = max(1, runtime.NumCPU()/2)
	}
	ctx, drain := context.WithCancel(context.Background())
	defer drain()
	kill, stop := context.WithCancel(context.Background())
	defer stop()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		<-signals
		fmt.Fprintln(errs, "craig: the tasks under way are ended; interrupt again to give them back at once")
		drain()
		<-signals
		stop()
	}()
	q, err := o.open(ctx, version)
	if err != nil {
		return err
	}
	defer q.Close()
	w := queue.Worker{Name: queue.WorkerName(), Version: version, Cores: runtime.NumCPU(), Slots: jobs}
	fmt.Fprintf(errs, "%s, build %s: worker %s, %d tasks at a time on %d processors\n", cli.VersionText(), version[:12], w.Name, jobs, w.Cores)
	if err := q.Work(ctx, kill, w, work.Local{Program: []string{self}}); err != nil {
		return cli.RunnerError(err)
	}
	if kill.Err() != nil {
		*status = cli.ExitInterrupted
	}
	return nil
}

// thisBuild is the executable that runs, and what workers of the same build have in common.
func thisBuild() (self, version string, err error) {
	if self, err = os.Executable(); err != nil {
		return "", "", err
	}
	version, err = queue.Version(self)
	return self, version, err
}

func (o *queueOptions) Gather(ctx context.Context, jobs int, errs io.Writer) (r cli.Runner, atOnce int, err error) {
	return o.workerPool(ctx, jobs, errs)
}

// workerPool are workers of this process, as many as jobs says, and with --queue those that have been started for it.
func (o *queueOptions) workerPool(ctx context.Context, jobs int, errs io.Writer) (r *queue.WorkerPool, atOnce int, err error) {
	if o.url == "" && o.Given() {
		return nil, 0, cli.Usagef("--queue-creds and the like speak of --queue URL, which is missing")
	}
	self, version, err := thisBuild()
	if err != nil {
		return nil, 0, err
	}
	q, err := o.open(ctx, version)
	if err != nil {
		return nil, 0, err
	}
	atOnce = jobs
	if o.url != "" {
		atOnce = queue.Ahead
		if err := watchWorkers(q, version, jobs > 0, errs); err != nil {
			return nil, 0, cli.RunnerError(err)
		}
	}
	if r, err = queue.Gather(ctx, q, jobs, work.Local{Program: []string{self}}); err != nil {
		return nil, 0, cli.RunnerError(err)
	}
	return r, atOnce, nil
}

// watchWorkers says when a worker of this build is first heard of, and, when none has been for a while, who else
// there is. own says that this process has workers itself.
func watchWorkers(q *queue.Queue, version string, own bool, errs io.Writer) error {
	var mu sync.Mutex // guards both
	fit, other := map[string]bool{}, map[string]queue.Worker{}
	_, err := q.Watch(func(w queue.Worker) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case w.Version != version:
			other[w.Name] = w
		case !fit[w.Name]:
			fit[w.Name] = true
			fmt.Fprintf(errs, "worker %s: %d tasks at a time on %d processors\n", w.Name, w.Slots, w.Cores)
		}
	})
	if err != nil {
		return err
	}
	time.AfterFunc(10*time.Second, func() {
		mu.Lock()
		defer mu.Unlock()
		if own || len(fit) > 0 {
			return
		}
		fmt.Fprintf(errs, "craig: no worker of build %s has been heard of yet; start craig-fleet worker --queue with this build\n", version[:12])
		for name, w := range other {
			fmt.Fprintf(errs, "  worker %s is of build %.12s\n", name, w.Version)
		}
	})
	return nil
}
