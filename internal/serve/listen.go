package serve

import (
	"io"
	"log"
	"net"
	"sync"
)

// quiet is for messages about clients that go away.
var quiet = log.New(io.Discard, "", 0)

// limited is a listener that has so many connections at most; more wait.
type limited struct {
	net.Listener
	free chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	l.free <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &counted{Conn: c, leave: func() { <-l.free }}, nil
}

type counted struct {
	net.Conn
	once  sync.Once
	leave func()
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}
