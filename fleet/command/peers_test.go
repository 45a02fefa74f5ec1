package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/work"
	"craig/logic/term"
)

// TestPeers: what one lane says is what another one hears, of the same program only; lines that are none are passed over.
func TestPeers(t *testing.T) {
	reduced := func(text string) *ir.Program {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := prepare.New(cfront.Options{}, nil, file).Reduced(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const text = "extern void reach_error(void); extern int input(void); int main(void) { int i = 0, n = input(); while (i < n) i += 2; if (i == 11) reach_error(); }"
	p, same, other := reduced(text), reduced(text), reduced(strings.Replace(text, "== 11", "== 13", 1))
	st := term.NewStore()
	claims := portfolio.Claims{p.Main.Entry: st.True()}
	for l, info := range p.Locs {
		if info != nil && info.Loop {
			claims[ir.Loc(l)] = st.Le(st.Var("main::i", term.Int), st.Int(11))
		}
	}
	var out bytes.Buffer
	speaker := newPeers("ufo", 0, new(bytes.Buffer), &out)
	out.WriteString("an answer\n\x1e{\"program\"\n\x1e{\"program\":\"" + resultfile.ProgramSum(p) + "\",\"invariants\":[{\"location\":99999,\"smtlib\":\"true\"}]}\n" +
		"\x1e{\"program\":\"" + resultfile.ProgramSum(p) + "\",\"invariants\":[{\"location\":1,\"smtlib\":\"(= x\"}]}\n\x1e" + strings.Repeat("(", 1000) + "\n")
	speaker.Tell(p, claims)
	speaker.end()
	speaker.Tell(p, claims) // too late
	if n := strings.Count(out.String(), string(rune(work.Mark))); n != 5 {
		t.Errorf("%d lines: %q", n, out.String())
	}
	in, w := io.Pipe()
	listener := newPeers("dagger", 5, in, io.Discard)
	go func() {
		w.Write(out.Bytes())
		w.Close()
	}()
	list, next, _ := listener.Heard(same, 0)
	if len(list) != 1 || next != 3 { // of three that can be read
		t.Fatalf("%d claims of %d", len(list), next)
	}
	for l, f := range claims {
		if got := list[0][l]; !got.Valid() || got.String() != f.String() {
			t.Errorf("at %d: %v, not %v", l, got, f)
		}
	}
	if list, _, _ := listener.Heard(other, 0); len(list) != 0 {
		t.Errorf("claims of another program: %v", list)
	}
}
