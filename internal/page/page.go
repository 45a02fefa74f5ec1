// Package page is what all HTML pages of craig have in common: their look, by light and by dark, on wide and on narrow
// screens, and that each is one file that needs no other.
//
//	page.go    pages with a head and a foot
//	style.css  the look; the colours have names, which charts use too
//	search.*   a view of the nodes of a search, which may grow
package page

import (
	"bytes"
	_ "embed"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

//go:embed style.css
var style string

//go:embed search.html
var searchText string

//go:embed search.css
var searchStyle string

//go:embed search.js
var searchScript string

// SearchScript is the script of the view of a search: it does nothing until craigSearch is called.
func SearchScript() string { return searchScript }

// SearchStyle is its style.
func SearchStyle() string { return searchStyle }

// Search is that view, for an element with the id search.
func Search() g.Node { return g.Raw(searchText) }

// Write writes a page with a title, a body, and craig's version at its foot. The page may run scripts that stand in it, and load nothing.
// What HTML does not allow is cleaned, as by Clean.
func Write(w io.Writer, title, craig string, body ...g.Node) error {
	policy := h.Meta(g.Attr("http-equiv", "Content-Security-Policy"), h.Content("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"))
	return document(title, policy, "", append(body, g.Raw("\n"), h.Footer(g.Text(craig)))...).Render(Clean(w))
}

// WriteServed writes a page that a server gives, which may load what the server says.
func WriteServed(w io.Writer, title, style string, body ...g.Node) error {
	return document(title, nil, style, body...).Render(w)
}

func document(title string, policy g.Node, own string, body ...g.Node) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(h.Meta(h.Charset("utf-8")), h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")), policy, h.TitleEl(g.Text(title)), Style(style+own)),
		h.Body(body...)))
}

// Style are rules of the page's own.
func Style(css string) g.Node { return h.StyleEl(g.Raw("\n" + css)) }

// Script is a script of the page's own.
func Script(js string) g.Node { return h.Script(g.Raw("\n" + js)) }

// Data is JSON in which <, > and & are escaped, as encoding/json has it, for scripts.
func Data(json string, attributes ...g.Node) g.Node {
	return h.Script(h.Type("application/json"), g.Group(attributes), g.Raw(json))
}

// Each is what f makes of the elements of a list, each on a line of its own.
func Each[T any](list []T, f func(T) g.Node) g.Node {
	return g.Map(list, func(x T) g.Node { return g.Group{f(x), g.Raw("\n")} })
}

// Head is the row of the names of a table's columns, of which those that end with a # are numbers.
func Head(names ...string) g.Node {
	return h.THead(h.Tr(g.Map(names, func(name string) g.Node {
		name, number := strings.CutSuffix(name, "#")
		return h.Th(h.Scope("col"), g.If(number, h.Class("number")), g.Text(name))
	})))
}

// Clean is w for a page: in place of characters that HTML does not allow, such as those that control terminals in the name of a file, and of
// bytes that are no UTF-8, it is given U+FFFD.
func Clean(w io.Writer) io.Writer { return cleaned{w} }

type cleaned struct{ to io.Writer }

func (c cleaned) Write(text []byte) (int, error) {
	clean := bytes.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return utf8.RuneError
		}
		return r
	}, text)
	if _, err := c.to.Write(clean); err != nil {
		return 0, err
	}
	return len(text), nil
}
