package bench

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/resultfile"
)

// TestResults: a store has the result files of outcomes with the texts of their files as they were, though the files are
// others now; a text that is not that of the result is left out, and so is a result that is too large.
func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "store")
	s, err := OpenStore(file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Begin(Run{Began: time.Now()}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "a.c")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	write("int a;")
	noise := strings.Builder{}
	for i := range 1 << 18 { // which does not get small
		fmt.Fprintf(&noise, "%x", sha256.Sum256(fmt.Append(nil, i)))
	}
	for i, d := range []*resultfile.Document{
		{Schema: resultfile.Schema, Verdict: "TRUE", Files: []resultfile.File{{Name: name, SHA256: sum("int a;")}, {Name: name + ".none", SHA256: sum("")}}},
		nil,
		{Schema: resultfile.Schema, Verdict: "TRUE", Files: []resultfile.File{{Name: name, SHA256: sum("int b;")}}},
		{Schema: resultfile.Schema, Verdict: "TRUE", Detail: noise.String()},
	} {
		if err := Record(s, i, Outcome{Task: Task{Name: fmt.Sprint(i)}, Verdict: "TRUE"}, d); err != nil {
			t.Fatal(err)
		}
	}
	write("int c;")
	runs, err := s.Runs()
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	keys, err := s.Kept(runs[0].ID)
	if err != nil || len(keys) != 4 || keys[0] == "" || keys[1] != "" || keys[2] == "" || keys[3] != "" {
		t.Fatalf("keys: %q, %v", keys, err)
	}
	d, err := Result(s, keys[0])
	if err != nil || d.Verdict != "TRUE" || string(d.Files[0].Text) != "int a;" || d.Files[1].Text != nil {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err = Result(s, keys[2]); err != nil || d.Files[0].Text != nil {
		t.Errorf("another text: %+v, %v", d, err)
	}
	if d, err = Result(s, "none"); d != nil || err != nil {
		t.Errorf("nothing: %+v, %v", d, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte(`"result":{`))+len(`"result":{"key":"x`)] ^= 1
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err = Result(s, keys[0]); err == nil {
		t.Error("a damaged result is read")
	}
}
