package serve

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// quiet is for messages about clients that go away.
var quiet = log.New(io.Discard, "", 0)

// crowd is a listener that has so many connections at most. When one more comes, one of those makes room that keep the server
// waiting: of the address from which most do, the one that has done so for longest. Only if it is the server that all of
// them wait for, the new one waits.
type crowd struct {
	net.Listener
	most     int
	patience time.Duration // with clients that say nothing; with their requests, and with taking answers, it is four times that

	mu      sync.Mutex
	changed sync.Cond
	there   map[*client]bool
	closed  bool
}

func newCrowd(l net.Listener, most int, patience time.Duration) *crowd {
	c := &crowd{Listener: l, most: most, patience: patience, there: map[*client]bool{}}
	c.changed.L = &c.mu
	return c
}

// Accept implements net.Listener.
func (l *crowd) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &client{Conn: conn, of: l, from: network(conn.RemoteAddr()), owes: request, since: time.Now()}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.there) >= l.most && !l.closed {
		if slowest := l.slowest(); slowest != nil {
			delete(l.there, slowest)
			slowest.Conn.Close() // an error is that it has gone
			continue
		}
		again := time.AfterFunc(l.patience/4+time.Millisecond, l.changed.Broadcast)
		l.changed.Wait()
		again.Stop()
	}
	if l.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	l.there[c] = true
	return c, nil
}

// Close implements net.Listener.
func (l *crowd) Close() error {
	l.mu.Lock()
	l.closed = true
	l.changed.Broadcast()
	l.mu.Unlock()
	return l.Listener.Close()
}

// slowest is the client that is to go next; nil if the server waits for none. The lock is held.
func (l *crowd) slowest() (last *client) {
	waits := map[string]int{} // how many of an address
	for c := range l.there {
		if c.waits() {
			waits[c.from]++
		}
	}
	for c := range l.there {
		if c.waits() && (last == nil || c.before(last, waits)) {
			last = c
		}
	}
	return last
}

// debt is what the server waits for, of a client.
type debt uint8

const (
	nothing debt = iota
	taking       // that it takes an answer
	request      // the rest of a request, or the next one
)

// client is a connection.
type client struct {
	net.Conn
	of   *crowd
	from string // its network

	// with the lock of the crowd
	owes    debt
	since   time.Time
	reading time.Time // since when nothing has come; zero if nobody reads
}

// waits says whether the server has been waiting for the client; what it has not got round to reading is no fault of that.
func (c *client) waits() bool {
	silent := c.owes == request && !c.reading.IsZero() && time.Since(c.reading) >= c.of.patience
	return silent || c.owes != nothing && time.Since(c.since) >= 4*c.of.patience
}

// before says whether c makes room before other.
func (c *client) before(other *client, waits map[string]int) bool {
	switch {
	case waits[c.from] != waits[other.from]:
		return waits[c.from] > waits[other.from]
	case c.owes != other.owes:
		return c.owes > other.owes
	}
	return c.since.Before(other.since)
}

// network is what one client can be taken to have of addresses: of IPv6 that is a network.
func network(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	switch {
	case !ok:
		return a.String()
	case t.IP.To4() != nil:
		return t.IP.String()
	}
	return t.IP.Mask(net.CIDRMask(64, 128)).String()
}

// is notes what the server waits for from now on.
func (c *client) is(owes debt) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.owes, c.since = owes, time.Now()
	if owes == request {
		c.of.changed.Broadcast()
	}
}

// Read implements net.Conn.
func (c *client) Read(b []byte) (int, error) {
	c.reads(time.Now())
	defer c.reads(time.Time{})
	return c.Conn.Read(b)
}

func (c *client) reads(since time.Time) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.reading = since
}

// Write implements net.Conn.
func (c *client) Write(b []byte) (int, error) {
	c.of.mu.Lock()
	owes, since := c.owes, c.since // the body may be missing yet
	c.owes, c.since = taking, time.Now()
	c.of.mu.Unlock()
	n, err := c.Conn.Write(b)
	c.of.mu.Lock()
	c.owes, c.since = owes, since
	c.of.mu.Unlock()
	return n, err
}

// Close implements net.Conn.
func (c *client) Close() error {
	c.of.mu.Lock()
	delete(c.of.there, c)
	c.of.changed.Broadcast()
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// state is for http.Server.ConnState.
func state(conn net.Conn, s http.ConnState) {
	c, ok := conn.(*client)
	switch {
	case !ok:
	case s == http.StateIdle:
		c.is(request)
	case s == http.StateActive: // the head of a request is there
		c.is(nothing)
	}
}

// clientKey has the client in the context of a request.
type clientKey struct{}

// remember is for http.Server.ConnContext.
func remember(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, clientKey{}, conn)
}

// whole notes for how long the server waits for the body of a request.
func whole(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(clientKey{}).(*client); ok && r.ContentLength != 0 {
			c.is(request)
			r.Body = &body{r.Body, c, false}
		}
		next.ServeHTTP(w, r)
	})
}

// body is that of a request.
type body struct {
	io.ReadCloser
	from *client
	read bool
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !b.read {
		b.read = true
		b.from.is(nothing)
	}
	return n, err
}
