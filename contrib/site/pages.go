package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html
var frame string

//go:embed page.css
var style []byte

//go:embed page.js
var script []byte

var frames = template.Must(template.New("page").Parse(frame))

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// site is what is made of the files of a repository.
type site struct {
	repo   fs.FS
	pages  []*page // in the order in which they are linked to
	byFile map[string]*page
}

// page is a Markdown file, a file that is shown as it is, or a picture.
type page struct {
	file, title string
	source      []byte
	doc         ast.Node // nil if it is no Markdown
	heads       []head
}

// head is a heading with the text of its section.
type head struct {
	level           int
	id, title, text string
}

// read reads README.md and what it leads to.
func read(repo fs.FS) (*site, error) {
	s := &site{repo: repo, byFile: map[string]*page{}}
	if _, err := s.add("README.md"); err != nil {
		return nil, err
	}
	var errs []error
	for i := 0; i < len(s.pages); i++ { // which grow
		p := s.pages[i]
		errs = append(errs, p.links(func(link string) error {
			file, _, ok := p.target(link)
			if !ok {
				return nil
			}
			_, err := s.add(file)
			return err
		}))
	}
	files, err := fs.Glob(repo, "docs/*.md")
	deeper, err2 := fs.Glob(repo, "docs/*/*.md")
	errs = append(errs, err, err2)
	for _, file := range append(files, deeper...) {
		if s.byFile[file] == nil {
			errs = append(errs, fmt.Errorf("%s: no page leads here from README.md", file))
		}
	}
	return s, errors.Join(errs...)
}

// add reads a file of the repository, once.
func (s *site) add(file string) (*page, error) {
	if p := s.byFile[file]; p != nil {
		return p, nil
	}
	info, err := fs.Stat(s.repo, file)
	if err != nil {
		return nil, err
	}
	p := &page{file: file, title: path.Base(file)}
	if info.IsDir() {
		entries, err := fs.ReadDir(s.repo, file)
		if err != nil {
			return nil, err
		}
		// A folder is a list of its files; each is a page.
		var list strings.Builder
		fmt.Fprintf(&list, "# %s\n\n", file)
		for _, e := range entries {
			fmt.Fprintf(&list, "- [%s](%s)\n", e.Name(), path.Join(path.Base(file), e.Name()))
		}
		p.source = []byte(list.String())
	} else if p.source, err = fs.ReadFile(s.repo, file); err != nil {
		return nil, err
	}
	s.byFile[file] = p
	s.pages = append(s.pages, p)
	if info.IsDir() || path.Ext(file) == ".md" {
		p.doc = markdown.Parser().Parse(text.NewReader(p.source))
		p.outline()
	}
	return p, nil
}

// outline collects headings with the texts of their sections.
func (p *page) outline() {
	for n := p.doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			p.heads = append(p.heads, head{level: h.Level, id: string(name), title: plain(h, p.source)})
			if h.Level == 1 && len(p.heads) == 1 {
				p.title = p.heads[0].title
			}
		} else if len(p.heads) > 0 {
			last := &p.heads[len(p.heads)-1]
			last.text += plain(n, p.source) + " "
		}
	}
}

// plain is the text of a node without its form.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.NextSibling() == nil {
				b.WriteByte(' ')
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			lines := n.Lines()
			for i := range lines.Len() {
				line := lines.At(i)
				b.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// links calls f with every link and picture of a page that is Markdown.
func (p *page) links(f func(link string) error) error {
	return p.eachLink(func(link *[]byte) error { return f(string(*link)) })
}

func (p *page) eachLink(f func(link *[]byte) error) error {
	if p.doc == nil {
		return nil
	}
	var errs []error
	tell := func(link *[]byte) {
		was := string(*link)
		if err := f(link); err != nil {
			errs = append(errs, fmt.Errorf("%s: the link to %s: %w", p.file, was, err))
		}
	}
	err := ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Link:
				tell(&n.Destination)
			case *ast.Image:
				tell(&n.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
	return errors.Join(append(errs, err)...)
}

// target is the file of the repository that a link leads to, and the heading in it; ok is false if it leads elsewhere.
func (p *page) target(link string) (file, id string, ok bool) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return "", "", false
	}
	file, id, _ = strings.Cut(link, "#")
	if file == "" {
		return p.file, id, true
	}
	return path.Join(path.Dir(p.file), file), id, true
}

// files are the files of the site, by name.
func (s *site) files() (map[string][]byte, error) {
	files := map[string][]byte{"page.css": style, "page.js": script}
	var errs []error
	for _, p := range s.pages {
		if isPicture(p.file) {
			files[p.file] = p.source
			continue
		}
		text, err := s.html(p)
		if err != nil {
			errs = append(errs, err)
		}
		files[s.name(p)] = text
	}
	index, err := s.index()
	files["index.js"] = index
	return files, errors.Join(append(errs, err)...)
}

// name is where a page is in the site.
func (s *site) name(p *page) string {
	if p.doc != nil && !strings.HasSuffix(p.file, ".md") {
		return p.file + ".html" // a folder
	}
	return htmlName(p.file)
}

// html writes a page.
func (s *site) html(p *page) ([]byte, error) {
	at := s.name(p)
	err := p.eachLink(func(link *[]byte) error {
		file, id, ok := p.target(string(*link))
		if !ok {
			return nil
		}
		to := s.byFile[file]
		if id != "" && !slices.ContainsFunc(to.heads, func(h head) bool { return h.id == id }) {
			return fmt.Errorf("no heading there is called %s", id)
		}
		url := relative(at, s.name(to))
		if id != "" {
			url += "#" + id
		}
		*link = []byte(url)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if p.doc != nil {
		if err := markdown.Renderer().Render(&body, p.source, p.doc); err != nil {
			return nil, err
		}
	} else {
		fmt.Fprintf(&body, "<h1>%s</h1>\n<pre><code>%s</code></pre>\n", template.HTMLEscapeString(p.file), template.HTMLEscapeString(string(p.source)))
	}
	var out bytes.Buffer
	err = frames.Execute(&out, map[string]any{
		"Title": p.title, "Home": p.file == "README.md", "Root": strings.Repeat("../", strings.Count(at, "/")),
		"Menu": s.menu(p), "Body": template.HTML(body.String()),
	})
	return out.Bytes(), err
}

// entry is a line of the menu.
type entry struct {
	URL, Title string
	Here       bool
	Deep       bool
	Sections   []entry
}

// menu lists the pages, with the sections of the one that is open.
func (s *site) menu(open *page) []entry {
	var menu []entry
	for _, p := range s.pages {
		if p.doc == nil || path.Ext(p.file) != ".md" {
			continue
		}
		e := entry{URL: relative(s.name(open), s.name(p)), Title: p.title, Here: p == open, Deep: strings.Count(p.file, "/") > 1}
		if p == open {
			for _, h := range p.heads {
				if h.level == 2 {
					e.Sections = append(e.Sections, entry{URL: "#" + h.id, Title: h.title})
				}
			}
		}
		menu = append(menu, e)
	}
	return menu
}

// index is what the search looks through: a script, since pages from disk may not load anything else.
func (s *site) index() ([]byte, error) {
	type section struct {
		URL   string `json:"u"`
		Page  string `json:"p"`
		Title string `json:"t"`
		Text  string `json:"x"`
	}
	var list []section
	for _, p := range s.pages {
		if path.Ext(p.file) != ".md" {
			continue
		}
		for _, h := range p.heads {
			list = append(list, section{s.name(p) + "#" + h.id, p.title, h.title, strings.Join(strings.Fields(h.text), " ")})
		}
	}
	text, err := json.Marshal(list)
	return fmt.Appendf(nil, "window.siteIndex = %s;\n", text), err
}
