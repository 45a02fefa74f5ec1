package craig_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOtherModule: another module uses craig after what README.md says: two lines in go.mod, go mod tidy, and a call.
func TestOtherModule(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile("(?s)needs `(go mod tidy)` after\\s+two lines in its go.mod.*?\n\n((?:    [^\n]*\n)+)").FindSubmatch(readme)
	call := regexp.MustCompile(`(?m)^    (res, err := craig\.Verify\(.*)$`).FindSubmatch(readme)
	if said == nil || call == nil {
		t.Fatal("README.md does not say how another module uses craig")
	}
	dir := t.TempDir()
	lines := strings.ReplaceAll(string(said[2]), "../craig", here)
	for name, text := range map[string]string{
		"go.mod": "module other\n\ngo 1.26.0\n\n" + lines,
		"main.go": fmt.Sprintf(`package main

import (
	"context"
	"fmt"

	"craig"
)

func main() {
	ctx := context.Background()
	%s
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Verdict)
}
`, call[1]),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-buildvcs=false", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	tidy := strings.Fields(string(said[1]))[1:]
	out, err := command(tidy...)
	if err != nil && strings.Contains(out, "module lookup disabled") {
		// What only tests of other modules import is not here, and the network is not asked for it.
		out, err = command(append(tidy, "-e")...)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for _, unused := range []string{"nats-io", "modernc.org/sqlite"} {
		if strings.Contains(string(sums), unused) {
			t.Errorf("who uses craig has %s in its go.sum", unused)
		}
	}
	elsewhere := t.TempDir() // without C files beside those of Go
	program := filepath.Join(elsewhere, "other")
	if out, err := command("build", "-o", program, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.CopyFS(elsewhere, os.DirFS("examples")); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program)
	run.Dir = elsewhere
	if out, err := run.CombinedOutput(); err != nil || string(out) != "TRUE\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
