// Package serve is a page at which programs are verified: paste or open one, watch the engines, stop them, read the
// result.
//
//	serve.go  the server, and who may talk to it
//	listen.go how many connections there may be, and which makes room for another
//	jobs.go   programs that are verified, each in a process of its own; how many, how large, how long
//	search.go the search of a job, while it grows
//	follow.go what is told as it happens, as server-sent events
//	results.go what stores of earlier runs have
//	page.*    the page
//	results.* the page of results
//
// No request names a file of the server: a program comes in the request, and craig verify --sealed reads nothing else.
package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"craig/internal/ask"
	"craig/internal/page"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Options say what may be done.
type Options struct {
	Token      string        // that whoever talks to the server has to know; "": none, on loopback only
	Properties []string      // that can be chosen
	Engines    []string      // likewise
	Kinds      []string      // of steps of engines, by their numbers
	Program    []string      // the command craig
	Args       Args          // what it is told
	MaxText    int64         // bytes of a program
	MaxTime    time.Duration // of a job
	Memory     int64         // of a job, in bytes
	Running    int           // jobs at a time
	Waiting    int           // jobs that wait
	Dir        string        // for files of jobs
	Stores     []Store       // of earlier runs, for all who may talk to the server
}

// Args is the command line that answers a question, for a program on standard input, and writes what came of it to
// files. It reads no other file.
type Args func(ask.Question, Files) []string

// Files are what a job writes.
type Files struct {
	Result string // the result file
	Page   string
}

// limits of time for clients.
type limits struct {
	head   time.Duration // of a request
	whole  time.Duration // request
	answer time.Duration // taking an answer, or an event
	idle   time.Duration // between requests
	room   time.Duration // with a client that says nothing, before it makes room for another
	tick   time.Duration // between events
}

var usual = limits{head: 5 * time.Second, whole: 20 * time.Second, answer: time.Minute, idle: 30 * time.Second, room: 250 * time.Millisecond, tick: 250 * time.Millisecond}

// NewToken is a random token.
func NewToken() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Connections of one server, and those of them that follow a job.
const (
	maxConnections = 64
	maxFollowers   = 24
)

// Serve answers requests until ctx ends; all jobs have ended when it returns.
func Serve(ctx context.Context, l net.Listener, o Options) error { return serve(ctx, l, o, usual) }

func serve(ctx context.Context, l net.Listener, o Options, lim limits) error {
	loopback := false
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		loopback = a.IP.IsLoopback()
	}
	if !loopback && o.Token == "" {
		return errors.New("a server that others can reach needs a token")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &server{o: o, limits: lim, loopback: loopback, jobs: newJobs(ctx, o), followers: make(chan struct{}, maxFollowers), making: make(chan struct{}, 1)}
	hs := &http.Server{Handler: whole(s.guard(s.routes())), ConnState: state, ConnContext: remember, ReadHeaderTimeout: lim.head, ReadTimeout: lim.whole, WriteTimeout: lim.answer, IdleTimeout: lim.idle,
		MaxHeaderBytes: 16 << 10, BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: quiet}
	done := make(chan error, 1)
	go func() { done <- hs.Serve(newCrowd(l, maxConnections, lim.room)) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
	}
	stop()
	hs.Close()
	s.jobs.wait()
	return err
}

type server struct {
	o         Options
	limits    limits
	loopback  bool
	jobs      *jobs
	followers chan struct{}
	making    chan struct{} // one answer out of a store at a time
}

func (s *server) routes() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /{$}", s.index)
	m.HandleFunc("GET /page.js", s.script)
	m.HandleFunc("GET /jobs", func(w http.ResponseWriter, r *http.Request) { answer(w, http.StatusOK, s.jobs.list()) })
	m.HandleFunc("POST /jobs", s.begin)
	m.HandleFunc("GET /search.js", s.script)
	m.HandleFunc("GET /events", s.followAll)
	m.HandleFunc("GET /jobs/{id}/events", s.follow)
	m.HandleFunc("GET /jobs/{id}/search", s.followSearch)
	m.HandleFunc("GET /jobs/{id}/page", s.result)
	m.HandleFunc("GET /jobs/{id}/result", s.result)
	m.HandleFunc("DELETE /jobs/{id}", s.end)
	m.HandleFunc("GET /results", s.results)
	m.HandleFunc("GET /results.js", s.script)
	m.HandleFunc("GET /stores", s.stores)
	m.HandleFunc("GET /stores/{store}/runs/{run}", s.run)
	m.HandleFunc("GET /stores/{store}/runs/{run}/report", s.report)
	m.HandleFunc("GET /stores/{store}/results/{key}", s.kept)
	return m
}

// guard refuses requests that do not come from the page, or from somebody who knows the token.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		if s.loopback && !loopbackHost(r.Host) { // a name that somebody else has had resolve to this machine
			refuse(w, http.StatusForbidden, "this server is for the machine it runs on")
			return
		}
		if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host && o != "https://"+r.Host {
			refuse(w, http.StatusForbidden, "the request comes from another site")
			return
		}
		if f := r.Header.Get("Sec-Fetch-Site"); f != "" && f != "same-origin" && f != "none" {
			refuse(w, http.StatusForbidden, "the request comes from another site")
			return
		}
		if !s.known(w, r) {
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopbackHost says whether a Host header names this machine as it names itself.
func loopbackHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// cookie has the token in the browser.
const cookie = "craig"

// known says whether a request has the token. A page that is opened with the token in its address gets it as a cookie,
// and its address without it.
func (s *server) known(w http.ResponseWriter, r *http.Request) bool {
	if s.o.Token == "" {
		return true
	}
	is := func(token string) bool { return subtle.ConstantTimeCompare([]byte(token), []byte(s.o.Token)) == 1 }
	if c, err := r.Cookie(cookie); err == nil && is(c.Value) {
		return true
	}
	if rest, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && is(rest) {
		return true
	}
	if r.Method == http.MethodGet && r.URL.Path == "/" && is(r.URL.Query().Get("token")) {
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.o.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return false
	}
	refuse(w, http.StatusUnauthorized, "the address that craig serve has printed has a token; open that")
	return false
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // that the client has gone is no harm
}

func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, map[string]string{"error": why})
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript []byte

func (s *server) index(w http.ResponseWriter, r *http.Request) {
	option := func(text string) g.Node { return h.Option(g.Text(text)) }
	field := func(name string, input g.Node) g.Node { return h.Label(g.Text(name+" "), input) }
	most := int(s.o.MaxTime.Seconds())
	jobs, after, _ := strings.Cut(pageText, "<!-- search -->")
	servePage(w, "craig", page.SearchStyle()+pageStyle, h.Main(
		h.H1(g.Text("craig")),
		g.If(len(s.o.Stores) > 0, h.P(h.A(h.Href("/results"), g.Text("results")), g.Text(" of earlier runs"))),
		h.P(g.Text("Paste a C program, or open one. It is read by itself: of headers, only those of the C library that craig has.")),
		h.Form(h.ID("form"),
			h.Textarea(h.ID("text"), g.Attr("spellcheck", "false"), h.AutoComplete("off"), h.Aria("label", "the program"), h.MaxLength(strconv.FormatInt(s.o.MaxText, 10))),
			h.Div(h.Class("bar"),
				field("open", h.Input(h.Type("file"), h.ID("file"), h.Accept(".c,.i,.h,text/plain"))),
				field("property", h.Select(h.ID("property"), g.Map(s.o.Properties, option))),
				field("engine", h.Select(h.ID("engine"), h.Option(h.Value(""), g.Text("the portfolio: those that fit")), g.Map(s.o.Engines, option),
					h.Option(h.Value("*"), g.Text("each by itself, beside each other")))),
				field("function", h.Input(h.ID("entry"), g.Attr("size", "10"), h.Placeholder("main"))),
				field("error label", h.Input(h.ID("label"), g.Attr("size", "8"), h.Placeholder("none"))),
				field("bits", h.Select(h.ID("bits"), option("64"), option("32"))),
				field("seconds", h.Input(h.ID("seconds"), h.Type("number"), h.Min("1"), h.Max(strconv.Itoa(most)), h.Value(strconv.Itoa(min(most, 20))))),
				h.Button(h.Type("submit"), g.Text("verify")))),
		h.P(h.ID("told"), h.Role("status")),
		g.Raw(jobs), page.Search(), g.Raw(after)),
		h.Script(h.Src("/search.js")), h.Script(h.Src("/page.js")))
}

// servePage answers with a page.
func servePage(w http.ResponseWriter, title, style string, body ...g.Node) {
	var b bytes.Buffer
	if err := page.WriteServed(&b, title, style, body...); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes()) // that the client has gone is no harm
}

func (s *server) script(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	text := pageScript
	switch r.URL.Path {
	case "/search.js":
		text = []byte(page.SearchScript())
	case "/results.js":
		text = resultsScript
	}
	_, _ = w.Write(text) // likewise
}

// begin begins a job.
func (s *server) begin(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "a program is sent as application/json")
		return
	}
	var q ask.Question
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 6*s.o.MaxText+4096)) // as JSON a text can be longer
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		status := http.StatusBadRequest
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			status = http.StatusRequestEntityTooLarge
		}
		refuse(w, status, err.Error())
		return
	}
	if _, err := d.Token(); err != io.EOF {
		refuse(w, http.StatusBadRequest, "there is more than one question")
		return
	}
	if int64(len(q.Text)) > s.o.MaxText {
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the program has %d bytes, of at most %d", len(q.Text), s.o.MaxText))
		return
	}
	if err := q.Check(ask.Limits{Properties: s.o.Properties, Engines: s.o.Engines, MaxTime: s.o.MaxTime}); err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	j, ok := s.jobs.add(q)
	if !ok {
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusTooManyRequests, "there is as much to do as may be; try again later, or stop something")
		return
	}
	answer(w, http.StatusAccepted, j.state())
}

// find is the job that a request names.
func (s *server) find(w http.ResponseWriter, r *http.Request) *job {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		refuse(w, http.StatusNotFound, "there is no such job, or not any more")
	}
	return j
}

func (s *server) end(w http.ResponseWriter, r *http.Request) {
	if j := s.find(w, r); j != nil {
		j.cancel()
		answer(w, http.StatusOK, j.state())
	}
}

// sealed makes an answer a page that runs as nobody's.
func sealed(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; sandbox allow-scripts; frame-ancestors 'self'")
}

// result is what came of a job: a page, or a result file. The page runs as nobody's: it can read nothing of the server.
func (s *server) result(w http.ResponseWriter, r *http.Request) {
	j := s.find(w, r)
	if j == nil {
		return
	}
	text, kind := j.json(), "application/json"
	if strings.HasSuffix(r.URL.Path, "/page") {
		text, kind = j.html(), "text/html; charset=utf-8"
		sealed(w)
	}
	if text == nil {
		refuse(w, http.StatusNotFound, "there is no result, or not yet")
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(text) // that the client has gone is no harm
}
