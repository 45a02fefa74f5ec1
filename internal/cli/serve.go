package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/ask"
	"craig/internal/engine"
	"craig/internal/property"
	"craig/internal/serve"
)

func (a *app) serveCommand() *cobra.Command {
	var listen string
	timeout, memory, size := positiveDuration(60*time.Second), byteSize(2<<30), byteSize(1<<20)
	running, waiting := 2, 8
	var stores []string
	c := &cobra.Command{
		Use:   "serve",
		Short: "a page at which programs are verified: paste one, watch the engines, stop them",
		Long: `Serve answers at an address of this machine with a page: paste or open a program, choose the property and
the engine, watch the graph of nodes grow, with refinements and invariants, stop it, read the result. All engines can
be set to work beside each other.

Every program has a process of its own with limits of time and memory, and reads no file of this machine. Only
requests of the page itself are answered. If others can reach the address, they need the token in the address that
is printed; it is a new one each time. There is no encryption: put a proxy in front of it for that.

With --store the page of results has what earlier runs of craig bench and craig check found: lists, filters, two runs
beside each other, and the page of each result.

Exit status: 0, 64 usage, 65 not a store, 74 nothing can listen at the address, or a store cannot be read.`,
		Example: "  craig serve\n  craig serve --listen 127.0.0.1:9000 --timeout 5m --jobs 1",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if running < 1 || waiting < 0 {
				return usagef("--jobs is a number from 1, --waiting one from 0")
			}
			if timeout <= 0 {
				return usagef("--timeout: a job has to have a limit, such as 60s")
			}
			return a.serve(listen, stores, serve.Options{MaxText: int64(size), MaxTime: time.Duration(timeout), Memory: int64(memory), Running: running, Waiting: waiting})
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&listen, "listen", "127.0.0.1:8817", "the `ADDRESS` of the page; port 0 is any that is free")
	f.Var(&timeout, "timeout", "no job may ask for more than `DURATION`")
	f.Var(&memory, "memory", "each job may have `SIZE`")
	f.Var(&size, "size", "a program has at most `SIZE`")
	f.IntVar(&running, "jobs", running, "`N` jobs run at a time")
	f.StringArrayVar(&stores, "store", nil, "show the runs in `FILE`, of craig bench --store or craig check --store, to whoever may open the page; may be repeated")
	f.IntVar(&waiting, "waiting", waiting, "`N` more may wait; others are refused")
	return c
}

func (a *app) serve(address string, stores []string, o serve.Options) error {
	for _, name := range stores {
		s, err := a.readStore(name)
		if err != nil {
			return err
		}
		defer s.Close()
		o.Stores = append(o.Stores, serve.Store{Name: filepath.Base(name), Store: s})
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		fmt.Fprintf(a.err, "craig: %v\n  --listen 127.0.0.1:0 takes any port that is free\n", err)
		a.status = exitIO
		return nil
	}
	defer l.Close()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if o.Dir, err = os.MkdirTemp("", "craig-serve"); err != nil {
		return err
	}
	defer os.RemoveAll(o.Dir)
	o.Args = func(q ask.Question, f serve.Files) []string { return serveArgs(q, f, o.Memory) }
	o.Program, o.Properties, o.Engines = []string{self}, property.Names(), engineNames()
	o.Kinds = []string{""}
	for k := engine.Expand; k <= engine.Unwind; k++ {
		o.Kinds = append(o.Kinds, k.String())
	}
	url := "http://" + l.Addr().String() + "/"
	tcp, ok := l.Addr().(*net.TCPAddr)
	if name, err := os.Hostname(); err == nil && ok && tcp.IP.IsUnspecified() { // all addresses of the machine are no address
		url = "http://" + net.JoinHostPort(name, strconv.Itoa(tcp.Port)) + "/"
	}
	if !ok || !tcp.IP.IsLoopback() {
		o.Token = serve.NewToken()
		url += "?token=" + o.Token
	}
	fmt.Fprintf(a.out, "craig: open %s\n", url)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := serve.Serve(ctx, l, o); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// serveArgs is the command line that answers a question of the page. Each word of the question is one of a list, a
// number, or the name of a function: the package has looked at them.
func serveArgs(q ask.Question, f serve.Files, memory int64) []string {
	args := []string{"verify", "--sealed", "--quiet", "--json", f.Result, "--html", f.Page, "--progress", "none", "--trace", "all", "--trace-format", "json", "--timeout", fmt.Sprintf("%ds", q.Seconds), "--property", q.Property}
	if memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", memory))
	}
	if q.Engine != "" {
		args = append(args, "--engine", q.Engine)
	}
	if q.Entry != "" && q.Entry != "main" {
		args = append(args, "--entry", q.Entry)
	}
	if q.Label != "" {
		args = append(args, "--error-label", q.Label)
	}
	if q.Bits == 32 {
		args = append(args, "-m32")
	}
	return append(args, "-")
}
