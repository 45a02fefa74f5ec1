// Package lsp is a language server: editors show what craig finds in C files, at the lines where it is.
//
//	lsp.go          the server, and what of the protocol goes where
//	protocol.go     the messages of the protocol, as far as they are used
//	stream.go       messages on a stream, of which some may be broken
//	documents.go    the text in the editor, and which of its lines is which of the file that was looked at
//	project.go      what is asked for, and what is known of each file
//	join.go         what is known of some functions, beside what was known of the others
//	runs.go         functions that are being looked at: progress, cancelling
//	diagnostics.go  findings as diagnostics, with the execution as related places
//	hover.go        invariants, and values of an execution
//	hints.go        inlay hints: contracts that were inferred
//	lens.go         code lenses, their commands, and comments that accept a finding
//
// It looks at functions as craig check does, by a Project, when a file is saved; what has not changed comes out of the
// cache of that. The protocol is [LSP 3.17], over a JSON-RPC connection of jsonrpc2.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// Server is one connection to an editor.
type Server struct {
	Version string
	Open    func(root string, s Settings) (Project, error) // the project in a folder; "" is a file by itself
	Log     io.Writer                                      // for mistakes of our own; nothing else is written there

	conn   *jsonrpc2.Conn
	ctx    context.Context // ends with the connection
	work   sync.WaitGroup
	client client

	mu       sync.Mutex // of all below
	state    state
	settings Settings
	root     string
	project  Project
	files    map[string]*file // by path
	shown    map[string]bool  // files for which the editor has diagnostics
	calls    map[jsonrpc2.ID]context.CancelFunc
	runs     map[string]*running // by token of progress
	turn     chan struct{}       // one run at a time
	tokens   int
}

// state is how far the life of the connection is.
type state uint8

const (
	fresh state = iota
	ready
	shut
	gone
)

// ErrNoShutdown says that the editor went without saying so.
var ErrNoShutdown = errors.New("the editor ended the connection without a shutdown request")

// Serve talks to an editor until it ends the connection, or ctx ends. What was running then has ended when it returns.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.ctx = ctx
	s.files, s.shown, s.calls, s.runs = map[string]*file{}, map[string]bool{}, map[jsonrpc2.ID]context.CancelFunc{}, map[string]*running{}
	s.turn = make(chan struct{}, 1)
	s.settings = Settings{Run: OnSave}
	set := make(chan struct{})
	s.conn = jsonrpc2.NewConn(ctx, newStream(in, out), jsonrpc2.Handler(after{set, s}), jsonrpc2.SetLogger(silent{}))
	close(set)
	<-s.conn.DisconnectNotify()
	stop()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != gone {
		return ErrNoShutdown
	}
	return nil
}

// after is a Handler that waits until the server knows its connection.
type after struct {
	set chan struct{}
	s   *Server
}

func (a after) Handle(ctx context.Context, c *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-a.set
	a.s.handle(req)
}

// silent is the library's log, which would be lines that no user can act on.
type silent struct{}

func (silent) Printf(string, ...any) {}

// handler answers a request; of a notification the answer is dropped.
type handler func(s *Server, ctx context.Context, params json.RawMessage) (any, error)

// quick are answered in the order in which they come, before the next message is read; slow ones beside that.
var (
	quick = map[string]handler{
		"initialize":                       with((*Server).initialize),
		"initialized":                      with(func(*Server, context.Context, struct{}) (any, error) { return nil, nil }),
		"shutdown":                         with(func(s *Server, _ context.Context, _ struct{}) (any, error) { return s.shutdown() }),
		"$/cancelRequest":                  with((*Server).cancelRequest),
		"window/workDoneProgress/cancel":   with((*Server).cancelProgress),
		"workspace/didChangeConfiguration": with((*Server).configure),
		"textDocument/didOpen":             with((*Server).didOpen),
		"textDocument/didChange":           with((*Server).didChange),
		"textDocument/didSave":             with((*Server).didSave),
		"textDocument/didClose":            with((*Server).didClose),
		"textDocument/hover":               with((*Server).hover),
		"textDocument/inlayHint":           with((*Server).inlayHints),
		"textDocument/codeLens":            with((*Server).codeLens),
		"textDocument/codeAction":          with((*Server).codeAction),
	}
	slow = map[string]handler{
		"workspace/executeCommand": with((*Server).execute),
	}
)

// with reads the parameters of a message.
func with[P any](f func(*Server, context.Context, P) (any, error)) handler {
	return func(s *Server, ctx context.Context, params json.RawMessage) (any, error) {
		var p P
		if len(params) > 0 && string(params) != "null" {
			if err := json.Unmarshal(params, &p); err != nil {
				return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
			}
		}
		return f(s, ctx, p)
	}
}

// Codes of errors that the protocol adds to those of JSON-RPC.
const (
	notInitialized   = -32002
	requestCancelled = -32800
	requestFailed    = -32803
)

// handle does what a message asks for.
func (s *Server) handle(req *jsonrpc2.Request) {
	s.mu.Lock()
	state := s.state
	s.mu.Unlock()
	if req.Method == "exit" {
		s.mu.Lock()
		if s.state == shut {
			s.state = gone
		}
		s.mu.Unlock()
		s.conn.Close()
		return
	}
	switch {
	case state == fresh && req.Method != "initialize":
		s.reply(req, nil, &jsonrpc2.Error{Code: notInitialized, Message: "the first request is initialize"})
		return
	case state == ready && req.Method == "initialize":
		s.reply(req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "initialize comes once"})
		return
	case state == shut:
		s.reply(req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "after shutdown comes exit"})
		return
	}
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	if h, ok := slow[req.Method]; ok && !req.Notif {
		ctx, cancel := context.WithCancel(s.ctx)
		s.mu.Lock()
		if s.calls[req.ID] != nil {
			s.mu.Unlock()
			cancel()
			s.reply(req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "a request with this id is being answered"})
			return
		}
		s.calls[req.ID] = cancel
		s.mu.Unlock()
		s.work.Go(func() {
			defer cancel()
			result, err := s.guarded(ctx, h, params)
			s.mu.Lock()
			delete(s.calls, req.ID)
			s.mu.Unlock()
			s.reply(req, result, err)
		})
		return
	}
	h, ok := quick[req.Method]
	if !ok {
		s.reply(req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "craig has no " + req.Method})
		return
	}
	result, err := s.guarded(s.ctx, h, params)
	s.reply(req, result, err)
}

// guarded calls a handler. A panic of it is a mistake of ours, which is told, and not the end of the server.
func (s *Server) guarded(ctx context.Context, h handler, params json.RawMessage) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(s.Log, "craig: this is a bug in craig: %v\n", r)
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("this is a bug in craig: %v", r)}
		}
	}()
	return h(s, ctx, params)
}

// reply answers a request; a notification has no answer.
func (s *Server) reply(req *jsonrpc2.Request, result any, err error) {
	if req.Notif {
		return
	}
	// An error of sending is that the connection has ended, which Serve sees.
	var known *jsonrpc2.Error
	switch {
	case errors.As(err, &known):
		_ = s.conn.ReplyWithError(s.ctx, req.ID, known)
	case errors.Is(err, context.Canceled):
		_ = s.conn.ReplyWithError(s.ctx, req.ID, &jsonrpc2.Error{Code: requestCancelled, Message: "cancelled"})
	case err != nil:
		_ = s.conn.ReplyWithError(s.ctx, req.ID, &jsonrpc2.Error{Code: requestFailed, Message: err.Error()})
	default:
		_ = s.conn.Reply(s.ctx, req.ID, result)
	}
}

// notify tells the editor something.
func (s *Server) notify(method string, params any) {
	_ = s.conn.Notify(s.ctx, method, params) // an error is that the connection has ended
}

// message shows the user a text.
func (s *Server) message(kind int, format string, args ...any) {
	s.notify("window/showMessage", map[string]any{"type": kind, "message": fmt.Sprintf(format, args...)})
}

// Kinds of messages.
const (
	messageError = iota + 1
	messageWarning
	messageInfo
)

// initialize opens the project.
func (s *Server) initialize(_ context.Context, p initializeParams) (any, error) {
	s.client = p.Capabilities.read()
	root := ""
	for _, uri := range append([]string{p.RootURI}, p.folders()...) {
		if path, ok := pathOf(uri); ok {
			root = path
			break
		}
	}
	settings := Settings{Run: OnSave}
	if err := settings.read(p.Options); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "initializationOptions: " + err.Error()}
	}
	project, err := s.Open(root, settings)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.settings, s.root, s.project = ready, settings, root, project
	return initializeResult{
		Capabilities: serverCapabilities{
			PositionEncoding: s.client.encoding,
			Sync:             syncOptions{OpenClose: true, Change: 2, Save: true},
			Hover:            true,
			InlayHint:        true, // a setting switches them on, which may change
			CodeLens:         codeLensOptions{},
			CodeAction:       codeActionOptions{Kinds: []string{"quickfix"}},
			Commands:         commandOptions{Commands: []string{commandVerify, commandCheck, commandShow}, WorkDone: true},
		},
		Info: serverInfo{Name: "craig", Version: s.Version},
	}, nil
}

// shutdown ends all work; what the editor says after it is exit.
func (s *Server) shutdown() (any, error) {
	s.mu.Lock()
	s.state = shut
	for _, cancel := range s.calls {
		cancel()
	}
	for _, r := range s.runs {
		r.cancel()
	}
	project := s.project
	s.mu.Unlock()
	if project != nil {
		project.Close()
	}
	return nil, nil
}

// cancelRequest ends the work for a request, which is answered as cancelled.
func (s *Server) cancelRequest(_ context.Context, p struct {
	ID jsonrpc2.ID `json:"id"`
}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.calls[p.ID]; cancel != nil {
		cancel()
	}
	return nil, nil
}

// configure obeys settings that have changed.
func (s *Server) configure(_ context.Context, p struct {
	Settings struct {
		Craig json.RawMessage `json:"craig"`
	} `json:"settings"`
}) (any, error) {
	s.mu.Lock()
	settings, root := s.settings, s.root
	s.mu.Unlock()
	if err := settings.read(p.Settings.Craig); err != nil {
		s.message(messageError, "craig: settings: %v", err)
		return nil, nil
	}
	project, err := s.Open(root, settings)
	if err != nil {
		s.message(messageError, "craig: settings: %v", err)
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.project
	s.settings, s.project = settings, project
	if old != nil {
		old.Close()
	}
	s.refreshHints()
	return nil, nil
}
