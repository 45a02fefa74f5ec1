// Command site makes a static site of craig's documents: from craig's folder
//
//	go run -C contrib/site .
//
// writes the folder out/site, which works from disk and from any web server. It follows the links of README.md: every Markdown
// file becomes a page, a source file that a page links to a page with its lines, a picture is copied. A link that leads
// nowhere is an error, and then nothing is written.
//
//	main.go   finds the files, and writes the site
//	pages.go  makes pages of Markdown
//	page.*    how a page looks, and the search
//	playground.go, playground/  a page at which programs are verified by the browser; -playground=false leaves it out
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("out", "", "the folder to write to; default: out/site in craig's folder")
	play := flag.Bool("playground", true, "with the page at which programs are verified, for which craig is built for js and wasm")
	flag.Parse()
	if err := run(*out, *play); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(out string, play bool) error {
	root, err := sources()
	if err != nil {
		return err
	}
	if out == "" {
		out = filepath.Join(root, "out", "site")
	}
	s, err := read(os.DirFS(root))
	if err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if play {
		more, err := playground(root)
		if err != nil {
			return err
		}
		maps.Copy(files, more)
	}
	for name, text := range files {
		name = filepath.Join(out, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666)); err != nil {
			return err
		}
	}
	fmt.Printf("%d files; open %s\n", len(files), filepath.Join(out, "index.html"))
	return nil
}

// sources is craig's folder: the one above with a go.mod that says so.
func sources() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module craig\n") {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("this is not in craig's folder")
		}
		dir = filepath.Dir(dir)
	}
}

// htmlName is where the page of a file of the repository is in the site.
func htmlName(file string) string {
	switch {
	case file == "README.md":
		return "index.html"
	case strings.HasSuffix(file, ".md"):
		return strings.TrimSuffix(file, ".md") + ".html"
	case isPicture(file):
		return file
	}
	return file + ".html"
}

func isPicture(file string) bool {
	switch path.Ext(file) {
	case ".svg", ".png":
		return true
	}
	return false
}

// relative is the link from one file of the site to another.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if dir := path.Dir(from); dir != "." && path.Dir(to) == dir {
		return path.Base(to)
	}
	return up + to
}
