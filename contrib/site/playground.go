package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed playground
var playgroundFiles embed.FS

// examples are the programs that the playground offers, the first of which it verifies when it is opened.
var examples = []struct{ file, title, property string }{
	{"lock-bug.c", "a lock that is given back twice", "unreach-call"},
	{"lock.c", "a lock, right", "unreach-call"},
	{"midpoint-bug.c", "binary search that overflows", "no-overflow"},
	{"midpoint.c", "binary search, right", "no-overflow"},
	{"ring-bug.c", "a ring buffer, one too late", "bounds"},
	{"ring.c", "a ring buffer, right", "bounds"},
	{"playground/words.c", "strings and memory: a leak", "valid-memtrack"},
	{"playground/forever.c", "a loop that may not end", "termination"},
	{"playground/race.c", "two threads without a lock", "no-data-race"},
}

// playground are the files of the page at which programs are verified by the browser: craig as WebAssembly, compressed; for pages from disk, which
// may load nothing but scripts, the same in a script; and wasm_exec.js of the Go that has built it, as the text of a worker.
func playground(root string) (map[string][]byte, error) {
	repo := os.DirFS(root)
	packed, err := module(root)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	exec, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	read := func(from fs.FS, name string) string {
		text, failed := fs.ReadFile(from, name)
		if failed != nil {
			err = failed
		}
		return string(text)
	}
	worker := string(exec) + "\n" + read(playgroundFiles, "playground/worker.js")
	type example struct {
		Name     string `json:"name"`
		Title    string `json:"title"`
		Property string `json:"property"`
		Text     string `json:"text"`
	}
	var list []example
	for _, x := range examples {
		list = append(list, example{x.file, x.title, x.property, read(repo, "examples/"+x.file)})
	}
	frame := template.Must(template.New("page").Parse(read(playgroundFiles, "playground/page.html")))
	files := map[string][]byte{
		"playground/craig.wasm.packed": packed,
		"playground/local.js":          fmt.Appendf(nil, "window.craigPacked = '%s';\n", base64.StdEncoding.EncodeToString(packed)),
		"playground/worker.js":         fmt.Appendf(nil, "window.craigWorker = %s;\nwindow.craigSize = %d;\n", asScript(worker), len(packed)),
		"playground/examples.js":       fmt.Appendf(nil, "window.craigExamples = %s;\n", asScript(list)),
		"playground/search.js":         []byte(read(repo, "internal/page/search.js")),
		"playground/page.js":           []byte(read(playgroundFiles, "playground/page.js")),
		"playground/page.css":          []byte(read(repo, "internal/page/search.css") + read(playgroundFiles, "playground/page.css")),
	}
	var page bytes.Buffer
	if failed := frame.Execute(&page, map[string]any{"Search": template.HTML(read(repo, "internal/page/search.html"))}); failed != nil {
		err = failed
	}
	files["playground.html"] = page.Bytes()
	return files, err
}

// asScript is a value as JSON, which is a script as well.
func asScript(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts
	}
	return text
}

// module is craig as WebAssembly, compressed by gzip, which browsers unpack. Nothing is inlined: the module is a fifth smaller, and browsers, which compile it before it runs
// and inline by themselves, have the first verdict earlier.
func module(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "craig.wasm")
	build := exec.Command("go", "build", "-gcflags=all=-l", "-ldflags=-s -w", "-o", file, "./contrib/playground")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("craig cannot be built for the playground: %w\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
