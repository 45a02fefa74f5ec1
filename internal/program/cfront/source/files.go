package source

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"craig/internal/program/ir"

	"modernc.org/cc/v4"
)

// The embedded headers: what a freestanding compiler ships, and the declarations of the usual C
// library. Their folders have names that no file of a user can have.
//
//go:embed include
var embedded embed.FS

const (
	freestanding = "<craig>/free"
	library      = "<craig>/libc"
)

// maxInclude bounds the depth of #include.
const maxInclude = 200

// systemFolders lists the host's folders of headers; last the one of gcc's own, which has those of
// processor intrinsics.
func systemFolders(cfg Config) []string {
	if cfg.int16() { // the host has none for such machines
		return nil
	}
	arch := "x86_64-linux-gnu"
	if cfg.ILP32 {
		arch = "i386-linux-gnu"
	}
	folders := []string{"/usr/local/include", "/usr/include/" + arch, "/usr/include"}
	if own, _ := filepath.Glob("/usr/lib/gcc/x86_64-linux-gnu/*/include"); len(own) > 0 {
		folders = append(folders, own[len(own)-1])
	}
	var list []string
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			list = append(list, folder)
		}
	}
	return list
}

// files serves the included files to cc and follows the nesting of #include, which cc does not
// bound: each file served begins and ends with a pragma of our own.
type files struct {
	cfg   Config
	depth int
	once  map[string]bool // files that say #pragma once, and have been read

	ownLibc *bool // becomes true when a header of the embedded C library is read
}

const (
	pragmaEnter = "craig_enter"
	pragmaLeave = "craig_leave"
)

// Open serves a header. Errors of the text pass are thrown as *Error: if Open returned them, cc
// would go on looking elsewhere.
func (fsys *files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, "<craig>/"); ok {
		if header, ok := strings.CutPrefix(name, library+"/"); ok && fsys.cfg.int16() && !headers16[header] {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		f, err := embedded.Open(path.Join("include", rest))
		if err == nil && strings.HasPrefix(name, library) {
			*fsys.ownLibc = true
		}
		return f, err
	}
	if fsys.cfg.Files.closed() { // an error would have cc open it by itself
		panic(&Error{Msg: "a header is named outside of those that craig has, and no other is read here"})
	}
	info, err := fsys.cfg.Files.stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	}
	read, err := fsys.cfg.Files.read(name)
	if err != nil {
		panic(err)
	}
	text, _, perr := prepare(fsys.cfg, name, read.data)
	if perr != nil {
		panic(perr)
	}
	return textFile{strings.NewReader(wrap(name, text, true)), read.info}, nil
}

// inLine is the name of a file as #line has it, without what would end the text there, or tell a terminal to do something.
func inLine(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '"' || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return '_'
		}
		return r
	}, name)
}

// wrap puts the pragma before the text of a file, without changing the numbers of its lines, and
// after it the one that ends an included file.
func wrap(name string, text []byte, included bool) string {
	var b strings.Builder
	b.Grow(len(text) + 2*len(name) + 64)
	name = inLine(name)
	fmt.Fprintf(&b, "#pragma %s\n#line 1 \"%s\"\n", pragmaEnter, name)
	b.Write(text)
	if n := len(text); n > 0 && text[n-1] != '\n' {
		b.WriteByte('\n')
	}
	if bytes.HasSuffix(bytes.TrimRight(text, "\r\n"), []byte{'\\'}) {
		b.WriteByte('\n') // its last line would go on: cc does not return from a string there
	}
	if included {
		fmt.Fprintf(&b, "#pragma %s\n", pragmaLeave)
	}
	return b.String()
}

// pragma is told of every pragma.
func (fsys *files) pragma(tokens []cc.Token) error {
	if len(tokens) == 0 {
		return nil
	}
	switch tokens[0].SrcStr() {
	case pragmaEnter:
		if fsys.depth++; fsys.depth > maxInclude {
			p := tokens[0].Position()
			panic(&Error{Pos: ir.Pos{File: p.Filename, Line: 1, Col: 1}, Msg: fmt.Sprintf("#include nested more than %d deep", maxInclude), Hint: "does the file include itself without a guard?"})
		}
	case pragmaLeave:
		fsys.depth--
	case "once":
		if fsys.depth <= 1 { // means nothing in the main file, where preprocessed headers may leave many
			return nil
		}
		file := tokens[0].Position().Filename
		if fsys.once[file] {
			fsys.depth--
			return cc.SkipSource
		}
		fsys.once[file] = true
	}
	return nil
}

// textFile is a file whose text has been prepared.
type textFile struct {
	*strings.Reader
	info fs.FileInfo
}

func (f textFile) Close() error               { return nil }
func (f textFile) Stat() (fs.FileInfo, error) { return f.info, nil }
