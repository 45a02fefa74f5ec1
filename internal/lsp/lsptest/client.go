// Package lsptest is an editor for tests of the language server: it says what a test has it say, and keeps what it
// hears. It shares no code with the server.
package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Client is an editor.
type Client struct {
	t   testing.TB
	out io.WriteCloser

	writing sync.Mutex
	mu      sync.Mutex
	heard   []Message
	more    chan struct{} // closed and made again when something is heard
	ended   bool
	next    int
	// Answer has what the client says to requests of the server; those that are not in it get null.
	Answer map[string]any
}

// Message is what the server has said.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// New is an editor that reads from in and writes to out.
func New(t testing.TB, in io.Reader, out io.WriteCloser) *Client {
	c := &Client{t: t, out: out, more: make(chan struct{}), Answer: map[string]any{}}
	go c.listen(bufio.NewReader(in))
	return c
}

func (c *Client) listen(in *bufio.Reader) {
	for {
		head, err := textproto.NewReader(in).ReadMIMEHeader()
		var m Message
		if err == nil {
			var n int
			if n, err = strconv.Atoi(head.Get("Content-Length")); err == nil {
				body := make([]byte, n)
				if _, err = io.ReadFull(in, body); err == nil {
					err = json.Unmarshal(body, &m)
				}
			}
		}
		c.mu.Lock()
		if err != nil {
			c.ended = true
		} else {
			c.heard = append(c.heard, m)
		}
		close(c.more)
		c.more = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
		if m.Method != "" && len(m.ID) > 0 {
			go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": c.Answer[m.Method]}) // not here: the server may be writing
		}
	}
}

func (c *Client) send(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		c.t.Error(err)
	}
	c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// Raw writes something that may not be a message. That nobody reads any more is no mistake of the test.
func (c *Client) Raw(text string) {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, _ = io.WriteString(c.out, text)
}

// Notify tells the server something.
func (c *Client) Notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// Request asks without waiting, and returns the id.
func (c *Client) Request(method string, params any) int {
	c.mu.Lock()
	c.next++
	id := c.next
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return id
}

// patience is after how long a server that does not answer is taken to hang; no test depends on how fast one is.
const patience = 5 * time.Minute

// Await waits for the first message from the n'th on that matches, and returns it with its number.
func (c *Client) Await(from int, what string, matches func(Message) bool) (Message, int) {
	c.t.Helper()
	late := time.After(patience)
	for {
		c.mu.Lock()
		more, ended := c.more, c.ended
		for i := from; i < len(c.heard); i++ {
			if matches(c.heard[i]) {
				m := c.heard[i]
				c.mu.Unlock()
				return m, i
			}
			from = i + 1
		}
		c.mu.Unlock()
		if ended {
			c.t.Fatalf("the server has ended without %s", what)
		}
		select {
		case <-more:
		case <-late:
			c.t.Fatalf("the server does not come to %s", what)
		}
	}
}

// Heard is how many messages have come.
func (c *Client) Heard() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.heard)
}

// Answered waits for the answer to a request.
func (c *Client) Answered(id int) Message {
	c.t.Helper()
	m, _ := c.Await(0, fmt.Sprintf("an answer to request %d", id), func(m Message) bool { return m.Method == "" && string(m.ID) == strconv.Itoa(id) })
	return m
}

// Call asks, and reads the answer into result, which may be nil. An error as answer fails the test.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	m := c.Answered(c.Request(method, params))
	if m.Error != nil {
		c.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
}

// Fails asks for something that has to be refused, with a code.
func (c *Client) Fails(code int, method string, params any) {
	c.t.Helper()
	if m := c.Answered(c.Request(method, params)); m.Error == nil || m.Error.Code != code {
		c.t.Errorf("%s: got %s, %v; want error %d", method, m.Result, m.Error, code)
	}
}

// Notified waits for a notification from message n on whose parameters match.
func (c *Client) Notified(from int, method string, matches func(params string) bool) (Message, int) {
	c.t.Helper()
	return c.Await(from, method, func(m Message) bool { return m.Method == method && matches(string(m.Params)) })
}
