package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// maxMessage bounds a message, in bytes: a file of that size has millions of lines.
const maxMessage = 64 << 20

// stream is a jsonrpc2.ObjectStream with the headers of the protocol. A message whose text is not what it should be is
// answered with an error and left out; one without a proper header is the end, since nobody knows where the next begins.
type stream struct {
	in  *bufio.Reader
	src io.Reader
	mu  sync.Mutex
	out io.Writer
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), src: in, out: out}
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.read()
		if err != nil {
			return err
		}
		code, text := 0, ""
		switch {
		case !json.Valid(body):
			code, text = -32700, "the message is not JSON"
		case len(body) > 0 && strings.HasPrefix(strings.TrimSpace(string(body[:min(len(body), 64)])), "["):
			code, text = -32600, "batches are not part of the protocol"
		default:
			if err := json.Unmarshal(body, v); err == nil {
				return nil
			}
			code, text = -32600, "the message is neither a request nor an answer"
		}
		if err := s.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": text}}); err != nil {
			return err
		}
	}
}

// read reads the text of a message.
func (s *stream) read() ([]byte, error) {
	size := int64(-1)
	for headers := 0; ; headers++ {
		line, err := s.in.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = errors.New("a line of a header has no end")
			}
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok || headers > 32 {
			return nil, fmt.Errorf("%q is not a header", text)
		}
		if strings.EqualFold(name, "Content-Length") {
			n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil || n < 0 || n > maxMessage {
				return nil, fmt.Errorf("the length of a message is %q", value)
			}
			size = n
		}
	}
	if size < 0 {
		return nil, errors.New("a message without Content-Length")
	}
	// Not make([]byte, size): what a header says need not come.
	body, err := io.ReadAll(io.LimitReader(s.in, size))
	if err == nil && int64(len(body)) < size {
		err = io.ErrUnexpectedEOF
	}
	return body, err
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// Close implements jsonrpc2.ObjectStream.
func (s *stream) Close() error {
	var errs []error
	for _, end := range []any{s.src, s.out} {
		if c, ok := end.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
