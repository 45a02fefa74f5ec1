package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"craig/internal/infer"
	"craig/internal/report"
)

// WritePatch writes the necessary contracts that were inferred as a unified diff of the files, each as ACSL in front of its function: git apply and patch -p1 take it
// in the folder of the run. Lines before the first diff, which both leave out, name the contracts that are not in it, with the reason. Sufficient ones are among
// these: written down they would be checked, and calls outside of them may go well.
func (r *Report) WritePatch(w io.Writer) error {
	b := bufio.NewWriter(w)
	byFile := map[string][]*report.Fix{}
	var files []string
	for _, f := range r.Functions {
		if !f.contracted() || !f.underContract(f.Inferred.Class) {
			continue
		}
		out := func(why string) {
			fmt.Fprintf(b, "%s:%d: %s: requires %s: not written: %s\n", f.File, f.Line, f.Name, f.Inferred.Conditions(), why)
		}
		if f.Inferred.Class != infer.Necessary {
			out("it is only sufficient")
			continue
		}
		x := f.fix()
		switch {
		case x == nil:
			out("the text does not show where the function begins")
			continue
		case !filepath.IsLocal(x.File):
			out("the file is outside of this folder")
			continue
		}
		list := byFile[x.File]
		if i := slices.IndexFunc(list, func(y *report.Fix) bool { return y.Before == x.Before }); i >= 0 {
			if list[i].Text != x.Text {
				out("with other options of the compiler it is " + strings.TrimSpace(list[i].Text))
			}
			continue
		}
		if list == nil {
			files = append(files, x.File)
		}
		byFile[x.File] = append(list, x)
	}
	slices.Sort(files)
	for _, name := range files {
		text, err := readFile(name)
		if err != nil {
			return err
		}
		list := byFile[name]
		slices.SortFunc(list, func(a, b *report.Fix) int { return cmp.Compare(a.Before, b.Before) })
		fmt.Fprintf(b, "--- %s\n+++ %s\n", patchName("a/"+name), patchName("b/"+name))
		hunks(b, strings.SplitAfter(string(text), "\n"), list)
	}
	return b.Flush()
}

// patchName is the name of a file in a header of a diff: quoted as git quotes it, or with a tab behind it if it has blanks.
func patchName(name string) string {
	name = filepath.ToSlash(name)
	if strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7f }) {
		return strconv.Quote(name)
	}
	if strings.Contains(name, " ") {
		name += "\t"
	}
	return name
}

// patchContext is how many lines of a file stand in front of and behind what a patch puts in.
const patchContext = 3

// hunks writes what is put between lines of a file, in the order of its places.
func hunks(b *bufio.Writer, lines []string, list []*report.Fix) {
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	line := func(mark, text string) {
		b.WriteString(mark + text)
		if !strings.HasSuffix(text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	more := 0 // lines that hunks before have put in
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Before-list[n-1].Before <= 2*patchContext {
			n++
		}
		from, to := max(1, list[0].Before-patchContext), min(len(lines), list[n-1].Before+patchContext-1)
		put := 0
		for _, x := range list[:n] {
			put += strings.Count(x.Text, "\n")
		}
		fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", from, to-from+1, from+more, to-from+1+put)
		for at, rest := from, list[:n]; at <= to; at++ {
			for ; len(rest) > 0 && rest[0].Before == at; rest = rest[1:] {
				for text := range strings.SplitAfterSeq(rest[0].Text, "\n") {
					if text != "" {
						line("+", text)
					}
				}
			}
			line(" ", lines[at-1])
		}
		more += put
		list = list[n:]
	}
}
