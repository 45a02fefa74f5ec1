package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/lsp/lsptest"
)

// TestLSP: the server as an editor starts it, over a folder with settings and a header, looks at a file that has an
// error, and at the same one without.
func TestLSP(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("inc/size.h", "#define SIZE 4\n")
	write("craig.toml", "[check]\nproperties = [\"bounds\"]\ntimeout = \"100s\"\nconfirm = \"never\"\n")
	const wrong = "#include \"size.h\"\nstatic int t[SIZE];\nint get(int i) {\n\tif (i < 0 || i > SIZE)\n\t\treturn 0;\n\treturn t[i];\n}\nint sum(void) {\n\tint s = 0;\n\tfor (int k = 0; k < SIZE; k++)\n\t\ts = t[k];\n\treturn s;\n}\nint at(int i) {\n\treturn t[i];\n}\n"
	file := write("get.c", wrong)
	cmd := exec.Command("craig", "lsp", "--stdio", "--cache", filepath.Join(dir, "cache"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c, uri := lsptest.New(t, out, in), "file://"+file
	c.Call("initialize", json.RawMessage(fmt.Sprintf(`{"rootUri":"file://%s","capabilities":{"window":{"workDoneProgress":true,"showDocument":{"support":true}}},"initializationOptions":{"inlayHints":true}}`, dir)), nil)
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "text": wrong}})
	c.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	_, n := c.Notified(0, "textDocument/publishDiagnostics", func(p string) bool {
		return strings.Contains(p, uri) && strings.Contains(p, `"bounds"`) && strings.Contains(p, `"line":5`) && strings.Contains(p, "i = 4")
	})
	c.Notified(0, "$/progress", func(p string) bool { return strings.Contains(p, "3 functions, 1 findings") }) // the other one has ended, too
	hover := func(line, character int) string {
		m := c.Answered(c.Request("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": character}}))
		return string(m.Result)
	}
	if h := hover(5, 10); !strings.Contains(h, "`i` is `4`") {
		t.Errorf("hover over the error: %s", h)
	}
	if h := hover(7, 5); !strings.Contains(h, "proved") {
		t.Errorf("hover over what is proved: %s", h)
	}
	var lenses []struct {
		Command struct {
			Command   string
			Arguments []string
		}
	}
	c.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &lenses)
	shown := 0
	for _, l := range lenses {
		if l.Command.Command != "craig.showCounterexample" {
			continue
		}
		shown++
		var story struct{ Story string }
		c.Call("workspace/executeCommand", l.Command, &story)
		text, err := os.ReadFile(strings.TrimPrefix(story.Story, "file://"))
		if err != nil || !strings.Contains(string(text), "i = 4") || !strings.Contains(string(text), "return t[i];") {
			t.Errorf("the story: %v\n%s", err, text)
		}
	}
	if shown != 1 || len(lenses) != 4 {
		t.Errorf("lenses: %+v", lenses)
	}
	hints := func() string {
		m := c.Answered(c.Request("textDocument/inlayHint", json.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}}`, uri))))
		return string(m.Result)
	}
	if h := hints(); !strings.Contains(h, "requires ") || !strings.Contains(h, `"label":"invariant `) {
		t.Errorf("hints: %s", h)
	}
	told := c.Heard()
	write("get.c", strings.Replace(wrong, "i > SIZE", "i >= SIZE", 1))
	c.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	c.Notified(n+1, "textDocument/publishDiagnostics", func(p string) bool { return strings.Contains(p, `"diagnostics":[]`) })
	// sum is as it was, and comes out of the cache
	_, n = c.Notified(told, "$/progress", func(p string) bool { return strings.Contains(p, "3 functions, 0 findings, 2 as before") })
	const long = wrong + "extern unsigned long long next(void);\nint hard(void) {\n\tunsigned long long x = next(), y = next();\n\tif (x > 1 && y > 1 && x < 4294967296 && y < 4294967296 && x * y == 18446744030759878681u)\n\t\treturn t[9];\n\treturn 0;\n}\n"
	write("get.c", long)
	c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri}, "contentChanges": []any{map[string]any{"text": long}}})
	id := c.Request("workspace/executeCommand", map[string]any{"command": "craig.verifyFunction", "arguments": []any{uri, "hard"}, "workDoneToken": "mine"})
	c.Notified(n, "$/progress", func(p string) bool { return strings.Contains(p, `"mine"`) && strings.Contains(p, `"begin"`) })
	c.Notify("$/cancelRequest", map[string]any{"id": id})
	if m := c.Answered(id); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("a cancelled command: %s, %+v", m.Result, m.Error)
	}
	c.Notified(n, "$/progress", func(p string) bool { return strings.Contains(p, `"mine"`) && strings.Contains(p, `"stopped"`) })
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
