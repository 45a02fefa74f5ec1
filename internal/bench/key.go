package bench

import (
	"bytes"
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
)

// keys make the keys of a store. A key is a SHA-256 over all that an outcome depends on and that is
// at hand: the worker's executable; the definition, the C files that it names and the headers that
// are found beside them or by -I; the property; options, the files that they name, and limits. System headers
// and other programs that the worker starts, such as a solver, are not in it.
type keys struct {
	pool *Pool

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
	say("limits", k.pool.Time.String(), fmt.Sprint(k.pool.Memory))
	for _, a := range args {
		if _, value, ok := strings.Cut(a, "="); ok {
			a = value
		}
		say("file", k.hash(a))
	}
	say("property", filepath.Base(t.Property), k.hash(t.Property))
	say("definition", filepath.Base(t.File), k.hash(t.File))
	if d, err := svcomp.ReadDefinition(t.File); err == nil {
		for _, name := range k.sources(d.Files, includeDirs(args)) {
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
	return k.sources(d.Files, includeDirs(slices.Concat(k.pool.Program[1:], c.Args, t.Args)))
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

// sources are C files, and the headers that they may include.
func (k *keys) sources(files, dirs []string) (all []string) {
	seen := map[string]bool{}
	for i := 0; i < len(files); i++ {
		name := filepath.Clean(files[i])
		if seen[name] {
			continue
		}
		seen[name] = true
		all = append(all, name)
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			header := included(line)
			if header == "" {
				continue
			}
			for _, dir := range append([]string{filepath.Dir(name)}, dirs...) {
				if file := filepath.Join(dir, header); k.hash(file) != "" {
					files = append(files[:len(files):len(files)], file)
				}
			}
		}
	}
	return all
}

// included is the name that a line includes; "" for other lines.
func included(line []byte) string {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("#"))
	if !ok {
		return ""
	}
	if rest, ok = bytes.CutPrefix(bytes.TrimSpace(rest), []byte("include")); !ok {
		return ""
	}
	rest = bytes.TrimSpace(rest)
	if len(rest) < 2 {
		return ""
	}
	end := bytes.IndexAny(rest[1:], `">`)
	if end < 0 || rest[0] != '"' && rest[0] != '<' {
		return ""
	}
	return string(rest[1 : 1+end])
}

// includeDirs are the folders that options name for headers.
func includeDirs(args []string) (dirs []string) {
	for i, a := range args {
		switch dir, long := strings.CutPrefix(a, "--include-dir="); {
		case long:
			dirs = append(dirs, dir)
		case (a == "-I" || a == "--include-dir") && i+1 < len(args):
			dirs = append(dirs, args[i+1])
		case strings.HasPrefix(a, "-I") && len(a) > 2:
			dirs = append(dirs, strings.TrimPrefix(a[2:], "="))
		}
	}
	return dirs
}
