package check

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/pattern"
	library "craig/internal/program/c/source"
)

// Guess is the C files of a folder, and of the folders in it, where there is no database: with the folders that have
// headers as -I, but for those that would hide headers of the C library, and those from which files name headers with a folder; but for those that excludes match.
func Guess(dir string, excludes []string) (units []*Unit, folders []string, err error) {
	var files, headers []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir():
			if path != dir && matches(excludes, from("", path)) {
				return filepath.SkipDir
			}
		case !isFile(path): // a pipe, or a link that leads nowhere
		case strings.HasSuffix(path, ".c"):
			files = append(files, path)
		case strings.HasSuffix(path, ".h"):
			headers = append(headers, path)
			if folder := filepath.Dir(path); !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for _, folder := range above(headers, slices.Concat(files, headers)) {
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	folders = slices.DeleteFunc(folders, func(folder string) bool { return hides(folder, headers, files) })
	var flags []string
	for _, folder := range folders {
		flags = append(flags, "-I", from("", folder))
	}
	for _, f := range files {
		units = append(units, &Unit{from("", f), flags})
	}
	return units, folders, nil
}

// hides tells whether a folder would have its own headers be those of the C library, as lib/strings.h would be what <string.h> includes, and is not needed: but for files in it, none names a
// header in it without a folder.
func hides(folder string, headers, files []string) bool {
	var names []string
	hides := false
	for _, h := range headers {
		if filepath.Dir(h) == folder {
			names = append(names, filepath.Base(h))
			hides = hides || library.IsLibraryHeader(filepath.Base(h))
		}
	}
	return hides && !slices.ContainsFunc(slices.Concat(files, headers), func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && filepath.Dir(file) != folder && slices.ContainsFunc(includedFrom.FindAllStringSubmatch(string(text), -1), func(m []string) bool {
			return slices.Contains(names, m[1]) && !library.IsLibraryHeader(m[1])
		})
	})
}

// includedFrom matches an #include that names a header without a folder.
var includedFrom = pattern.New(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]([^"/>\n]*)[">]`)

// included matches an #include that names a header in a folder.
var included = pattern.New(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]*/[^">\n]*)[">]`)

// above are the folders that headers are in, as some files name them: lib/include for lib/include/ring/ring.h, which a file includes as
// ring/ring.h. Where a name fits several headers there are several.
func above(headers, files []string) (list []string) {
	seen := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, m := range included.FindAllStringSubmatch(string(text), -1) {
			name := path.Clean(m[1])
			if seen[name] || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") {
				continue
			}
			seen[name] = true
			for _, h := range headers {
				folder, ok := strings.CutSuffix(filepath.ToSlash(h), "/"+name)
				if ok && !slices.Contains(list, filepath.FromSlash(folder)) {
					list = append(list, filepath.FromSlash(folder))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}
