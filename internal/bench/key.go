package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"craig/internal/svcomp"
	"craig/internal/work"
)

// keys make the keys of a store. A key is a SHA-256 over all that an outcome depends on and that is
// at hand: the worker's executable; the definition, the C files that it names and the headers that
// are found beside them or by -I; the property; options, the files that they name, and limits. System headers
// and other programs that the worker starts, such as a solver, are not in it.
type keys struct {
	pool    *Pool
	headers work.Headers

	mu     sync.Mutex
	hashes map[string]string // by file
}

func newKeys(p *Pool) *keys { return &keys{pool: p, hashes: map[string]string{}} }

// of is the key of a task in a column.
func (k *keys) of(t Task, c Column) string {
	h := sha256.New()
	say := func(what string, values ...string) { fmt.Fprintf(h, "%s %q\n", what, values) }
	worker, err := exec.LookPath(k.pool.Program[0])
	if err != nil {
		worker = k.pool.Program[0]
	}
	say("worker", k.hash(worker))
	args := slices.Concat(k.pool.Program[1:], c.Args, t.Args)
	say("options", args...)
	if adapter, _ := c.Tool(); adapter != "" {
		say("tool", k.pool.Tools[adapter], k.hash(adapter))
	}
	say("limits", k.pool.Time.String(), fmt.Sprint(k.pool.Memory))
	if k.pool.CPU > 0 {
		say("processor time", k.pool.CPU.String())
	}
	for _, a := range args {
		if _, value, ok := strings.Cut(a, "="); ok {
			a = value
		}
		say("file", k.hash(a))
	}
	say("property", filepath.Base(t.Property), k.hash(t.Property))
	say("definition", filepath.Base(t.File), k.hash(t.File))
	if d, err := svcomp.ReadDefinition(t.File); err == nil {
		for _, name := range k.headers.Of("", args, d.Files...) {
			say("source", filepath.Base(name), k.hash(name))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// files are what the worker reads for a task besides the files that arguments name.
func (k *keys) files(t Task, c Column) []string {
	d, err := svcomp.ReadDefinition(t.File)
	if err != nil {
		return nil
	}
	return k.headers.Of("", slices.Concat(k.pool.Program[1:], c.Args, t.Args), d.Files...)
}

// hash is that of a file's contents, in hexadecimal; "" for what is no file that can be read.
func (k *keys) hash(name string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if h, ok := k.hashes[name]; ok {
		return h
	}
	text := ""
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if data, err := os.ReadFile(name); err == nil {
			text = fmt.Sprintf("%x", sha256.Sum256(data))
		}
	}
	k.hashes[name] = text
	return text
}
