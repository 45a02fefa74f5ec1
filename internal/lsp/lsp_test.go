package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/check"
	"craig/internal/lsp/lsptest"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

const program = `int table[8];

int get(int i) {
	int j = i;
	return table[j];
}

int sum(void) {
	int s = 0;
	for (int k = 0; k < 8; k++)
		s += k;
	return s;
}
`

// fake is a project that knows its answers.
type fake struct {
	file   string
	hold   chan struct{} // nil, or Check waits for it or for its end
	looked chan string   // the functions that were asked for
	early  string        // a function that has ended before Check holds
	fails  error
	// contract: what goes wrong in get is excluded by a contract, and something in sum is a mistake.
	contract bool
}

func (p *fake) Functions(context.Context, string) ([]cfront.Function, error) {
	if p.fails != nil {
		return nil, p.fails
	}
	return []cfront.Function{{Name: "get", Pos: ir.Pos{File: p.file, Line: 3, Col: 5}}, {Name: "sum", Pos: ir.Pos{File: p.file, Line: 8, Col: 5}},
		{Name: "elsewhere", Pos: ir.Pos{File: "other.h", Line: 1}}}, nil
}

func (p *fake) Check(ctx context.Context, file, function string, watch Watch) (*check.Report, error) {
	p.looked <- function
	watch.Progress(check.Progress{Phase: "check", Done: 1, Total: 2, Now: "get"})
	u := &check.Unit{File: file}
	get := &check.Function{Unit: u, Name: "get", File: file, Line: 3, Answer: check.Answer{Verdict: "FALSE"}}
	sum := &check.Function{Unit: u, Name: "sum", File: file, Line: 8, Answer: check.Answer{Verdict: "TRUE"}}
	at := func(line, column int) resultfile.Place {
		return resultfile.Place{File: file, Line: line, Column: column}
	}
	wrong := &resultfile.Document{Verdict: "FALSE", Property: "bounds", Trace: &resultfile.Trace{At: &resultfile.Place{File: file, Line: 5, Column: 9},
		Entry: []resultfile.Change{{Name: "i", Value: "9"}},
		Steps: []resultfile.Step{{Place: at(4, 2), Function: "get", Changes: []resultfile.Change{{Name: "j", Value: "9"}}, Matters: true}, {Place: at(5, 9), Function: "get"}}}}
	right := &resultfile.Document{Verdict: "TRUE", Invariants: []resultfile.Invariant{{Place: at(10, 2), Loop: true, C: "0 <= k && k <= 8"}}}
	watch.OnResult(get, wrong)
	watch.OnResult(sum, right)
	findings := []*check.Finding{{
		Place: check.Place{File: file, Line: 5, Column: 9}, Property: "bounds", Message: "memory outside", In: "get", Entries: []check.Entry{{Name: "get", File: file, Line: 3}},
		Inputs: []string{"i = 9"}, Specify: "/*@ requires i < 8; */", Silence: "// craig: allow bounds REASON", Fingerprint: "f1", Document: wrong, Confirmation: "confirmed",
	}}
	if p.contract {
		inferred := `{"class": "necessary", "requires": [{"text": "i < 8"}], "acsl": "/*@ requires i < 8; */"}`
		if err := json.Unmarshal([]byte(inferred), &get.Inferred); err != nil {
			return nil, err
		}
		findings = []*check.Finding{{Place: check.Place{File: file, Line: 11, Column: 3}, Property: "no-overflow", Message: "overflow", Class: check.Bug, Because: "every call of sum goes wrong",
			Entries: []check.Entry{{Name: "sum", File: file, Line: 8}}, Specify: "/*@ requires 0; */", Fingerprint: "f2", Document: wrong}}
	}
	switch p.early {
	case "get":
		watch.OnDone(get, findings)
	case "sum":
		watch.OnDone(sum, nil)
	}
	if p.hold != nil {
		select {
		case <-p.hold:
		case <-ctx.Done():
			return &check.Report{}, context.Cause(ctx)
		}
	}
	return &check.Report{Functions: []*check.Function{get, sum}, Findings: findings}, nil
}

func (p *fake) Story(g *check.Finding) (string, error) { return p.file + ".txt", nil }
func (p *fake) Close()                                 {}

// editor is a session with a server over a fake project.
type editor struct {
	*lsptest.Client
	p    *fake
	uri  string
	done chan error
}

func session(t *testing.T, capabilities string, options string) *editor {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a b#.c") // a name that a URI has to escape
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	e := bare(t, &fake{file: file, looked: make(chan string, 100)})
	e.uri = uriOf(file)
	e.Call("initialize", json.RawMessage(fmt.Sprintf(`{"rootUri":%q,"capabilities":%s,"initializationOptions":%s}`, uriOf(filepath.Dir(file)), capabilities, options)), nil)
	e.Notify("initialized", map[string]any{})
	return e
}

func bare(t *testing.T, p *fake) *editor {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &editor{Client: lsptest.New(t, fromServer, toServer), p: p, done: make(chan error, 1)}
	s := &Server{Version: "test", Log: os.Stderr, Open: func(string, Settings) (Project, error) { return p, nil }}
	go func() {
		e.done <- s.Serve(t.Context(), in, out)
	}()
	t.Cleanup(func() { toServer.Close(); fromServer.Close() })
	return e
}

func (e *editor) open() {
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri, "languageId": "c", "version": 1, "text": program}})
}

func (e *editor) save() {
	e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri}})
}

// diagnosed waits for diagnostics of the file that match.
func (e *editor) diagnosed(from int, matches func(list []diagnostic) bool) ([]diagnostic, int) {
	var list []diagnostic
	_, n := e.Notified(from, "textDocument/publishDiagnostics", func(params string) bool {
		var p struct {
			URI         string       `json:"uri"`
			Diagnostics []diagnostic `json:"diagnostics"`
		}
		if json.Unmarshal([]byte(params), &p) != nil || p.URI != e.uri {
			return false
		}
		list = p.Diagnostics
		return matches(list)
	})
	return list, n
}

func some(list []diagnostic) bool { return len(list) > 0 }

func (e *editor) hoverAt(line, character int) string {
	var h *hoverResult
	e.Call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri}, "position": position{line, character}}, &h)
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

func (e *editor) lenses() (titles []string) {
	var list []codeLens
	e.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": e.uri}}, &list)
	for _, l := range list {
		titles = append(titles, fmt.Sprintf("%d %s", l.Range.Start.Line+1, l.Command.Title))
	}
	return titles
}

func (e *editor) ends(t *testing.T, want error) {
	t.Helper()
	if err := <-e.done; !errors.Is(err, want) {
		t.Errorf("the server ends with %v, want %v", err, want)
	}
}

const full = `{"window":{"workDoneProgress":true,"showDocument":{"support":true}},"textDocument":{"publishDiagnostics":{"relatedInformation":true}},"workspace":{"codeLens":{"refreshSupport":true}}}`

// TestSession: what an editor does with a file, from opening to leaving.
func TestSession(t *testing.T) {
	e := session(t, full, "null")
	e.open()
	e.Await(0, "a refresh of lenses", func(m lsptest.Message) bool { return m.Method == "workspace/codeLens/refresh" })
	if got, want := strings.Join(e.lenses(), "; "), "3 craig: verify get; 8 craig: verify sum"; got != want {
		t.Errorf("lenses before: %s, want %s", got, want)
	}
	e.save()
	list, _ := e.diagnosed(0, some)
	if len(list) != 1 || list[0].Severity != severityError || list[0].Code != "bounds" || list[0].Range != (span{position{4, 8}, position{4, 13}}) {
		t.Errorf("diagnostics: %+v", list)
	}
	if !strings.Contains(list[0].Message, "i = 9") || len(list[0].Related) != 2 || list[0].Related[0].Message != "step 1 of 2: j = 9" || list[0].Related[0].Location.Range.Start != (position{3, 1}) {
		t.Errorf("the way there: %+v", list[0])
	}
	e.Notified(0, "$/progress", func(p string) bool {
		return strings.Contains(p, `"begin"`) && strings.Contains(p, `"cancellable":true`)
	})
	e.Notified(0, "$/progress", func(p string) bool { return strings.Contains(p, `"report"`) && strings.Contains(p, "get") })
	e.Notified(0, "$/progress", func(p string) bool { return strings.Contains(p, "2 functions, 1 findings") })
	want := "3 craig: error · verify again; 3 show counterexample: bounds, line 5; 8 craig: proved · verify again"
	if got := strings.Join(e.lenses(), "; "); got != want {
		t.Errorf("lenses after: %s", got)
	}
	if h := e.hoverAt(9, 6); !strings.Contains(h, "0 <= k && k <= 8") {
		t.Errorf("hover over the loop: %q", h)
	}
	if h := e.hoverAt(4, 14); !strings.Contains(h, "`j` is `9` at step 2") || !strings.Contains(h, "Here is the error `bounds`") {
		t.Errorf("hover over j: %q", h)
	}
	if h := e.hoverAt(7, 5); !strings.Contains(h, "proved") {
		t.Errorf("hover over the function: %q", h)
	}
	for _, at := range []position{{0, 0}, {-1, 3}, {1 << 30, 0}, {4, 1 << 30}, {4, -7}} { // no panic, whatever the place
		e.hoverAt(at.Line, at.Character)
	}

	// two lines more at the top: what is known moves along; a line that has changed has nothing
	e.Notify("textDocument/didChange", json.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":%q},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"\n\n"}]}`, e.uri)))
	if got := strings.Join(e.lenses(), "; "); !strings.HasPrefix(got, "5 craig: error") {
		t.Errorf("lenses after an edit: %s", got)
	}
	if h := e.hoverAt(11, 6); !strings.Contains(h, "k <= 8") {
		t.Errorf("hover after an edit: %q", h)
	}
	if h := e.hoverAt(9, 6); strings.Contains(h, "k <= 8") {
		t.Errorf("hover where the loop was: %q", h)
	}

	var shown struct{ Steps []related }
	e.Call("workspace/executeCommand", map[string]any{"command": commandShow, "arguments": []any{e.uri, "f1"}}, &shown)
	e.Await(0, "the story", func(m lsptest.Message) bool { return m.Method == "window/showDocument" })
	if len(shown.Steps) != 2 {
		t.Errorf("steps: %+v", shown)
	}
	var actions []codeAction
	e.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri}, "range": span{position{6, 0}, position{6, 0}}}, &actions)
	if len(actions) != 2 || actions[0].Edit.Changes[e.uri][0].Text != " // craig: allow bounds REASON" || actions[1].Edit.Changes[e.uri][0].Range.Start != (position{4, 0}) {
		t.Errorf("actions: %+v", actions)
	}
	e.Call("shutdown", nil, nil)
	e.Fails(-32600, "textDocument/hover", map[string]any{})
	e.Notify("exit", nil)
	e.ends(t, nil)
}

// hints are the inlay hints of lines from one to another.
func (e *editor) hints(from, to int) (list []inlayHint) {
	e.Call("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": e.uri}, "range": span{position{from, 0}, position{to, 0}}}, &list)
	return list
}

// TestInlayHints: inferred contracts stand in the text once the settings say so, in the lines that are asked for, and
// move with them; accepting one writes it.
func TestInlayHints(t *testing.T) {
	e := session(t, `{"workspace":{"inlayHint":{"refreshSupport":true}}}`, "null")
	e.open()
	e.save()
	e.diagnosed(0, some)
	if list := e.hints(0, 100); len(list) != 0 {
		t.Errorf("hints that nobody asked for: %+v", list)
	}
	from := e.Heard()
	e.Notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings":{"craig":{"inlayHints":true}}}`))
	e.Await(from, "a refresh of hints", func(m lsptest.Message) bool { return m.Method == "workspace/inlayHint/refresh" })
	list := e.hints(0, 100)
	if len(list) != 2 || list[0].Position != (position{2, 16}) || list[0].Label != "/*@ requires i < 8; */" || list[1].Position.Line != 9 || list[1].Label != "invariant 0 <= k && k <= 8" {
		t.Fatalf("hints: %+v", list)
	}
	if edits := list[0].Edits; len(edits) != 1 || edits[0].Text != "/*@ requires i < 8; */\n" || edits[0].Range.Start != (position{2, 0}) || len(list[1].Edits) != 0 {
		t.Errorf("edits: %+v, %+v", edits, list[1].Edits)
	}
	if list := e.hints(3, 8); len(list) != 0 {
		t.Errorf("hints of other lines: %+v", list)
	}
	change := func(line, from, to int, text string) {
		e.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri},
			"contentChanges": []any{map[string]any{"range": span{position{line, from}, position{line, to}}, "text": text}}})
	}
	change(9, 1, 4, "while")
	if list := e.hints(0, 100); len(list) != 1 || list[0].Position.Line != 2 {
		t.Errorf("hints where a loop has changed: %+v", list)
	}
	change(9, 1, 6, "for")
	change(0, 0, 0, "\n")
	if list := e.hints(0, 100); len(list) != 2 || list[0].Position.Line != 3 || list[1].Position.Line != 10 {
		t.Errorf("hints after an edit: %+v", list)
	}
	for _, at := range []string{`{"start":{"line":-5,"character":-1},"end":{"line":2147483647,"character":0}}`, `{}`, `{"start":{"line":9},"end":{"line":1}}`} {
		e.Call("textDocument/inlayHint", json.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":%q},"range":%s}`, e.uri, at)), nil)
	}
	e.Call("textDocument/inlayHint", json.RawMessage(`{"textDocument":{"uri":"file:///none.c"}}`), nil)
}

// TestVerifyFunction: the command of a lens looks at one function, and answers when that is done.
func TestVerifyFunction(t *testing.T) {
	e := session(t, `{}`, `{"run":"never"}`)
	e.open()
	e.save()
	var got []struct{ Function, Verdict string }
	e.Call("workspace/executeCommand", map[string]any{"command": commandVerify, "arguments": []any{e.uri, "get"}, "workDoneToken": 7}, &got)
	if len(got) != 1 || got[0].Function != "get" || got[0].Verdict != "FALSE" {
		t.Errorf("answer: %+v", got)
	}
	if name := <-e.p.looked; name != "get" {
		t.Errorf("looked at %q", name)
	}
	e.Notified(0, "$/progress", func(p string) bool { return strings.Contains(p, `"token":7`) && strings.Contains(p, `"end"`) })
	for _, wrong := range []string{
		`{"command":"craig.verifyFunction","arguments":["x"]}`, `{"command":"craig.verifyFunction","arguments":[1,2]}`, `{"command":"rm"}`,
		`{"command":"craig.verifyFunction","arguments":["file:///etc/passwd","main"]}`, `{"command":"craig.checkFile","arguments":["http://x/a.c"]}`, `[]`, `7`,
	} {
		e.Fails(-32602, "workspace/executeCommand", json.RawMessage(wrong))
	}
	e.Fails(requestFailed, "workspace/executeCommand", map[string]any{"command": commandShow, "arguments": []any{e.uri, "none"}})
}

// TestCancel: a command, and a run that the editor shows, end when they are cancelled; a second save ends the first.
func TestCancel(t *testing.T) {
	e := session(t, full, "null")
	e.p.hold = make(chan struct{})
	e.open()
	id := e.Request("workspace/executeCommand", map[string]any{"command": commandVerify, "arguments": []any{e.uri, "get"}})
	<-e.p.looked
	e.Notify("$/cancelRequest", map[string]any{"id": id})
	if m := e.Answered(id); m.Error == nil || m.Error.Code != requestCancelled {
		t.Errorf("a cancelled command: %s %v", m.Result, m.Error)
	}
	from := e.Heard()
	e.save()
	<-e.p.looked
	m, n := e.Notified(from, "$/progress", func(p string) bool { return strings.Contains(p, `"begin"`) })
	var p struct{ Token any }
	if err := json.Unmarshal(m.Params, &p); err != nil {
		t.Fatal(err)
	}
	e.Notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	_, n = e.Notified(n, "$/progress", func(p string) bool { return strings.Contains(p, `"stopped"`) })
	e.save()
	<-e.p.looked
	e.save()
	_, n = e.Notified(n+1, "$/progress", func(p string) bool { return strings.Contains(p, `"stopped"`) })
	<-e.p.looked
	close(e.p.hold)
	e.Notified(n, "$/progress", func(p string) bool { return strings.Contains(p, "1 findings") })
	e.Notify("$/cancelRequest", map[string]any{"id": 12345}) // of nothing
	e.Call("shutdown", nil, nil)
}

// TestEarly: what is found in a function is shown before all have ended; and when the file is looked at again, with lines that have been
// put in above, what is known of a function stays until there is something else, and moves.
func TestEarly(t *testing.T) {
	e := session(t, full, "null")
	e.p.hold, e.p.early = make(chan struct{}), "get"
	e.open()
	e.save()
	<-e.p.looked
	list, n := e.diagnosed(0, some)
	if list[0].Range.Start != (position{4, 8}) || len(list[0].Related) != 2 {
		t.Errorf("before the end: %+v", list)
	}
	e.p.early = "sum"
	if err := os.WriteFile(e.p.file, []byte("\n\n"+program), 0o666); err != nil {
		t.Fatal(err)
	}
	e.Notify("textDocument/didChange", json.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":%q},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"\n\n"}]}`, e.uri)))
	e.save()
	<-e.p.looked
	list, _ = e.diagnosed(n+1, func(list []diagnostic) bool { return some(list) && list[0].Range.Start.Line == 6 })
	if len(list) != 1 || list[0].Range.Start != (position{6, 8}) || len(list[0].Related) != 2 || list[0].Related[0].Location.Range.Start != (position{5, 1}) {
		t.Errorf("after two lines were put in: %+v", list)
	}
	if h := e.hoverAt(6, 14); !strings.Contains(h, "`j` is `9` at step 2") {
		t.Errorf("hover over j: %q", h)
	}
	close(e.p.hold)
	e.Call("shutdown", nil, nil)
}

// TestTrouble: a file that is no C has a diagnostic at the place of the message, which goes when it is mended.
func TestTrouble(t *testing.T) {
	e := session(t, `{}`, `{"run":"never"}`)
	e.p.fails = fmt.Errorf("%s:4:6: this is no C\n  write some", e.p.file)
	e.open()
	list, n := e.diagnosed(0, some)
	if len(list) != 1 || list[0].Range.Start != (position{3, 5}) || !strings.HasPrefix(list[0].Message, "this is no C") {
		t.Errorf("diagnostics: %+v", list)
	}
	e.p.fails = nil
	e.save()
	e.diagnosed(n+1, func(list []diagnostic) bool { return len(list) == 0 })
	e.Call("shutdown", nil, nil)
	e.Notify("exit", nil)
	e.ends(t, nil)
}

// TestMalformed: what is no message is answered with an error, and the next one is understood; what is no header at all
// ends the connection.
func TestMalformed(t *testing.T) {
	e := session(t, `{}`, "null")
	for _, body := range []string{`{`, `{}`, `[]`, `[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`, `7`, `null`, `{"jsonrpc":"2.0","id":{},"method":"x"}`, "\x00\xff", ``,
		strings.Repeat(`[`, 20000), `{"id":-1,"method":"x"}`, `{"id":1,"result":1,"error":2}`} {
		from := e.Heard()
		e.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
		if body == `null` || body == `{"id":1,"result":1,"error":2}` {
			continue
		}
		e.Await(from, "an answer to "+body[:min(len(body), 30)], func(m lsptest.Message) bool { return m.Error != nil })
	}
	e.Fails(-32601, "textDocument/rename", map[string]any{})
	e.Notify("textDocument/didOpen", json.RawMessage(`{"textDocument":{"uri":"untitled:1","text":"x"}}`))
	e.Notify("textDocument/didChange", json.RawMessage(`{"textDocument":{"uri":"file:///none.c"},"contentChanges":[{"text":"x"}]}`))
	e.Notify("textDocument/didSave", json.RawMessage(`{"textDocument":{"uri":"%zz"}}`))
	e.Notify("textDocument/didOpen", json.RawMessage(`{"textDocument":[]}`))
	e.Notify("workspace/didChangeConfiguration", json.RawMessage(`{"settings":{"craig":{"run":"sometimes"}}}`))
	e.Notified(0, "window/showMessage", func(p string) bool { return strings.Contains(p, "sometimes") })
	e.Fails(-32602, "textDocument/hover", json.RawMessage(`[1]`))
	e.Fails(-32600, "initialize", json.RawMessage(`{}`))
	e.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": "file:///none.c"}}, nil)
	e.Raw("GET / HTTP/1.1\r\n\r\n")
	e.ends(t, ErrNoShutdown)
}

// TestHeaders: lengths that nobody can mean do not make the server wait or take memory.
func TestHeaders(t *testing.T) {
	for _, head := range []string{"Content-Length: 99999999999999\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "\r\n\r\n", "Content-Type: a\r\n\r\n{}",
		strings.Repeat("x", 1<<20), strings.Repeat("a: b\r\n", 1000)} {
		e := bare(t, &fake{})
		e.Raw(head)
		e.ends(t, ErrNoShutdown)
	}
}

// TestOrder: before initialize, nothing but it is answered.
func TestOrder(t *testing.T) {
	e := bare(t, &fake{looked: make(chan string, 1)})
	e.Fails(notInitialized, "textDocument/hover", map[string]any{})
	e.Notify("textDocument/didOpen", map[string]any{})
	for _, options := range []string{`{"run":1}`, `{"speed":"fast"}`, `{"run":"save","timeout":"soon"}`, `{"jobs":-1}`} {
		e.Fails(-32602, "initialize", json.RawMessage(`{"initializationOptions":`+options+`}`))
	}
	e.Call("initialize", json.RawMessage(`{"capabilities":{},"rootUri":null,"workspaceFolders":null,"unknown":{"a":[1]}}`), nil)
	e.Call("shutdown", nil, nil)
	e.Notify("exit", nil)
	e.ends(t, nil)
}

// TestApply: changes of a text by ranges, in both encodings.
func TestApply(t *testing.T) {
	text := "a𝄞b\nzwei\n"
	for _, c := range []struct {
		at       span
		put      string
		encoding string
		want     string
	}{
		{span{position{0, 3}, position{0, 4}}, "X", "utf-16", "a𝄞X\nzwei\n"},
		{span{position{0, 5}, position{0, 6}}, "X", "utf-8", "a𝄞X\nzwei\n"},
		{span{position{0, 4}, position{1, 2}}, "", "utf-16", "a𝄞bei\n"},
		{span{position{7, 9}, position{8, 0}}, "end", "utf-16", "a𝄞b\nzwei\nend"},
		{span{position{1, 2}, position{1, 0}}, "", "utf-16", "a𝄞b\nei\n"},
		{span{position{0, 99}, position{0, 99}}, "!", "utf-16", "a𝄞b!\nzwei\n"},
	} {
		if got := apply(text, change{&c.at, c.put}, c.encoding); got != c.want {
			t.Errorf("%v by %q: %q, want %q", c.at, c.put, got, c.want)
		}
	}
	if n := units("a𝄞b", "utf-16"); n != 4 {
		t.Errorf("a𝄞b has %d units", n)
	}
}

// TestMoved: lines before and after an edit.
func TestMoved(t *testing.T) {
	old, now := []string{"a", "b", "c", "d"}, []string{"a", "x", "y", "z", "c", "d"}
	for line, want := range map[int]int{1: 1, 2: 0, 3: 5, 4: 6, 5: 0, 0: 0} {
		if got, _ := moved(line, old, now); got != want {
			t.Errorf("line %d is at %d, want %d", line, got, want)
		}
	}
}

// TestPaths: URIs that are files, and that are not.
func TestPaths(t *testing.T) {
	for uri, want := range map[string]string{"file:///a%20b/c%23.c": "/a b/c#.c", "file://localhost/x.c": "/x.c", "file://host/x.c": "", "untitled:1": "", "%": "", "file:///a%00b": "", "file:///a/../b.c": "/b.c"} {
		got, ok := pathOf(uri)
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", uri, got, ok)
		}
	}
}

// TestInvariantText: what is no C in an invariant is said in words.
func TestInvariantText(t *testing.T) {
	const arrow, block = "if what is before it holds", "was allocated, and not freed"
	for c, want := range map[string][2]bool{"i >= 0": {}, "x != 0 ==> block(x)": {true, true}, "(for all k: k < n ==> a[k] == 0)": {true, false}} {
		text := invariantText("f", c)
		if strings.Contains(text, arrow) != want[0] || strings.Contains(text, block) != want[1] {
			t.Errorf("%s: %s", c, text)
		}
	}
}

// TestContracts: mistakes are errors, and contracts are hints that can be written down.
func TestContracts(t *testing.T) {
	e := session(t, `{}`, `{"inlayHints":true}`)
	e.p.contract = true
	e.open()
	e.save()
	list, _ := e.diagnosed(0, func(list []diagnostic) bool { return len(list) == 2 })
	if d := list[0]; d.Severity != severityError || d.Code != "no-overflow" || !strings.Contains(d.Message, "bug: every call of sum goes wrong") || strings.Contains(d.Message, "requires") {
		t.Errorf("mistake: %+v", d)
	}
	if d := list[1]; d.Severity != severityHint || d.Code != "contract" || d.Range.Start.Line != 2 || !strings.Contains(d.Message, "get have to guarantee i < 8") {
		t.Errorf("contract: %+v", d)
	}
	if hints := e.hints(0, 5); len(hints) != 1 || hints[0].Label != "/*@ requires i < 8; */" || hints[0].Position.Line != 2 {
		t.Errorf("hints: %+v", hints)
	}
	var actions []codeAction
	e.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri}, "range": span{position{2, 0}, position{2, 0}}, "context": map[string]any{}}, &actions)
	if len(actions) != 1 || actions[0].Title != "require of callers: /*@ requires i < 8; */" || actions[0].Edit.Changes[e.uri][0].Text != "/*@ requires i < 8; */\n" {
		t.Errorf("actions: %+v", actions)
	}
}
