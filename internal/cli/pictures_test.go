package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"craig/internal/engine/registry"
)

// TestPictures: the pictures of docs/thinking.md are what its commands draw now, and the nodes and steps that its text speaks of are
// in them. With UPDATE_GOLDEN in the environment they are written instead. Every engine has one.
func TestPictures(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "thinking.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples", "thinking"), os.DirFS(filepath.Join(root, "examples", "thinking"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var seen []string
	for section := range strings.SplitSeq(string(text), "\n## ") {
		name, _, _ := strings.Cut(section, "\n")
		commands := sessions(section)
		if len(commands) == 0 {
			continue
		}
		seen = append(seen, name)
		if !strings.Contains(section, "(thinking/"+name+".svg)") {
			t.Errorf("%s: no picture", name)
		}
		var out, errs bytes.Buffer
		if status := execute(strings.Fields(commands[0].command)[1:], &out, &errs); status > exitUnknown {
			t.Errorf("%s: exit status %d\n%s", name, status, &errs)
		}
		now, err := os.ReadFile(name + ".svg")
		if err != nil {
			t.Error(err)
			continue
		}
		kept := filepath.Join(root, "docs", "thinking", name+".svg")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(kept, now, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		was, err := os.ReadFile(kept)
		if diff := cmp.Diff(string(was), string(now)); err != nil || diff != "" {
			t.Errorf("docs/thinking/%s.svg is not what craig draws now; look whether the text still fits\n%s%v", name, diff, err)
		}
		for _, m := range regexp.MustCompile(`[Nn]ode\s+([0-9]+)`).FindAllStringSubmatch(section, -1) {
			if !strings.Contains(string(now), ">"+m[1]+" · ") {
				t.Errorf("%s: the picture has no node %s", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile(`[Ss]tep\s+([0-9]+)`).FindAllStringSubmatch(section, -1) {
			if !strings.Contains(string(now), ">"+m[1]+"<") && !strings.Contains(string(now), ">"+m[1]+"  ") && !strings.Contains(string(now), " ✗ "+m[1]+"<") {
				t.Errorf("%s: the picture has no step %s", name, m[1])
			}
		}
	}
	for _, e := range registry.Engines() {
		if !slices.Contains(seen, e.Name) {
			t.Errorf("docs/thinking.md has nothing of the engine %s", e.Name)
		}
	}
}
