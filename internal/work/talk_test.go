package work

import (
	"bytes"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestSplitter: lines with the mark are said, and what is left is the output, wherever the writes part them.
func TestSplitter(t *testing.T) {
	long := strings.Repeat("x", MostSaid)
	text := "one\n\x1etwo\nthree \x1e four\n\x1e" + long + "\n\n\x1e\nfive"
	for _, size := range []int{1, 2, 3, 7, 1 << 20} {
		var out bytes.Buffer
		var said []string
		s := &splitter{out: &out, say: func(line []byte) { said = append(said, string(line)) }}
		for rest := []byte(text); len(rest) > 0; {
			n := min(size, len(rest))
			if m, err := s.Write(rest[:n]); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if out.String() != "one\nthree \x1e four\n\nfive" || strings.Join(said, "|") != "\x1etwo\n|\x1e\n" {
			t.Errorf("by %d: %q, said %.100q", size, out.String(), said)
		}
	}
}

// TestTalk: a process says what it writes with the mark and hears lines on its standard input, while it runs and after it has begun.
func TestTalk(t *testing.T) {
	testenv.NeedsTool(t, "sh")
	hear, said := make(chan []byte), make(chan string, 10)
	go func() {
		for _, line := range []string{"\x1eone\n", "\x1etwo\n"} {
			hear <- []byte(line)
		}
		<-said // a third one, after an answer to the first
		hear <- []byte("\x1ethree\n")
	}()
	script := `read a; printf '\036heard %s\n' "$a"; read b; read c; printf 'got %s %s\n' "$b" "$c"`
	a, err := Local{Program: []string{"sh", "-c", script}}.Run(t.Context(), Job{Talk: &Talk{Hear: hear, Say: func(line []byte) { said <- string(line) }}})
	if err != nil || string(a.Out) != "got \x1etwo \x1ethree\n" {
		t.Errorf("%q %v", a.Out, err)
	}
}
