package source

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/ir"
)

// Preprocess writes a file as it is after the preprocessor, with line markers, as gcc -E does. The error is that of w, or an *Error.
func Preprocess(cfg Config, file string, w io.Writer) error {
	o, err := Open(cfg, file)
	if err != nil {
		return err
	}
	o.settle()
	return diagnosed(o.Source.Print(w))
}

// Tree reads a file with packages pp and syntax. An error of the text is an *Error; of several it is the first.
func Tree(cfg Config, file string) (*syntax.Unit, *pp.Preprocessor, error) {
	o, err := Open(cfg, file)
	if err != nil {
		return nil, nil, err
	}
	tree, err := o.Unit()
	return tree, o.Source, err
}

// Opened is a file that is read with packages pp and syntax, and perhaps another text behind it.
type Opened struct {
	Source *pp.Preprocessor // the first Unit may open the file anew
	reader *syntax.Reader
	cfg    Config
	open   func(system, c23 bool) *pp.Preprocessor
	system bool // the headers of the host are read
	either bool // the embedded headers are read, and those of the host may be instead
	begun  bool // the first Unit has been read
}

// Open opens a file.
func Open(cfg Config, file string) (*Opened, error) {
	if cfg.Files == nil {
		cfg.Files = new(Files)
	}
	text, err := cfg.Files.Read(file)
	if err != nil {
		return nil, err
	}
	if cfg.After != nil {
		text = cfg.After(file, text)
	}
	return opened(cfg, file, text)
}

// opened is a text: with the headers of the host where those are asked for, or where the embedded ones do not have all that it includes.
func opened(cfg Config, file string, text []byte) (*Opened, error) {
	if cfg.Files == nil {
		cfg.Files = new(Files)
	}
	predefined, err := predefinedTexts(cfg)
	if err != nil {
		return nil, err
	}
	host := len(systemFolders(cfg)) > 0
	o := &Opened{cfg: cfg, either: host && !cfg.SystemHeaders, open: func(system, c23 bool) *pp.Preprocessor {
		c := ppConfig(cfg, predefined, system)
		c.C23 = c23
		if cfg.Contracts != nil {
			c.Annotations = syntax.Annotations()
		}
		p := pp.New(c)
		p.Open(file, text)
		return p
	}}
	o.begin(host && cfg.SystemHeaders, false)
	if cfg.Token != nil { // which is told of one reading
		o.settle()
	}
	return o, nil
}

// settle finds out which headers are read before anything is.
func (o *Opened) settle() {
	if o.either && isMissingHeader(o.open(false, false).Check()) {
		o.begin(true, false)
	}
	o.either = false
}

// begin has the file read from its beginning.
func (o *Opened) begin(system, c23 bool) {
	o.Source, o.system = o.open(system, c23), system
	o.reader = syntax.NewReader(syntax.Config{C23: c23, Claims: o.cfg.Contracts != nil, Token: o.cfg.Token}, o.Source)
}

// Unit is what has not been read, as C11 with GNU's extensions or, where that has mistakes and C23 has none, as C23. An error of the text is an *Error; of several it is the first.
func (o *Opened) Unit() (*syntax.Unit, error) {
	tree, mistakes := o.reader.Unit()
	if o.either && (len(mistakes) > 0 || o.Source.Err() != nil) && isMissingHeader(o.Source.Check()) {
		o.begin(true, false)
		tree, mistakes = o.reader.Unit()
	}
	o.either = false
	if !o.begun && o.cfg.Token == nil && (len(mistakes) > 0 || o.Source.Err() != nil) { // C23 has more words
		newer := *o
		newer.begin(o.system, true)
		if tree, mistakes := newer.reader.Unit(); len(mistakes) == 0 && newer.Source.Err() == nil {
			*o = newer
			o.begun = true
			return tree, nil
		}
	}
	o.begun = true
	if err := o.Source.Err(); err != nil {
		return nil, diagnosed(err)
	}
	if len(mistakes) > 0 {
		return nil, Mistake(o.Source, mistakes[0])
	}
	return tree, nil
}

// TreeOf is Tree of a text that is at hand.
func TreeOf(cfg Config, name string, text []byte) (*syntax.Unit, *pp.Preprocessor, error) {
	o, err := opened(cfg, name, text)
	if err != nil {
		return nil, nil, err
	}
	tree, err := o.Unit()
	return tree, o.Source, err
}

// missingHeader begins the message about a header that was not found.
const missingHeader = "include file not found: "

// intrinsics ends a message about a header of processor intrinsics.
var intrinsics = pattern.New(`<(\w*mmintrin|immintrin|x86intrin|x86gprintrin|cpuid|arm_\w+)\.h>$`)

// isMissingHeader says whether err is that of a header that was not found.
func isMissingHeader(err error) bool {
	var e *pp.Error
	return errors.As(err, &e) && strings.HasPrefix(e.Msg, missingHeader)
}

// diagnosed makes an error of the preprocessor one of this package.
func diagnosed(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var e *pp.Error
	if !errors.As(err, &e) {
		return err
	}
	hint := e.Hint
	if hint == "" {
		hint = "if gcc -E accepts the file, please report it"
	}
	if strings.HasPrefix(e.Msg, missingHeader) && intrinsics.MatchString(e.Msg) {
		hint = "craig does not know the intrinsics of other processors: leave out the code that uses them"
	}
	return &Error{Pos: ir.Pos{File: e.Place.File, Line: e.Place.Line, Col: e.Place.Col}, Msg: e.Msg, Hint: hint}
}

// predefinedTexts are what is read before a file: the macros of the machine, and the command line's.
func predefinedTexts(cfg Config) ([]pp.Text, error) {
	machine := MachineOf(cfg.Target, cfg.ILP32)
	if machine == nil {
		return nil, unknownMachine(cfg)
	}
	line, err := commandLine(cfg)
	if err != nil {
		return nil, err
	}
	return []pp.Text{{Name: "<predefined>", Text: []byte(machine.predefined())}, {Name: "<command line>", Text: []byte(line)}}, nil
}

// ppConfig is how a file is preprocessed: with the headers of the host, or with the embedded ones.
func ppConfig(cfg Config, predefined []pp.Text, system bool) pp.Config {
	c := pp.Config{Files: headerFiles{cfg}, Predefined: predefined, UnsignedChar: cfg.UnsignedChar, Limits: pp.Limits{Depth: maxInclude}}
	if m := MachineOf(cfg.Target, cfg.ILP32); m != nil {
		c.UnsignedChar = c.UnsignedChar || m.UnsignedChar
		c.WideChar.Unsigned = strings.HasPrefix(m.Wchar, "unsigned")
		if m.Int16 {
			c.WideChar.Bits = 16
		}
	}
	if !cfg.Files.closed() {
		for _, folder := range cfg.Include {
			c.Include = append(c.Include, pp.Dir{Path: folder})
		}
	}
	c.Include = append(c.Include, pp.Dir{Path: freestanding, System: true})
	if !system || cfg.Files.closed() {
		c.Include = append(c.Include, pp.Dir{Path: library, System: true})
		return c
	}
	for _, folder := range systemFolders(cfg) {
		c.Include = append(c.Include, pp.Dir{Path: folder, System: true})
	}
	return c
}

// headerFiles serves headers: the embedded ones, and those that Files has.
type headerFiles struct{ cfg Config }

func (h headerFiles) Read(name string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(name, "<craig>/"); ok {
		if header, ok := strings.CutPrefix(name, library+"/"); ok && h.cfg.int16() && !headers16[header] {
			return nil, fs.ErrNotExist
		}
		text, err := embedded.ReadFile(path.Join("include", path.Clean("/" + rest)[1:]))
		if err != nil {
			return nil, fs.ErrNotExist
		}
		return text, nil
	}
	info, err := h.cfg.Files.stat(name)
	if err != nil || info.IsDir() {
		return nil, fs.ErrNotExist
	}
	return h.cfg.Files.Read(name)
}
