package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSealed: a program from standard input can include headers that craig has, and nothing of the disk by any name.
func TestSealed(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.h")
	if err := os.WriteFile(secret, []byte(strings.Repeat("#error secret_of_the_disk\n", 9)), 0o666); err != nil {
		t.Fatal(err)
	}
	const fine = "#include <assert.h>\n#include <stdlib.h>\n#include \"string.h\"\nint main(void) { char *p = calloc(4, 1); if (p) { memset(p, 0, 4); assert(!p[3]); } free(p); return 0; }\n"
	const rest = "#include <assert.h>\nint main(void) { assert(1); return 0; }\n"
	const whatever = -1 // what becomes of it is not the matter of this test
	const marked = "extern void reach_error(void);\n%sint main(void) {\n reach_error(); return 0; }\n"
	for text, want := range map[string]int{
		fmt.Sprintf(marked, "# 1 \""+secret+"\"\n"):                                                               exitFalse, // lines of the file that a marker names are not shown
		fmt.Sprintf(marked, "#line 1 \""+secret+"\"\n"):                                                           exitFalse,
		fmt.Sprintf(marked, "%:line 1 \""+secret+"\"\n"):                                                          exitFalse,
		fmt.Sprintf(marked, "#li\\\nne 1 \""+secret+"\"\n"):                                                       exitFalse,
		fmt.Sprintf(marked, "/**/ # /**/ line /**/ 1 \""+secret+"\"\n"):                                           exitFalse,
		fmt.Sprintf(marked, "#define F \""+secret+"\"\n#line 1 F\n"):                                              exitFalse,
		fmt.Sprintf(marked, "#pragma include_alias(\"a.h\", \""+secret+"\")\n"):                                   exitFalse,
		"#line 1 \"" + secret + "\"\n#include \"secret.h\"\n" + rest:                                              exitInput, // nor is its folder looked in
		"#line 1 \"" + secret + "\"\n#if __has_include(\"secret.h\")\n#error disk_found\n#endif\n" + rest:         exitTrue,
		"#if __has_include_next(\"" + secret + "\")\n#error disk_found\n#endif\n" + rest:                          whatever,
		"#include __FILE__\n" + rest:                                                                              exitInput,
		"#include \"<craig>/../" + secret + "\"\n" + rest:                                                         exitInput,
		"#include \"file://" + secret + "\"\n" + rest:                                                             exitInput,
		"#include \"/proc/self/environ\"\n" + rest:                                                                exitInput,
		"#include \"secret.h\\0\"\n" + rest:                                                                       exitInput,
		"#import \"" + secret + "\"\n" + rest:                                                                     whatever,
		"#embed \"" + secret + "\"\n" + rest:                                                                      whatever,
		fine:                                                                                                      exitTrue,
		"#include \"" + secret + "\"\n":                                                                           exitInput,
		"#include <" + secret + ">\n":                                                                             exitInput,
		"#define F \"" + secret + "\"\n#include F\n":                                                              exitInput,
		"#include \"../../../../../../../../" + secret + "\"\n":                                                   exitInput,
		"#include \"/etc/passwd\"\n":                                                                              exitInput,
		"#include_next <" + secret + ">\n":                                                                        exitInput,
		"%:include \"" + secret + "\"\n":                                                                          exitInput,
		"# 1 \"" + secret + "\"\nint main(void) { return x; }\n":                                                  exitInput,
		"#if __has_include(\"" + secret + "\")\n#error disk_found\n#endif\n" + rest:                               exitTrue,
		"#if __has_include(<" + secret + ">)\n#error disk_found\n#endif\n" + rest:                                 exitTrue,
		"#if __has_include(\"../../../../../../.." + secret + "\")\n#error disk_found\n#endif\n" + rest:           exitTrue,
		"#if __has_include(<../../secret.h>) || __has_include(<../secret.h>)\n#error disk_found\n#endif\n" + rest: exitTrue,
		"#include <../../secret.h>\n" + rest:                                                                      exitInput,
		"#include <features.h>\n" + rest:                                                                          exitInput,
	} {
		page, result := filepath.Join(t.TempDir(), "page.html"), filepath.Join(t.TempDir(), "result.json")
		cmd := exec.Command("craig", "verify", "--sealed", "--full", "--timeout", "100s", "--property", "unreach-call", "--html", page, "--json", result, "-")
		cmd.Stdin, cmd.Dir = strings.NewReader(text), filepath.Dir(secret)
		out, _ := cmd.CombinedOutput() // the exit status says it
		there := strings.Contains(string(out), "disk_found")
		for _, name := range []string{page, result} {
			text, _ := os.ReadFile(name) // if there is one
			out = append(out, text...)
		}
		if got := cmd.ProcessState.ExitCode(); got != want && want != whatever || strings.Contains(string(out), "secret_of") || strings.Contains(string(out), "root:x") || there {
			t.Errorf("%s: status %d, want %d\n%.300s", text, got, want, out)
		}
	}
	cmd := exec.Command("craig", "verify", "--sealed", secret)
	if cmd.Run(); cmd.ProcessState.ExitCode() != exitUsage {
		t.Errorf("a file with --sealed: %v", cmd.ProcessState)
	}
}

// TestServe: the server as it is started, with a program that has an error.
func TestServe(t *testing.T) {
	cmd := exec.Command("craig", "serve", "--listen", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(strings.TrimPrefix(line, "craig: open "))
	text := `{"text":"int main(void) { int a[2], i = __VERIFIER_nondet_int(); if (i >= 0 && i < 3) a[i] = 1; return 0; }","property":"bounds","seconds":60}`
	a, err := http.Post(url+"jobs", "application/json", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var job struct{ ID string }
	if err := json.NewDecoder(a.Body).Decode(&job); err != nil || a.StatusCode != http.StatusAccepted {
		t.Fatal(err, a.Status)
	}
	a.Body.Close()
	get := func(path string) string {
		a, err := http.Get(url + "jobs/" + job.ID + path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if events := get("/events"); !strings.Contains(events, `"verdict":"FALSE(bounds)"`) {
		t.Errorf("events: %s", events)
	}
	if page := get("/page"); !strings.Contains(page, "FALSE(bounds)") || !strings.Contains(page, `id="steps"`) {
		t.Errorf("page: %.300s", page)
	}
	text = `{"text":"int main(void) { unsigned long n = __VERIFIER_nondet_ulong(), i = 0; if (sizeof n != 4) goto E; while (i < n) i++; if (i == n) return 0; E: return 1; }","property":"unreach-call","engine":"tracer","label":"E","bits":32,"seconds":60}`
	if a, err = http.Post(url+"jobs", "application/json", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&job); err != nil {
		t.Fatal(err)
	}
	if search := get("/search"); !strings.Contains(search, `{"run":"tracer"},[1,0,1,`) || !strings.Contains(search, "event: end") {
		t.Errorf("search: %.500s", search)
	}
	if events := get("/events"); !strings.Contains(events, `"verdict":"TRUE"`) || !strings.Contains(events, `"expand":`) {
		t.Errorf("events: %s", events)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
