package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/cli/manual"
	"craig/internal/testenv"
)

// TestManual: every command has a page with all of its options, which groff reads without a warning.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	var out, errs bytes.Buffer
	if status := execute([]string{"man", dir}, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	root := (&app{out: &out, err: &errs}).root()
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, "craig-"+c.Name()+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(string(text), `\fB\-\-`+manual.Roff(f.Name)+`\fR`) && !f.Hidden {
				t.Errorf("the page of %s does not have --%s", c.Name(), f.Name)
			}
		})
	}
	if !testenv.Has("groff") {
		return
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "*.1"))
	said, err := exec.Command("groff", append([]string{"-man", "-Tascii", "-ww", "-z"}, pages...)...).CombinedOutput()
	if err != nil || len(said) > 0 {
		t.Errorf("groff: %v\n%s", err, said)
	}
}

// TestOptionsPage: docs/options.md is what the commands say now, and every option of every command says what it is for.
func TestOptionsPage(t *testing.T) {
	root := (&app{out: new(bytes.Buffer), err: new(bytes.Buffer)}).root()
	dir := t.TempDir()
	if status := execute([]string{"man", "--format", "markdown", dir}, new(bytes.Buffer), new(bytes.Buffer)); status != 0 {
		t.Fatalf("status %d", status)
	}
	now, err := os.ReadFile(filepath.Join(dir, "options.md"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("../../docs/options.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(kept), string(now)); diff != "" {
		t.Errorf("docs/options.md is not what craig man --format markdown docs writes:\n%s", diff)
	}
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s does not say what it does", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if len(strings.Fields(f.Usage)) < 2 {
				t.Errorf("%s --%s does not say what it is for: %q", c.CommandPath(), f.Name, f.Usage)
			}
			if c.IsAvailableCommand() && !f.Hidden && !strings.Contains(string(now), "--"+f.Name) {
				t.Errorf("the page does not have --%s of %s", f.Name, c.CommandPath())
			}
		})
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(root)
}

// TestAutomation: the files for build servers are YAML, and every option of craig that they use is one.
func TestAutomation(t *testing.T) {
	check := (&app{}).checkCommand()
	for _, file := range []string{"action.yml", ".pre-commit-hooks.yaml", "contrib/vscode/package.json"} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			if strings.HasPrefix(file, "contrib/vscode") && os.IsNotExist(err) {
				continue
			}
			t.Error(err)
			continue
		}
		var any any
		if err := yaml.Unmarshal(text, &any); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for line := range strings.Lines(string(text)) {
			if i := strings.Index(line, "craig check"); i >= 0 && !strings.Contains(line, "description") {
				unknownOptions(t, check, line[i:])
			}
		}
	}
}

// unknownOptions are the words of a line that are options but none of a command.
func unknownOptions(t *testing.T, c *cobra.Command, line string) {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" =\"'()$\n", r) }) {
		if name, ok := strings.CutPrefix(word, "--"); ok && name != "" && c.Flags().Lookup(name) == nil {
			t.Errorf("%s has no option --%s", c.Name(), name)
		}
	}
}
