package main

import (
	"bytes"
	"html"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestSite: the documents make a site; every link in what is written leads to a file of it, and to an element that is there.
// Nothing is loaded from elsewhere, and nothing begins at the root of a server, so that the site works from disk.
func TestSite(t *testing.T) {
	s, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	files, err := s.files()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 30 || !bytes.Contains(files["index.html"], []byte("<h1")) {
		t.Fatalf("%d files", len(files))
	}
	checkLinks(t, files)
	for _, name := range []string{"CHANGELOG.html", "docs/tutorial.html", "docs/unknown.html", "docs/options.html"} {
		if files[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if !bytes.Contains(files["index.js"], []byte(`"u":"docs/unknown.html#timeout"`)) {
		t.Error("the search does not know the sections of docs/unknown.md")
	}
}

// TestLinks: a link that leads nowhere is an error that names the page and the link.
func TestLinks(t *testing.T) {
	for link, want := range map[string]string{
		"docs/none.md":     "README.md: the link to docs/none.md",
		"docs/a.md#none":   "README.md: the link to docs/a.md#none: no heading there is called none",
		"#none":            "no heading there is called none",
		"docs/a.md#part-b": "",
		"docs":             "",
		"src/main.c":       "",
	} {
		repo := fstest.MapFS{"README.md": {Data: []byte("# One\n\n[text](" + link + ") [a](docs/a.md)\n")},
			"docs/a.md": {Data: []byte("# A\n\n## Part B\n\n[back](../README.md#one)\n")}, "src/main.c": {Data: []byte("int x = 1 < 2;\n")}}
		s, err := read(repo)
		var files map[string][]byte
		if err == nil {
			files, err = s.files()
		}
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", link, err)
		case want == "":
			checkLinks(t, files)
		case err == nil || !strings.Contains(err.Error(), want):
			t.Errorf("%s: %v, not %q", link, err, want)
		}
	}
	_, err := read(fstest.MapFS{"README.md": {Data: []byte("# One\n")}, "docs/lonely.md": {Data: []byte("# A\n")}})
	if err == nil || !strings.Contains(err.Error(), "docs/lonely.md: no page leads here") {
		t.Errorf("a lonely page: %v", err)
	}
}

var (
	links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
)

func checkLinks(t *testing.T, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range links.FindAllSubmatch(text, -1) {
			link := html.UnescapeString(string(m[1]))
			if strings.Contains(link, "://") && bytes.HasPrefix(m[0], []byte("href")) && !strings.HasSuffix(link, ".css") {
				continue
			}
			file, id, _ := strings.Cut(link, "#")
			if file = path.Join(path.Dir(name), file); strings.HasPrefix(link, "#") {
				file = name
			}
			switch to, ok := files[file]; {
			case strings.HasPrefix(link, "/") || strings.Contains(link, "://"):
				t.Errorf("%s: %s does not work from disk", name, link)
			case !ok:
				t.Errorf("%s: %s leads nowhere", name, link)
			case id != "" && !has(to, id):
				t.Errorf("%s: %s: there is no %s", name, link, id)
			}
		}
	}
}

func has(text []byte, id string) bool {
	for _, m := range ids.FindAllSubmatch(text, -1) {
		if html.UnescapeString(string(m[1])) == id {
			return true
		}
	}
	return false
}
