package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"craig/internal/ask"
	"craig/internal/testenv"
)

// answering is a craig with the arguments RESULT PAGE that tells two steps and the program, as it is and as labels, writes a page and
// says TRUE; a program with the word forever goes on.
const answering = `cat > program
echo '{"run":"ufo"}' >&2; echo '[1,0,1,0,0,7,0]' >&2; echo '{"label":"x <= 4"}' >&2; echo '[8,0,1,0,0,7,1]' >&2; echo 'something else' >&2
if grep -q tell program; then
	cat program >&2
	tr -d '\000-\011\013-\037' < program | sed 's/[\\"]/\\&/g; s/^/{"label":"/; s/$/"}/' >&2
	echo '[8,0,1,0,0,7,2]' >&2
fi
if grep -q many program; then i=0; while [ $i -lt 9000 ]; do echo "[1,0,$i,0,0,7,0]"; i=$((i+1)); done >&2; echo '{"lost":500,"kinds":[0,9500,0,0,0,0,0,0,1,0]}' >&2; fi
if grep -q forever program; then sleep 1000; fi
echo '<p>page' > "$2"; echo '{"verdict":"TRUE"}' > "$1"`

type site struct {
	t    *testing.T
	url  string
	host string
	stop context.CancelFunc
	done chan error
	dir  string
}

func start(t *testing.T, address, token string, lim limits, stores ...Store) *site {
	t.Helper()
	testenv.NeedsTool(t, "sh")
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	s := &site{t, "http://" + l.Addr().String(), l.Addr().String(), stop, make(chan error, 1), t.TempDir()}
	o := Options{Token: token, Properties: []string{"bounds", "null"}, Engines: []string{"ufo"}, Kinds: []string{"", "expand", "infeasible", "cover", "subsume", "widen", "refine", "restart", "label", "unwind"}, Program: []string{"sh", "-c", answering, "craig"},
		Args: func(q ask.Question, f Files) []string { return []string{f.Result, f.Page} }, MaxText: 1000, MaxTime: 2000 * time.Second, Running: 1, Waiting: 1, Dir: s.dir, Stores: stores}
	go func() { s.done <- serve(ctx, l, o, lim) }()
	t.Cleanup(func() { stop(); <-s.done })
	return s
}

// ask sends a request, with headers "name: value".
func (s *site) ask(method, path, body string, headers ...string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	a, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return 0, fmt.Sprint(a.Status, " ", err)
	}
	return a.StatusCode, string(text)
}

const asJSON = "Content-Type: application/json"

func question(text string) string {
	q, _ := json.Marshal(ask.Question{Text: text, Property: "bounds", Seconds: 1000}) // texts and a number
	return string(q)
}

func (s *site) begin(text string) State {
	s.t.Helper()
	status, body := s.ask("POST", "/jobs", question(text), asJSON)
	var st State
	if status != http.StatusAccepted || json.Unmarshal([]byte(body), &st) != nil {
		s.t.Fatalf("status %d: %s", status, body)
	}
	return st
}

// follow reads the events of a job to their end, and returns the last.
func (s *site) follow(id string, each func(State)) (last State) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), "GET", s.url+"/jobs/"+id+"/events", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	for lines := bufio.NewScanner(a.Body); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			last = State{}
			if err := json.Unmarshal([]byte(data), &last); err != nil {
				s.t.Fatal(err)
			}
			each(last)
		}
	}
	return last
}

// TestJob: a program is answered, its events are told, and its result can be read, as a page that is sandboxed.
func TestJob(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	st := s.begin("int main;")
	last := s.follow(st.ID, func(State) {})
	if st.Labels == nil || st.Kinds == nil {
		t.Errorf("at the beginning: %+v", st) // the page counts them
	}
	if last.Verdict != "TRUE" || last.Kinds["expand"] != 1 || len(last.Labels) != 1 || last.Labels[0] != "x <= 4" || !last.Page {
		t.Errorf("at the end: %+v", last)
	}
	if status, body := s.ask("GET", "/jobs/"+st.ID+"/page", ""); status != 200 || body != "<p>page\n" {
		t.Errorf("page: %d %s", status, body)
	}
	a, err := http.Get(s.url + "/jobs/" + st.ID + "/page")
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if p := a.Header.Get("Content-Security-Policy"); !strings.Contains(p, "sandbox allow-scripts;") || !strings.Contains(p, "default-src 'none'") {
		t.Errorf("the policy of the page is %s", p)
	}
	if status, body := s.ask("GET", "/", ""); status != 200 || !strings.Contains(body, "<option>bounds</option>") || strings.Contains(body, "<script>") {
		t.Errorf("index: %d", status)
	}
}

// streamed reads server-sent events until they end, or enough says so of the lines.
func (s *site) streamed(path string, enough func(lines []string) bool, headers ...string) (lines []string) {
	s.t.Helper()
	ctx, stop := context.WithCancel(s.t.Context())
	defer stop()
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	scan := bufio.NewScanner(a.Body)
	for scan.Buffer(nil, 4*maxBatch); scan.Scan(); {
		if t := scan.Text(); t != "" && t[0] != ':' {
			lines = append(lines, t)
		}
		if enough != nil && enough(lines) {
			break
		}
	}
	return lines
}

// TestSearch: the search of a job is told in batches while it grows, from anywhere that a batch has ended; steps that
// were not kept are counted.
func TestSearch(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	st := s.begin("many")
	last := s.follow(st.ID, func(State) {})
	if last.Kinds["expand"] != 9500 || last.Kinds["label"] != 1 {
		t.Errorf("at the end: %+v", last)
	}
	read := func(lines []string) (list []json.RawMessage, ids []string) {
		for _, l := range lines {
			if text, ok := strings.CutPrefix(l, "data: ["); ok {
				if len(text) > maxBatch+10 {
					t.Errorf("a batch of %d bytes", len(text))
				}
				var batch []json.RawMessage
				if err := json.Unmarshal([]byte("["+text), &batch); err != nil {
					t.Fatal(err)
				}
				list = append(list, batch...)
			}
			if id, ok := strings.CutPrefix(l, "id: "); ok {
				ids = append(ids, id)
			}
		}
		return list, ids
	}
	lines := s.streamed("/jobs/"+st.ID+"/search", nil)
	all, ids := read(lines)
	if len(all) != 9005 || len(ids) < 2 || lines[len(lines)-2] != "event: end" || string(all[2]) != `{"label":"x <= 4"}` {
		t.Errorf("%d lines in %d batches, the last is %q", len(all), len(ids), lines[len(lines)-2:])
	}
	rest, _ := read(s.streamed("/jobs/"+st.ID+"/search", nil, "Last-Event-ID: "+ids[0]))
	if first, _ := read(lines[:2]); len(first)+len(rest) != len(all) {
		t.Errorf("%d lines after %d, of %d", len(rest), len(first), len(all))
	}
	for _, id := range []string{"-1", "1", "99999999", "9223372036854775807"} { // where no batch has ended
		if rest, _ := read(s.streamed("/jobs/"+st.ID+"/search", nil, "Last-Event-ID: "+id)); len(rest) != 0 {
			t.Errorf("%d lines after %s", len(rest), id)
		}
	}
	if status, _ := s.ask("GET", "/jobs/"+st.ID+"/search", "", "Last-Event-ID: x"); status != http.StatusBadRequest {
		t.Errorf("after no number: %d", status)
	}
	grows := s.begin("many forever")
	if live := s.streamed("/jobs/"+grows.ID+"/search", func(lines []string) bool { all, _ := read(lines); return len(all) == 9005 }); len(live) == 0 {
		t.Error("nothing of a search that goes on")
	}
	states := map[string]string{}
	s.streamed("/events", func(lines []string) bool {
		for _, l := range lines {
			var st State
			if text, ok := strings.CutPrefix(l, "data: "); ok && json.Unmarshal([]byte(text), &st) == nil {
				states[st.ID] = st.Verdict
			}
		}
		return len(states) == 2
	})
	if states[st.ID] != "TRUE" || states[grows.ID] != "" {
		t.Errorf("of both: %v", states)
	}
}

// TestFollowers: of thousands who want to watch, as many can as may, the others are told so, and requests are answered
// beside them and after them.
func TestFollowers(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", limits{head: time.Hour, whole: time.Hour, answer: time.Hour, idle: time.Hour, tick: time.Hour})
	id := s.begin("forever").ID
	watching := s.slow(maxFollowers, "GET /events HTTP/1.1\r\nHost: %s\r\n\r\n")
	for _, c := range watching { // each has its first event
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 200") {
			t.Fatal(line, err)
		}
	}
	for range 100 {
		for _, path := range []string{"/events", "/jobs/" + id + "/events", "/jobs/" + id + "/search"} {
			if status, _ := s.ask("GET", path, ""); status != http.StatusServiceUnavailable {
				t.Fatalf("%s: %d", path, status)
			}
		}
	}
	if status, _ := s.ask("GET", "/jobs", ""); status != 200 {
		t.Errorf("beside them: %d", status)
	}
	if status, _ := s.ask("DELETE", "/jobs/"+id, ""); status != 200 {
		t.Errorf("beside them, stopping: %d", status)
	}
	for _, c := range watching {
		c.Close()
	}
}

// TestStop: one job runs, one waits, more are refused; what runs can be stopped, and the next one begins.
func TestStop(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	one, two := s.begin("forever 1"), s.begin("forever 2")
	if status, _ := s.ask("POST", "/jobs", question("x"), asJSON); status != http.StatusTooManyRequests {
		t.Errorf("a third job: %d", status)
	}
	stop := func(id string) {
		s.ask("DELETE", "/jobs/"+id, "")
	}
	stopped := false
	last := s.follow(one.ID, func(st State) {
		if st.Kinds["label"] > 0 && !stopped {
			stopped = true
			stop(one.ID)
		}
	})
	if last.Verdict != "stopped" || !last.Done || last.Page {
		t.Errorf("at the end: %+v", last)
	}
	s.follow(two.ID, func(st State) {
		if st.Kinds["label"] > 0 {
			stop(two.ID)
		}
	})
	if last := s.follow(s.begin("int x;").ID, func(State) {}); last.Verdict != "TRUE" {
		t.Errorf("after both: %+v", last)
	}
	if status, body := s.ask("GET", "/jobs", ""); status != 200 || strings.Count(body, `"id"`) != 3 {
		t.Errorf("jobs: %d %s", status, body)
	}
	s.begin("forever 3") // ends with the server
}

// TestHostile: what is not a request of the page is refused.
func TestHostile(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	good := question("int x;")
	for _, c := range []struct {
		why          string
		method, path string
		body         string
		headers      []string
		status       int
	}{
		// paths
		{"a path out, which leads to one that is not there", "GET", "/../../etc/passwd", "", nil, 307},
		{"that one", "GET", "/etc/passwd", "", nil, 404},
		{"the same, escaped", "GET", "/..%2f..%2fetc%2fpasswd", "", nil, 404},
		{"escaped twice", "GET", "/..%252f..%252fetc%252fpasswd", "", nil, 404},
		{"with backslashes", "GET", "/..%5c..%5cetc%5cpasswd", "", nil, 404},
		{"with a NUL", "GET", "/page.js%00.html", "", nil, 404},
		{"two slashes", "GET", "//etc/passwd", "", nil, 307},
		{"a file of the server", "GET", "/serve.go", "", nil, 404},
		{"a folder", "GET", "/jobs/", "", nil, 404},
		{"a job's path out", "GET", "/jobs/..%2f..%2fetc%2fpasswd/page", "", nil, 404},
		{"a job's path out to its events", "GET", "/jobs/..%2f..%2fetc%2fpasswd/events", "", nil, 404},
		{"a job that is a path", "GET", "/jobs/%2fetc%2fpasswd/result", "", nil, 404},
		{"a job that is not there", "GET", "/jobs/0123/result", "", nil, 404},
		{"its end", "DELETE", "/jobs/0123", "", nil, 404},
		{"a wildcard", "DELETE", "/jobs/*", "", nil, 404},
		{"all jobs", "DELETE", "/jobs", "", nil, 405},
		{"another method", "PUT", "/jobs", good, []string{asJSON}, 405},
		{"what a browser asks before it crosses sites", "OPTIONS", "/jobs", "", []string{"Access-Control-Request-Method: POST"}, 405},
		{"a trace", "TRACE", "/", "", nil, 405},
		{"a proxy", "CONNECT", "/jobs", "", nil, 405},
		// sites
		{"another site", "POST", "/jobs", good, []string{asJSON, "Origin: http://evil.example"}, 403},
		{"another site's frame", "POST", "/jobs", good, []string{asJSON, "Origin: null"}, 403},
		{"another port", "POST", "/jobs", good, []string{asJSON, "Origin: http://127.0.0.1:1"}, 403},
		{"a name that begins as ours", "POST", "/jobs", good, []string{asJSON, "Origin: http://" + s.host + ".evil.example"}, 403},
		{"a name after ours", "POST", "/jobs", good, []string{asJSON, "Origin: http://" + s.host + "@evil.example"}, 403},
		{"a file", "POST", "/jobs", good, []string{asJSON, "Origin: file://"}, 403},
		{"another site reads", "GET", "/jobs", "", []string{"Origin: http://evil.example"}, 403},
		{"another site ends a job", "DELETE", "/jobs/0123", "", []string{"Origin: http://evil.example"}, 403},
		{"another site, by the browser", "GET", "/jobs", "", []string{"Sec-Fetch-Site: cross-site"}, 403},
		{"another port, by the browser", "GET", "/jobs", "", []string{"Sec-Fetch-Site: same-site"}, 403},
		{"another site's script", "GET", "/page.js", "", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: script"}, 403},
		{"a name that resolves to here", "GET", "/jobs", "", []string{"Host: evil.example"}, 403},
		{"the same with a port", "GET", "/", "", []string{"Host: evil.example:80"}, 403},
		{"the same with its origin", "POST", "/jobs", good, []string{asJSON, "Host: evil.example", "Origin: http://evil.example"}, 403},
		{"a name that begins with our address", "GET", "/jobs", "", []string{"Host: 127.0.0.1.evil.example"}, 403},
		{"a name that begins with localhost", "GET", "/jobs", "", []string{"Host: localhost.evil.example"}, 403},
		{"a name under localhost", "GET", "/jobs", "", []string{"Host: evil.localhost"}, 403},
		{"an address that is none", "GET", "/jobs", "", []string{"Host: 0.0.0.0"}, 403},
		{"an address of another machine", "GET", "/jobs", "", []string{"Host: [2001:db8::1]:80"}, 403},
		{"an address as a number", "GET", "/jobs", "", []string{"Host: 2130706433"}, 403},
		// bodies
		{"a form", "POST", "/jobs", "text=x", []string{"Content-Type: application/x-www-form-urlencoded"}, 415},
		{"a form with files", "POST", "/jobs", "--x", []string{"Content-Type: multipart/form-data; boundary=x"}, 415},
		{"a form that is JSON", "POST", "/jobs", good, []string{"Content-Type: text/plain"}, 415},
		{"no kind", "POST", "/jobs", good, nil, 415},
		{"no JSON", "POST", "/jobs", "{", []string{asJSON}, 400},
		{"a list", "POST", "/jobs", "[" + good + "]", []string{asJSON}, 400},
		{"deep JSON", "POST", "/jobs", strings.Repeat("[", 8000), []string{asJSON}, 400},
		{"more after it", "POST", "/jobs", good + good, []string{asJSON}, 400},
		{"a program that is a number", "POST", "/jobs", `{"text":1,"property":"bounds","seconds":1}`, []string{asJSON}, 400},
		{"no program", "POST", "/jobs", `{"text":" ","property":"bounds","seconds":1}`, []string{asJSON}, 400},
		{"a large program", "POST", "/jobs", question(strings.Repeat("x", 1001)), []string{asJSON}, 413},
		{"a large name", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":1,"name":"` + strings.Repeat("x", 201) + `"}`, []string{asJSON}, 400},
		{"a large field that is none", "POST", "/jobs", `{"text":"x","` + strings.Repeat("x", 20_000) + `":1}`, []string{asJSON}, 413},
		{"a large head", "GET", "/jobs", "", []string{"X-A: " + strings.Repeat("x", 40_000)}, 431},
		// words of a command line
		{"a property that is an option", "POST", "/jobs", `{"text":"x","property":"--html=x","seconds":1}`, []string{asJSON}, 400},
		{"two properties", "POST", "/jobs", `{"text":"x","property":"bounds,null","seconds":1}`, []string{asJSON}, 400},
		{"a property that is a file", "POST", "/jobs", `{"text":"x","property":"/etc/passwd","seconds":1}`, []string{asJSON}, 400},
		{"no property", "POST", "/jobs", `{"text":"x","property":"","seconds":1}`, []string{asJSON}, 400},
		{"an engine that is an option", "POST", "/jobs", `{"text":"x","property":"bounds","engine":"-o","seconds":1}`, []string{asJSON}, 400},
		{"an engine and more", "POST", "/jobs", `{"text":"x","property":"bounds","engine":"ufo --json x","seconds":1}`, []string{asJSON}, 400},
		{"a function that is an option", "POST", "/jobs", `{"text":"x","property":"bounds","entry":"--x","seconds":1}`, []string{asJSON}, 400},
		{"a function that is a path", "POST", "/jobs", `{"text":"x","property":"bounds","entry":"../x","seconds":1}`, []string{asJSON}, 400},
		{"a function and a line", "POST", "/jobs", `{"text":"x","property":"bounds","entry":"f\n","seconds":1}`, []string{asJSON}, 400},
		{"a function and a command", "POST", "/jobs", `{"text":"x","property":"bounds","entry":"f;id","seconds":1}`, []string{asJSON}, 400},
		{"a label and a command", "POST", "/jobs", `{"text":"x","property":"bounds","label":"E --html /tmp/x","seconds":1}`, []string{asJSON}, 400},
		{"an option as a label", "POST", "/jobs", `{"text":"x","property":"bounds","label":"--html","seconds":1}`, []string{asJSON}, 400},
		{"bits that no pointer has", "POST", "/jobs", `{"text":"x","property":"bounds","bits":16,"seconds":1}`, []string{asJSON}, 400},
		{"a field that is none", "POST", "/jobs", `{"text":"x","property":"bounds","file":"/etc/passwd","seconds":1}`, []string{asJSON}, 400},
		{"options", "POST", "/jobs", `{"text":"x","property":"bounds","args":["-I/etc"],"seconds":1}`, []string{asJSON}, 400},
		{"no time", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":0}`, []string{asJSON}, 400},
		{"less", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":-1}`, []string{asJSON}, 400},
		{"too much time", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":9999}`, []string{asJSON}, 400},
		{"more than fits", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":9223372037}`, []string{asJSON}, 400},
		{"a time that is none", "POST", "/jobs", `{"text":"x","property":"bounds","seconds":1e99}`, []string{asJSON}, 400},
		{"a larger one", "POST", "/jobs", question(strings.Repeat("x", 30_000)), []string{asJSON}, 413},
	} {
		if status, body := s.ask(c.method, c.path, c.body, c.headers...); status != c.status && (status != 0 || c.status != 413 && c.status != 431) { // the server may hang up on those
			t.Errorf("%s: status %d, want %d: %.200s", c.why, status, c.status, body)
		}
	}
	if status, body := s.ask("GET", "/jobs", ""); body != "[]\n" {
		t.Errorf("some of that began a job: %d %s", status, body)
	}
}

// TestToken: who does not know the token gets nothing; the page that is opened with it gets a cookie. A server that
// others can reach does not begin without one.
func TestToken(t *testing.T) {
	s := start(t, "127.0.0.1:0", "secret", usual)
	for _, headers := range [][]string{nil, {"Authorization: Bearer wrong"}, {"Cookie: craig=wrong"}, {"Authorization: secret"}} {
		for _, path := range []string{"/", "/jobs", "/page.js", "/?token=wrong", "/jobs?token=secret"} {
			if status, body := s.ask("GET", path, "", headers...); status != http.StatusUnauthorized || strings.Contains(body, "secret") {
				t.Errorf("%s with %v: %d %s", path, headers, status, body)
			}
		}
	}
	if status, _ := s.ask("POST", "/jobs", question("x"), asJSON); status != http.StatusUnauthorized {
		t.Errorf("a job without the token: %d", status)
	}
	r, err := http.NewRequest("GET", s.url+"/?token=secret", nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if c := a.Header.Get("Set-Cookie"); a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/" || !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Strict") {
		t.Errorf("with the token: %d %v", a.StatusCode, a.Header)
	}
	for _, header := range []string{"Cookie: craig=secret", "Authorization: Bearer secret"} {
		if status, _ := s.ask("GET", "/jobs", "", header); status != 200 {
			t.Errorf("%s: %d", header, status)
		}
	}
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	if err := Serve(t.Context(), l, Options{}); err == nil {
		t.Error("a server for all without a token")
	}
}

// TestText: what a program and its name say is text, in events and in the page, and is no name of a file.
func TestText(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	for _, text := range []string{
		"tell </script><script>alert(1)</script>",
		"tell <img src=x onerror=alert(1)> <!-- &lt;",
		"tell \r\r\ndata: {\"verdict\":\"TRUE\"}\n\nevent: x\nid: 1\nretry: 0\n\n",
		"tell \u2028data: x\u2029\x00\x1b[2J",
		"tell ../../../../etc/passwd",
		"tell $(id) `id` ; id | id > x",
	} {
		q, _ := json.Marshal(ask.Question{Name: text, Text: text + "\n", Property: "bounds", Seconds: 1000}) // texts and a number
		status, body := s.ask("POST", "/jobs", string(q), asJSON)
		var st State
		if err := json.Unmarshal([]byte(body), &st); err != nil || status != http.StatusAccepted || st.Name != text {
			t.Fatalf("%q: %d %s", text, status, body)
		}
		s.follow(st.ID, func(State) {}) // to its end
		_, events := s.ask("GET", "/jobs/"+st.ID+"/events", "")
		data, one := strings.CutPrefix(strings.TrimSuffix(events, "\n\n"), "data: ")
		if err := json.Unmarshal([]byte(data), &st); err != nil || !one || strings.ContainsAny(data, "\r\n<>\u2028\x00\x1b") || st.Name != text || st.Verdict != "TRUE" || len(st.Labels) < 2 {
			t.Errorf("%q: event %q", text, events)
		}
		for _, l := range s.streamed("/jobs/"+st.ID+"/search", nil) {
			if kind, _, ok := strings.Cut(l, ": "); !ok || !slices.Contains([]string{"id", "data", "event"}, kind) || strings.ContainsAny(l, "\r\x00\x1b") {
				t.Errorf("%q: line %q", text, l)
			}
		}
		if _, body := s.ask("GET", "/", ""); strings.Contains(body, "tell") {
			t.Errorf("%q is in the page", text)
		}
		if list, err := filepath.Glob(filepath.Join(s.dir, "*")); err != nil || len(list) != 1 {
			t.Errorf("%q leaves %v", text, list) // the program, of the craig above
		}
	}
}

// TestMany: of many requests at a time, as many begin jobs as may.
func TestMany(t *testing.T) {
	s := start(t, "127.0.0.1:0", "", usual)
	var begun, refused atomic.Int32
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			switch status, _ := s.ask("POST", "/jobs", question("forever"), asJSON); status {
			case http.StatusAccepted:
				begun.Add(1)
			case http.StatusTooManyRequests:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if begun.Load() != 2 || refused.Load() != 38 {
		t.Errorf("%d begun, %d refused", begun.Load(), refused.Load())
	}
}

// slow opens connections with requests that do not end.
func (s *site) slow(n int, request string) (list []net.Conn) {
	s.t.Helper()
	for range n {
		c, err := net.Dial("tcp", s.host)
		if err != nil {
			s.t.Fatal(err)
		}
		s.t.Cleanup(func() { c.Close() })
		fmt.Fprintf(c, request, s.host)
		list = append(list, c)
	}
	return list
}

// TestSlow: clients that never finish their requests do not keep others out, however many they are, and are cut off.
func TestSlow(t *testing.T) {
	never := limits{head: time.Hour, whole: time.Hour, answer: time.Hour, idle: time.Hour, room: 20 * time.Millisecond, tick: 20 * time.Millisecond}
	slow := []string{"", "GET / HTTP/1.1\r\nHost: %s\r\nX-A: ", "POST /jobs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"POST /jobs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
		"POST /jobs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"}
	for _, request := range slow {
		s := start(t, "127.0.0.1:0", "", never)
		watching := s.slow(1, "GET /events HTTP/1.1\r\nHost: %s\r\n\r\n")[0]
		events := bufio.NewReader(watching)
		if line, err := events.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 200") {
			t.Fatal(line, err)
		}
		s.slow(4*maxConnections, request)
		for range 3 {
			if status, text := s.ask("GET", "/", ""); status != 200 {
				t.Errorf("beside %q: %d %s", request, status, text)
			}
		}
		id := s.begin("nothing").ID
		for line := ""; !strings.Contains(line, id); { // whoever reads what the server says is not cut off
			var err error
			if line, err = events.ReadString('\n'); err != nil {
				t.Fatalf("beside %q: %v", request, err)
			}
		}
	}
	short := limits{head: 50 * time.Millisecond, whole: 50 * time.Millisecond, answer: time.Hour, idle: time.Hour, room: time.Hour, tick: time.Second}
	s := start(t, "127.0.0.1:0", "", short)
	for _, request := range slow {
		for _, c := range s.slow(maxConnections+1, request) {
			_, _ = io.ReadAll(c) // until the server ends the connection, in whatever way
		}
	}
}

// TestUntaken: clients that do not take their answers make room, but not before they have had some time.
func TestUntaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	const most = 4
	hs := &http.Server{ConnState: state, ConnContext: remember, Handler: whole(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			_, _ = w.Write(make([]byte, 16<<20)) // more than anything keeps
		}
	}))}
	done := make(chan error, 1)
	go func() { done <- hs.Serve(newCrowd(l, most, 20*time.Millisecond)) }()
	defer func() { hs.Close(); <-done }()
	for range 2 * most {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	a, err := http.Get("http://" + l.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a, err = http.Get("http://" + l.Addr().String() + "/large"); err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if n, err := io.Copy(io.Discard, a.Body); n != 16<<20 || err != nil {
		t.Errorf("of one that takes its answer: %d bytes, %v", n, err)
	}
}

// TestRoom: who makes room, of clients that keep the server waiting: those of an address with many first, then those whose request is
// missing, then those that have been at it for longest.
func TestRoom(t *testing.T) {
	now := time.Now()
	l := newCrowd(nil, 9, time.Second/4)
	add := func(from string, owes debt, ago time.Duration) *client {
		c := &client{of: l, from: from, owes: owes, since: now.Add(-ago), reading: now.Add(-time.Minute)}
		l.there[c] = true
		return c
	}
	busy := add("b", nothing, time.Hour)
	add("b", taking, -time.Hour)                // it has only begun
	add("b", request, -time.Hour).reading = now // likewise
	b1, b2, b3 := add("b", request, time.Minute), add("b", request, time.Second), add("b", taking, 9*time.Minute)
	a1, a2 := add("a", request, time.Hour), add("a", taking, time.Hour)
	order := []*client{b1, a1, b2, a2, b3} // after b1 there are two of each
	for i, want := range order {
		got := l.slowest()
		if got != want {
			t.Fatalf("%d: %+v makes room, not %+v", i, got, want)
		}
		delete(l.there, got)
	}
	if got := l.slowest(); got != nil {
		t.Errorf("%+v makes room, and the busy one is %+v", got, busy)
	}
	for text, want := range map[string]string{"10.1.2.3:4": "10.1.2.3", "[::ffff:10.1.2.3]:4": "10.1.2.3", "[2001:db8:1:2:3:4:5:6]:7": "2001:db8:1:2::"} {
		a, err := net.ResolveTCPAddr("tcp", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := network(a); got != want {
			t.Errorf("%s is of %s", text, got)
		}
	}
}

// TestLong: whoever follows a job is not cut off by the limit of time of a request.
func TestLong(t *testing.T) {
	const limit, tick = 200 * time.Millisecond, 10 * time.Millisecond
	s := start(t, "127.0.0.1:0", "", limits{head: time.Hour, whole: limit, answer: time.Hour, idle: time.Hour, tick: tick})
	id := s.begin("forever").ID
	most := 0
	for range 20 { // a request can be too slow by itself
		events := 0
		func() {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			r, err := http.NewRequestWithContext(ctx, "GET", s.url+"/jobs/"+id+"/events", nil)
			if err != nil {
				t.Fatal(err)
			}
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				return
			}
			defer a.Body.Close()
			for lines := bufio.NewScanner(a.Body); events < 40 && lines.Scan(); {
				if strings.HasPrefix(lines.Text(), "data: ") {
					events++
				}
			}
		}()
		if most = max(most, events); most == 40 { // twice the limit
			return
		}
	}
	t.Errorf("cut off after %d events", most)
}
