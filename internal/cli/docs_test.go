package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"craig/internal/testenv"
)

// session is a command that a document shows with what it prints.
type session struct {
	command string
	output  string // "" if the document does not show it
}

// sessions are the commands in indented blocks that begin with $.
func sessions(text string) []session {
	var all []session
	open := false // the lines that follow are output
	for line := range strings.Lines(text) {
		block, indented := strings.CutPrefix(line, "    ")
		command, isCommand := strings.CutPrefix(block, "$ ")
		switch {
		case indented && isCommand:
			all = append(all, session{command: strings.TrimSpace(command)})
			open = true
		case indented && open:
			all[len(all)-1].output += block
		default:
			open = false
		}
	}
	return all
}

// TestDocuments: the documents show what craig prints.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	files = append(files, filepath.Join(root, "README.md"))
	dir := t.TempDir() // where commands may leave files
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sessions(string(text)) {
			if strings.Contains(s.command, "z3") && !testenv.Has("z3") || strings.Contains(s.output, " confirmed\n") && !testenv.Has("gcc") {
				continue
			}
			seen++
			var out, errs bytes.Buffer
			parts := strings.Split(strings.ReplaceAll(s.command, "; ", ";;&& "), "&& ")
			for i, command := range parts {
				command, whatever := strings.CutSuffix(strings.TrimSpace(command), ";;")
				words := strings.Fields(command)
				if words[0] != "craig" {
					t.Fatalf("%s: %s is not craig", file, words[0])
				}
				status := execute(words[1:], &out, &errs)
				if status > exitUnknown {
					t.Errorf("%s: %s: exit status %d\n%s", file, command, status, &errs)
				}
				if status != 0 && i+1 < len(parts) && !whatever {
					t.Errorf("%s: %s: a shell does not go on after && with the exit status %d", file, s.command, status)
				}
			}
			if diff := cmp.Diff(s.output, out.String()); s.output != "" && diff != "" {
				t.Errorf("%s: %s\n%s", file, s.command, diff)
			}
		}
	}
	if seen == 0 {
		t.Error("nothing is shown")
	}
}

// TestTutorial: every command of the tutorial is one that TestDocuments runs, and its code is that of the examples.
func TestTutorial(t *testing.T) {
	text, err := os.ReadFile("../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	var code [3]string // the versions of the parser
	for i, name := range []string{"settings.c", "settings-2.c", "settings-3.c"} {
		version, err := os.ReadFile("../../examples/settings/" + name)
		if err != nil {
			t.Fatal(err)
		}
		code[i] = string(version)
	}
	fence, blocks := "", 0
	shown := ""
	for line := range strings.Lines(string(text)) {
		mark, isMark := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isMark && fence == "":
			fence, shown = mark, ""
		case isMark:
			blocks++
			if fence == "c" && !strings.Contains(code[0], shown) {
				t.Errorf("the parser is not\n%s", shown)
			}
			fence = ""
		case fence == "c":
			shown += line
		case fence == "diff" && strings.HasPrefix(line, "-"):
			if strings.Contains(code[1]+code[2], line[1:]) || !strings.Contains(code[0], line[1:]) {
				t.Errorf("not taken away: %s", line)
			}
		case fence == "diff":
			if strings.Contains(code[0], line[1:]) == strings.HasPrefix(line, "+") || !strings.Contains(code[2], line[1:]) {
				t.Errorf("not so: %s", line)
			}
		case strings.HasPrefix(line, "    craig ") || fence != "":
			t.Errorf("nothing runs this: %s", line)
		}
	}
	if blocks != 3 {
		t.Errorf("%d blocks of code", blocks)
	}
}
