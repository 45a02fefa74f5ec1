package work

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Headers finds what a C file may include, for jobs that run where our files are not: Job.Files. It may be used
// concurrently; each file is read once. The zero value is ready to use.
type Headers struct {
	mu    sync.Mutex
	files map[string][]string // what lines include, by file; nil for what is no file that can be read
}

// Of are C files with all headers that they include by name and that are found beside them or in the folders that
// arguments name, and those of these. Relative names are relative to dir, and stay so. Which of two headers
// with one name the preprocessor takes is not asked: both are listed. Headers whose names macros make are not found.
func (h *Headers) Of(dir string, args []string, files ...string) (all []string) {
	dirs, first := includeOptions(args)
	files = slices.Concat(files, first)
	seen := map[string]bool{}
	for i := 0; i < len(files); i++ {
		name := filepath.Clean(files[i])
		if seen[name] {
			continue
		}
		seen[name] = true
		all = append(all, name)
		for _, header := range h.included(at(dir, name)) {
			for _, d := range append([]string{filepath.Dir(name)}, dirs...) {
				file := header
				if !filepath.IsAbs(header) {
					file = filepath.Join(d, header)
				}
				if h.included(at(dir, file)) != nil {
					files = append(files, file)
				}
			}
		}
	}
	return all
}

// at is a name as seen from where we are.
func at(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// included are the names that a file includes; nil only if there is no such file.
func (h *Headers) included(name string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if list, ok := h.files[name]; ok {
		return list
	}
	var list []string
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if text, err := os.ReadFile(name); err == nil {
			list = []string{}
			for line := range bytes.Lines(text) {
				if header := included(line); header != "" && !slices.Contains(list, header) {
					list = append(list, header)
				}
			}
		}
	}
	if h.files == nil {
		h.files = map[string][]string{}
	}
	h.files[name] = list
	return list
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
	rest = bytes.TrimSpace(bytes.TrimPrefix(rest, []byte("_next")))
	if len(rest) < 2 {
		return ""
	}
	end := bytes.IndexAny(rest[1:], `">`)
	if end < 0 || rest[0] != '"' && rest[0] != '<' {
		return ""
	}
	return string(rest[1 : 1+end])
}

// includeOptions are the folders that options name for headers, and the files that are included first.
func includeOptions(args []string) (dirs, first []string) {
	for i := 0; i < len(args); i++ {
		for _, option := range []string{"-I", "-isystem", "-iquote", "-idirafter", "--include-dir", "-include", "-imacros", "--include"} {
			value, ok := strings.CutPrefix(args[i], option)
			switch long := strings.HasPrefix(option, "--"); {
			case !ok, value != "" && long && value[0] != '=':
				continue
			case value == "" && i+1 < len(args):
				i++
				value = args[i]
			default:
				value = strings.TrimPrefix(value, "=")
			}
			switch option {
			case "-include", "-imacros", "--include":
				first = append(first, value)
			default:
				dirs = append(dirs, value)
			}
			break
		}
	}
	return dirs, first
}
