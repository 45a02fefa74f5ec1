package comments

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// Diff has the lines of the new files of a change that comments may be at: those that its hunks show, by names from the top of the repository.
type Diff map[string]map[int]bool

// Has says whether a comment may be at a line.
func (d Diff) Has(file string, line int) bool { return d[file][line] }

// hunk reads the head of a hunk, @@ -1,2 +3,4 @@: the first line of the new file, and how many there are.
func hunk(text string) (first, n int, ok bool) {
	rest, ok := strings.CutPrefix(text, "@@ -")
	if !ok {
		return 0, 0, false
	}
	_, rest, ok = strings.Cut(rest, " +")
	if !ok {
		return 0, 0, false
	}
	at, _, ok := strings.Cut(rest, " @@")
	if !ok {
		return 0, 0, false
	}
	from, many, two := strings.Cut(at, ",")
	first, err := strconv.Atoi(from)
	if n = 1; two && err == nil {
		n, err = strconv.Atoi(many)
	}
	const most = 1 << 24
	return first, n, err == nil && first >= 0 && n >= 0 && first < most && n < most
}

// ReadDiff reads what git diff writes. Files that are deleted have no lines, renamed ones their new names.
func ReadDiff(r io.Reader) (Diff, error) {
	d := Diff{}
	in := bufio.NewReader(r)
	file, line, left, old := "", 0, 0, 0 // of a hunk: the next line of the new file, and how many of the new one and of the old one are left
	for {
		text, err := in.ReadString('\n')
		if text == "" {
			if errors.Is(err, io.EOF) {
				return d, nil
			}
			return d, err
		}
		if left > 0 || old > 0 { // what is in a hunk is never a head, whatever it looks like
			switch text[0] {
			case '+', ' ', '\n':
				if file != "" && left > 0 {
					if d[file] == nil {
						d[file] = map[int]bool{}
					}
					d[file][line] = true
				}
				line++
				left--
				if text[0] != '+' {
					old--
				}
				continue
			case '-':
				old--
				continue
			case '\\':
				continue
			}
			return d, fmt.Errorf("a hunk of %s has fewer lines than its head says", file)
		}
		switch {
		case strings.HasPrefix(text, "diff -"):
			file = ""
		case strings.HasPrefix(text, "+++ "):
			if file, err = newName(strings.TrimRight(text[4:], "\r\n")); err != nil {
				return d, err
			}
		case strings.HasPrefix(text, "@@ "):
			var ok bool
			if line, left, ok = hunk(text); !ok {
				return d, fmt.Errorf("%.80q is no head of a hunk", text)
			}
			old = oldLines(text)
		}
	}
}

// oldLines is how many lines of the old file the hunk with a head has.
func oldLines(text string) int {
	at, _, _ := strings.Cut(strings.TrimPrefix(text, "@@ -"), " ")
	_, many, two := strings.Cut(at, ",")
	n, err := strconv.Atoi(many)
	if !two || err != nil {
		return 1
	}
	return n
}

// newName is the name of a file as git diff writes it behind +++: in quotes, as a string of C, if it has odd characters; with a tab behind it if it has blanks. It is "" for
// /dev/null.
func newName(text string) (string, error) {
	if strings.HasPrefix(text, `"`) {
		name, err := strconv.Unquote(text)
		if err != nil {
			return "", fmt.Errorf("%s is no name as git writes it", text)
		}
		text = name
	} else {
		text = strings.TrimSuffix(text, "\t")
	}
	if text == "/dev/null" {
		return "", nil
	}
	name, ok := strings.CutPrefix(text, "b/")
	if !ok {
		return "", fmt.Errorf("the name %q does not begin with b/: git diff with the usual prefixes is wanted", text)
	}
	return path.Clean(name), nil
}
