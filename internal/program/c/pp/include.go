package pp

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"
)

// Files is where headers are read from.
type Files interface {
	// Read gives the text of a file, which is not changed. fs.ErrNotExist means that there is none: another folder is asked then.
	Read(name string) ([]byte, error)
}

// Dir is a folder with headers. Those of a system folder have flag 3 in line markers.
type Dir struct {
	Path   string
	System bool
}

// header is what #include names.
type header struct {
	name   string
	angled bool
	at     Loc
}

func (h header) String() string {
	if h.angled {
		return "<" + h.name + ">"
	}
	return `"` + h.name + `"`
}

// include runs #include (C11 6.10.2), and GNU's #include_next.
func (p *Preprocessor) include(t Token, next bool) {
	h, ok := p.header(t)
	if !ok {
		return
	}
	f, dir, system := p.find(h, next)
	if p.err != nil {
		return
	}
	if f == nil {
		p.fail(h.at, "name its folder with {Include}", "include file not found: %s", h)
		return
	}
	p.held = p.held[:0]
	p.lineEnd()
	if f.once || f.guard != none && p.syms.list[f.guard].macro != nil {
		return
	}
	if p.depth > p.cfg.Limits.Depth {
		p.fail(h.at, "does the file include itself without a guard?", "#include nested more than %d deep", p.cfg.Limits.Depth)
		return
	}
	p.push(f, dir, system)
}

// header reads the operand of #include or __has_include.
func (p *Preprocessor) header(directive Token) (header, bool) {
	b := p.buf
	if len(p.held) == 0 && len(p.ctx) == 0 {
		for class[b.text[b.pos]]&isBlank != 0 {
			b.pos++
		}
		c := b.text[b.pos]
		if c == '<' || c == '"' {
			end := c
			if c == '<' {
				end = '>'
			}
			line := b.text[b.pos+1:]
			line = line[:bytes.IndexByte(line, '\n')]
			if n := bytes.IndexByte(line, end); n > 0 {
				h := header{string(line[:n]), c == '<', b.loc(b.pos)}
				b.pos += n + 2
				return h, true
			}
		}
	}
	prevent := p.prevent
	p.prevent = 0
	defer func() { p.prevent = prevent }()
	t := p.getDirective()
	switch {
	case t.Kind == String && strings.HasPrefix(p.Text(t), `"`) && len(p.Text(t)) > 2:
		text := p.Text(t)
		return header{text[1 : len(text)-1], false, t.Exp}, true
	case p.is(t, symLess):
		var s strings.Builder
		for {
			a := p.getDirective()
			if p.is(a, symGreater) {
				return header{s.String(), true, t.Exp}, true
			}
			if a.Kind == EOF {
				break
			}
			if a.Flags&White != 0 {
				s.WriteByte(' ')
			}
			s.WriteString(p.Text(a))
		}
	}
	p.fail(directive.Loc, "name a header", `#%s wants "FILE" or <FILE>`, p.Text(directive))
	return header{}, false
}

// find looks for a header: the file, the index of its folder, and whether that is a system folder.
func (p *Preprocessor) find(h header, next bool) (f *file, dir int, system bool) {
	b := p.buf
	here := p.texts[b.entry].system
	if path.IsAbs(h.name) {
		return p.load(h, h.name), -1, here
	}
	from := 0
	switch {
	case next && b.file != p.main:
		from = b.dir + 1
	case h.angled:
		from = len(p.cfg.Quote)
	default:
		if f := p.load(h, join(folder(b.name), h.name)); f != nil {
			return f, -1, here
		}
	}
	n := len(p.cfg.Quote)
	for i := from; i < n+len(p.cfg.Include); i++ {
		var d Dir
		if i < n {
			d = p.cfg.Quote[i]
		} else {
			d = p.cfg.Include[i-n]
		}
		if f := p.load(h, join(d.Path, h.name)); f != nil || p.err != nil {
			return f, i, d.System
		}
	}
	return nil, -1, false
}

func folder(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:max(i, 1)]
	}
	return ""
}

func join(folder, name string) string {
	switch {
	case folder == "":
		return name
	case strings.HasSuffix(folder, "/"):
		return folder + name
	}
	return folder + "/" + name
}

// load is the file of that name, nil if there is none.
func (p *Preprocessor) load(h header, name string) *file {
	if f, ok := p.files[name]; ok {
		return f
	}
	if p.cfg.Files == nil {
		return nil
	}
	text, err := p.cfg.Files.Read(name)
	var f *file
	switch {
	case err == nil:
		f = newFile(name, text, p.cfg.ISO)
	case !errors.Is(err, fs.ErrNotExist):
		p.fail(h.at, "", "%s: %v", name, err)
		if p.err.Err == nil {
			p.err.Err = err
		}
		return nil
	}
	p.files[name] = f
	return f
}
