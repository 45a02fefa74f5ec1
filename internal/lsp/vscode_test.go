package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// vscode is what contrib/vscode/package.json says.
type vscode struct {
	Main        string
	Contributes struct {
		Commands      []struct{ Command, Title string }
		Configuration struct {
			Properties map[string]struct {
				Default json.RawMessage
				Enum    []string
			}
		}
	}
	Dependencies map[string]string
}

func readVSCode(t *testing.T) vscode {
	t.Helper()
	text, err := os.ReadFile("../../contrib/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vscode
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVSCodeManifest: the commands of the extension for VS Code are those of the server, and its settings too.
func TestVSCodeManifest(t *testing.T) {
	v := readVSCode(t)
	if _, err := os.Stat(filepath.Join("../../contrib/vscode", v.Main)); err != nil {
		t.Error(err)
	}
	if len(v.Contributes.Commands) == 0 {
		t.Error("there are no commands")
	}
	for _, c := range v.Contributes.Commands {
		if !slices.Contains([]string{commandVerify, commandCheck, commandShow}, c.Command) || c.Title == "" {
			t.Errorf("the server has no command %s", c.Command)
		}
	}
	properties := v.Contributes.Configuration.Properties
	names := map[string]bool{"craig.path": true}
	defaults := map[string]json.RawMessage{}
	fields := reflect.TypeFor[Settings]()
	for i := range fields.NumField() {
		name := fields.Field(i).Tag.Get("json")
		names["craig."+name] = true
		defaults[name] = properties["craig."+name].Default
	}
	for name := range names {
		if properties[name].Default == nil {
			t.Errorf("the setting %s is missing, or has no default", name)
		}
	}
	for name := range properties {
		if !names[name] {
			t.Errorf("the server has no setting %s", name)
		}
	}
	if text, err := json.Marshal(defaults); err != nil {
		t.Error(err)
	} else if err := new(Settings).read(text); err != nil {
		t.Errorf("the server refuses the defaults: %v", err)
	}
	for _, when := range []string{OnSave, OnOpen, Never} {
		if !slices.Contains(properties["craig.run"].Enum, when) {
			t.Errorf("craig.run cannot be %s", when)
		}
	}
	if n := len(properties["craig.run"].Enum); n != 3 {
		t.Errorf("craig.run has %d values", n)
	}
}

// standIn takes the place of VS Code and of its client library: it starts the extension, does what a user would, and prints
// what the extension has asked of them.
const standIn = `
const said = { sent: [] };
let changed;
const all = JSON.parse(process.argv[3]);
const stands = {
  vscode: {
    workspace: {
      getConfiguration: (section) => ({ get: (name) => all[section + '.' + name] }),
      onDidChangeConfiguration: (f) => { changed = f; return {}; },
    },
    window: { activeTextEditor: { document: { uri: 'file:///a.c' } }, showErrorMessage: (text) => { said.error = text; } },
  },
  'vscode-languageclient/node': {
    TransportKind: { stdio: 0 },
    LanguageClient: class {
      constructor(id, name, server, client) {
        Object.assign(said, { server, selector: client.documentSelector, settings: client.initializationOptions });
        this.code2ProtocolConverter = { asUri: (uri) => uri };
        said.run = client.middleware.executeCommand;
      }
      async start() { this.running = true; if (all.fail) throw new Error('ENOENT'); }
      isRunning() { return this.running; }
      async stop() { said.stopped = true; }
      sendNotification(method, params) { said.sent.push({ method, params }); }
    },
  },
};
const Module = require('module');
const load = Module._load;
Module._load = (name, ...rest) => stands[name] || load(name, ...rest);
const extension = require(process.argv[2]);
(async () => {
  await extension.activate({ subscriptions: [] });
  said.palette = said.run('craig.checkFile', [], (command, args) => args);
  said.lens = said.run('craig.verifyFunction', ['file:///b.c', 'f'], (command, args) => args);
  changed({ affectsConfiguration: (name) => name === 'craig' });
  changed({ affectsConfiguration: () => false });
  await extension.deactivate();
  console.log(JSON.stringify(said));
})();
`

// TestVSCodeExtension runs the extension in Node, without an editor.
func TestVSCodeExtension(t *testing.T) {
	node := testenv.NeedsTool(t, "node")
	extension, err := filepath.Abs("../../contrib/vscode/extension.js")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "editor.js")
	if err := os.WriteFile(script, []byte(standIn), 0o666); err != nil {
		t.Fatal(err)
	}
	configuration := map[string]any{}
	for name, p := range readVSCode(t).Contributes.Configuration.Properties {
		configuration[name] = p.Default
	}
	configuration["craig.path"] = "/somewhere/craig"
	configuration["fail"] = true // the server does not start
	text, err := json.Marshal(configuration)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(node, script, extension, string(text))
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	var said struct {
		Server struct {
			Command string
			Args    []string
		}
		Selector []struct{ Language, Scheme string }
		Settings json.RawMessage
		Sent     []struct {
			Method string
			Params struct {
				Settings struct{ Craig json.RawMessage }
			}
		}
		Palette, Lens []string
		Error         string
		Stopped       bool
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if said.Server.Command != "/somewhere/craig" || !slices.Equal(said.Server.Args, []string{"lsp"}) {
		t.Errorf("it starts %v", said.Server)
	}
	if len(said.Selector) != 1 || said.Selector[0].Language != "c" || said.Selector[0].Scheme != "file" {
		t.Errorf("it is for %v", said.Selector)
	}
	if err := new(Settings).read(said.Settings); err != nil || len(said.Settings) == 0 {
		t.Errorf("the server refuses %s: %v", said.Settings, err)
	}
	var passed map[string]json.RawMessage
	if err := json.Unmarshal(said.Settings, &passed); err != nil {
		t.Fatal(err)
	}
	fields := reflect.TypeFor[Settings]()
	for i := range fields.NumField() {
		if name := fields.Field(i).Tag.Get("json"); passed[name] == nil {
			t.Errorf("the extension does not pass the setting %s", name)
		}
	}
	if len(said.Sent) != 1 || quick[said.Sent[0].Method] == nil {
		t.Errorf("when settings change it sends %v", said.Sent)
	} else if err := new(Settings).read(said.Sent[0].Params.Settings.Craig); err != nil || len(said.Sent[0].Params.Settings.Craig) == 0 {
		t.Errorf("the server refuses changed settings: %v", err)
	}
	if !slices.Equal(said.Palette, []string{"file:///a.c"}) || !slices.Equal(said.Lens, []string{"file:///b.c", "f"}) {
		t.Errorf("arguments: %q from the palette, %q from a lens", said.Palette, said.Lens)
	}
	if !strings.Contains(said.Error, "craig.path") {
		t.Errorf("of a server that does not start it says %q", said.Error)
	}
	if !said.Stopped {
		t.Error("the server is not stopped")
	}
}
