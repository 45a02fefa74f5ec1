package serve

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/bench"
	"craig/internal/resultfile"
)

// evil is what a program, a task or a command may be called.
const evil = "</script><script>document.title='taken'</script><img src=x onerror=document.title='taken'>"

// storeOf is a store with two runs of two tasks, of which the second has no result in the second run.
func storeOf(t *testing.T) bench.Store {
	t.Helper()
	s, err := bench.OpenStore(filepath.Join(t.TempDir(), "secret-folder.store"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	text := "int main(void) { return 0; } /* " + evil + " */\n"
	for run := range 2 {
		if err := s.Begin(bench.Run{Began: time.Now(), Command: "craig bench " + evil, Version: "craig " + evil}); err != nil {
			t.Fatal(err)
		}
		for i, verdict := range []string{"TRUE", []string{"FALSE(bounds)", "TRUE"}[run]} {
			var d *resultfile.Document
			if run == 0 || i == 0 {
				d = &resultfile.Document{Schema: resultfile.Schema, Verdict: "TRUE", Detail: evil, Files: []resultfile.File{{Name: evil, SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text))), Text: []byte(text)}}}
			}
			if err := bench.Record(s, i, bench.Outcome{Task: bench.Task{Set: "set", Name: fmt.Sprint("task ", i, evil)}, Column: "all", Verdict: verdict, Judgement: bench.Unjudged, Detail: evil}, d); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.End(time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestResults: runs, their outcomes and the pages of results are there, as data or sealed; what is not in a store is not.
func TestResults(t *testing.T) {
	patient := usual
	patient.room = time.Hour // clients of this test may be slow, too
	s := start(t, "127.0.0.1:0", "", patient, Store{Name: "runs", Store: storeOf(t)})
	status, body := s.ask("GET", "/stores", "")
	var list []struct {
		Name string
		Runs []struct {
			ID    int64
			Tasks int
			Ended bool
		}
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil || status != 200 || len(list) != 1 || list[0].Name != "runs" || len(list[0].Runs) != 2 || list[0].Runs[1].Tasks != 2 || !list[0].Runs[1].Ended {
		t.Fatalf("stores: %d %s", status, body)
	}
	if strings.Contains(body, "secret-folder") || strings.ContainsAny(body, "<>") {
		t.Errorf("stores: %s", body)
	}
	var rows [][]any
	status, body = s.ask("GET", fmt.Sprintf("/stores/0/runs/%d", list[0].Runs[1].ID), "")
	if err := json.Unmarshal([]byte(body), &rows); err != nil || status != 200 || len(rows) != 2 || rows[1][5] != "TRUE" || rows[1][10] != "" || strings.ContainsAny(body, "<>") {
		t.Fatalf("run: %d %s", status, body)
	}
	for _, path := range []string{fmt.Sprint("/stores/0/results/", rows[0][10]), "/stores/0/runs/1/report"} {
		a, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if p := a.Header.Get("Content-Security-Policy"); a.StatusCode != 200 || !strings.Contains(p, "sandbox allow-scripts;") || !strings.Contains(p, "default-src 'none'") {
			t.Errorf("%s: %d, policy %s", path, a.StatusCode, p)
		}
		if _, body := s.ask("GET", path, ""); strings.Contains(body, evil) || !strings.Contains(body, "taken") {
			t.Errorf("%s: a text is more than text, or not there", path)
		}
	}
	for _, path := range []string{"/results", "/results.js"} {
		if status, body := s.ask("GET", path, ""); status != 200 || strings.Contains(body, "taken") {
			t.Errorf("%s: %d", path, status)
		}
	}
	for _, path := range []string{"/stores/1", "/stores/1/runs/1", "/stores/-1/runs/1", "/stores/0/runs/0", "/stores/0/runs/99999999999999999999", "/stores/0/runs/1%20OR%201=1", "/stores/0/runs/1%3BDROP%20TABLE%20run",
		"/stores/0/results/none", "/stores/0/results/'%20OR%20''='", "/stores/0/results/..%2f..%2fsecret-folder.store", "/stores/0/results/%00", "/stores/0/results/" + strings.Repeat("a", 4000), "/stores/..%2f0/runs/1",
		"/stores/0/runs/1/../../../etc/passwd", "/stores/00x/runs/1", "/stores/99999999999/runs/1", "/stores/0/runs/1/page"} {
		if status, body := s.ask("GET", path, ""); status != 404 && status != 307 || strings.Contains(body, "secret-folder") || strings.Contains(body, "root:") {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
	for _, headers := range [][]string{{"Origin: http://evil.example"}, {"Host: evil.example"}, {"Sec-Fetch-Site: cross-site"}} {
		for _, path := range []string{"/results", "/stores", "/stores/0/runs/1", "/stores/0/runs/1/report", fmt.Sprint("/stores/0/results/", rows[0][10]), "/events"} {
			if status, _ := s.ask("GET", path, "", headers...); status != http.StatusForbidden {
				t.Errorf("%s with %v: %d", path, headers, status)
			}
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		if status, _ := s.ask(method, "/stores/0/runs/1", "{}", asJSON); status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, status)
		}
	}
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if status, body := s.ask("GET", "/stores/0/runs/1/report", ""); status != 200 {
				t.Errorf("of many at once: %d %.100s", status, body)
			}
		})
	}
	all.Wait()
}

// TestResultsToken: without the token there is nothing of a store.
func TestResultsToken(t *testing.T) {
	s := start(t, "127.0.0.1:0", "secret", usual, Store{Name: "runs", Store: storeOf(t)})
	for _, path := range []string{"/results", "/results.js", "/stores", "/stores/0/runs/1", "/stores/0/runs/1/report", "/stores/0/results/x", "/events", "/search.js"} {
		if status, body := s.ask("GET", path, ""); status != http.StatusUnauthorized || strings.Contains(body, "task") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}
