// Package page is what all HTML pages of craig have in common: their look, by light and by dark, on wide and on narrow
// screens, and that each is one file that needs no other.
//
//	page.go    templates with a head and a foot
//	style.css  the look; the colours have names, which charts use too
//	search.*   a view of the nodes of a search, which may grow
package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed style.css
var style string

//go:embed search.html
var searchText string

//go:embed search.css
var searchStyle string

//go:embed search.js
var searchScript string

// SearchScript is the script of the view of a search, for pages that load their scripts.
func SearchScript() string { return searchScript }

// Template gives the template of a page, which is made when it is first asked for. Its text can use
//
//	{{template "head" TITLE}}   everything up to the body; TITLE is text
//	{{template "foot" CRAIG}}   everything from the foot on; CRAIG is craig's version
//	{{template "search"}}       the view of a search, in an element with the id search; searchStyle is its style, and
//	                            searchScript its script, which does nothing until craigSearch is called
//
// Styles and scripts of the page's own are written in its body. The page may run scripts that stand in it, and load
// nothing. A text that is no template is a panic then: it is part of the program.
func Template(name, text string, funcs template.FuncMap) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return parsed(name, text, funcs) })
}

func parsed(name, text string, funcs template.FuncMap) *template.Template {
	t := template.New(name).Funcs(template.FuncMap{
		"pageStyle":    func() template.CSS { return template.CSS(style) },
		"searchStyle":  func() template.CSS { return template.CSS(searchStyle) },
		"searchScript": func() template.JS { return template.JS(searchScript) }}).Funcs(funcs)
	template.Must(t.Parse(frame))
	template.Must(t.New("search").Parse(searchText))
	return template.Must(t.Parse(text))
}

const frame = `{{define "head"}}<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>{{.}}</title>
<style>
{{pageStyle}}</style>
</head>
<body>
{{end}}{{define "foot"}}<footer>{{.}}</footer>
</body>
</html>
{{end}}`

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
