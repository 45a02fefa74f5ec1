package check

import (
	"path/filepath"
	"testing"

	"craig/internal/program/c/cfront"
)

// aside is a checker of one file whose function false calls true, and the runner that answers it.
func aside(t *testing.T, cache *Cache) (*checker, *runner, *Unit) {
	file := filepath.Join(t.TempDir(), "a.c")
	r := &runner{file: file}
	u := &Unit{File: file}
	here := map[string]*cfront.Function{"true": {Name: "true", Key: "1"}, "false": {Name: "false", Key: "2", Reaches: []string{"false", "true"}}}
	for _, f := range here {
		f.Pos.File, f.Pos.Line = file, 1
	}
	c := &checker{opts: Options{Commands: words{}, Runner: r, Cache: cache}, report: &Report{Units: []*Unit{u}}}
	c.bodies.here = map[*Unit]map[string]*cfront.Function{u: here}
	return c, r, u
}

// TestKeptBesides: what was looked for besides is looked for anew if the function has changed, or a function that it comes to stands elsewhere, and what is open if that is asked for.
func TestKeptBesides(t *testing.T) {
	cache := &Cache{Dir: t.TempDir(), Version: "1"}
	c, r, u := aside(t, cache)
	asks := func(what string, name string, want bool) {
		t.Helper()
		r.jobs = nil
		if doc := c.besides(t.Context(), Traps, functionOf(u, c.bodies.here[u][name]), []string{"besides", name}, 0); doc == nil {
			t.Fatalf("%s: nothing is said", what)
		}
		if is := len(r.jobs) > 0; is != want {
			t.Errorf("%s: asked: %v, want %v", what, is, want)
		}
	}
	asks("at first", "false", true)
	asks("again", "false", false)
	c.bodies.here[u]["true"].Pos.Line = 7
	asks("what it calls has moved", "false", true)
	c.bodies.here[u]["false"].Key = "3"
	asks("it has changed", "false", true)
	asks("nothing has changed", "false", false)
	c.bodies.here[u]["unknown"] = &cfront.Function{Name: "unknown", Key: "4"}
	asks("something open", "unknown", true)
	asks("something open again", "unknown", false)
	c.opts.Retry = true
	asks("something open once more", "unknown", true)
	asks("something decided", "false", false)
}

// TestShare: a function gets less time if the time was not enough for one that it comes to, but for main, and one with a contract.
func TestShare(t *testing.T) {
	c, _, u := aside(t, nil)
	c.bodies.here[u]["main"] = &cfront.Function{Name: "main", Reaches: []string{"true"}}
	share := func(name string) int { return int(c.share(functionOf(u, c.bodies.here[u][name]))) }
	if n := share("false"); n != 1 {
		t.Errorf("a share of 1/%d before anything is known", n)
	}
	slow := functionOf(u, c.bodies.here[u]["true"])
	slow.Verdict, slow.Reason = "UNKNOWN", timeout
	c.ended(t.Context(), slow)
	for name, want := range map[string]int{"true": 1, "false": 4, "main": 1} {
		if n := share(name); n != want {
			t.Errorf("%s: a share of 1/%d, want 1/%d", name, n, want)
		}
	}
	written := functionOf(u, c.bodies.here[u]["false"])
	written.contract = true
	if n := c.share(written); n != 1 {
		t.Errorf("a share of 1/%d of one with a contract", n)
	}
}
