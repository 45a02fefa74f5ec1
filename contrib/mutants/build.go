package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// All mistakes in functions of a package are compiled at once: the function is there once as it is and once for each of its mistakes, under names
// of their own, and under its name there is one that calls the one that the environment variable asks for. So there is one build for a
// package, and the tests are run for each mistake. What is not in a function is built alone.

// variable is the environment variable with the number of the mistake that is made.
const variable = "CRAIG_MUTANT"

// overlay writes what the compiler reads in the place of the files of a package, in which the mistakes are: the name of a file for go's -overlay.
// Those that are in no function are alone.
func overlay(root, dir string, list []mutant) (name string, alone []mutant, err error) {
	replace := map[string]string{}
	byFile := map[string][]mutant{}
	for _, m := range list {
		byFile[m.file] = append(byFile[m.file], m)
	}
	pkg := ""
	for file, list := range byFile {
		path := filepath.Join(root, filepath.FromSlash(file))
		text, err := os.ReadFile(path)
		if err != nil {
			return "", nil, err
		}
		changed, of, rest, err := withVariants(string(text), list)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", file, err)
		}
		pkg = of
		alone = append(alone, rest...)
		if replace[path], err = write(dir, changed); err != nil {
			return "", nil, err
		}
	}
	chooser := fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutant_, _ = strconv.Atoi(os.Getenv(%q))\n", pkg, variable)
	if replace[filepath.Join(root, filepath.FromSlash(list[0].pkg()), "mutant_.go")], err = write(dir, chooser); err != nil {
		return "", nil, err
	}
	return overlayOf(dir, replace, alone)
}

func overlayOf(dir string, replace map[string]string, alone []mutant) (string, []mutant, error) {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name, err := write(dir, string(text))
	return name, alone, err
}

// write writes a new file.
func write(dir, text string) (string, error) {
	f, err := os.CreateTemp(dir, "*.go")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if c := f.Close(); err == nil {
		err = c
	}
	return f.Name(), err
}

// withVariants is the text of a file with the mistakes in its functions, and the name of its package. rest are the others.
func withVariants(text string, list []mutant) (changed, pkg string, rest []mutant, err error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return "", "", nil, err
	}
	at := func(p token.Pos) int { return set.Position(p).Offset }
	var more bytes.Buffer
	var b strings.Builder
	done := 0
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		from, to := at(f.Pos()), at(f.End())
		name := func(n int) string { return f.Name.Name + "_m" + strconv.Itoa(n) }
		renamed := func(whole string, n int) string { // the function's text, which begins where it did
			k := at(f.Name.Pos()) - from
			return whole[:k] + name(n) + whole[k+len(f.Name.Name):]
		}
		var numbers []int
		for _, m := range list {
			with, err := m.apply(text)
			if err != nil {
				return "", "", nil, err
			}
			end := to + len(with) - len(text)
			if at(f.Body.Pos()) < end && with[:at(f.Body.Pos())] == text[:at(f.Body.Pos())] && end <= len(with) && with[end:] == text[to:] {
				numbers = append(numbers, m.number)
				more.WriteString("\n" + renamed(with[from:end], m.number) + "\n")
			}
		}
		if len(numbers) == 0 {
			continue
		}
		b.WriteString(text[done:from] + renamed(text[from:to], 0))
		done = to
		more.WriteString("\n" + dispatcher(f, text, at, numbers, name) + "\n")
		for _, n := range numbers {
			for i, m := range list {
				if m.number == n {
					list = append(list[:i:i], list[i+1:]...)
					break
				}
			}
		}
	}
	return b.String() + text[done:] + more.String(), tree.Name.Name, list, nil
}

// dispatcher is the function f that calls one of its variants.
func dispatcher(f *ast.FuncDecl, text string, at func(token.Pos) int, numbers []int, name func(int) string) string {
	source := func(n ast.Node) string { return text[at(n.Pos()):at(n.End())] }
	var params, args []string
	for _, field := range f.Type.Params.List {
		for range max(len(field.Names), 1) {
			p := fmt.Sprintf("p%d_", len(params))
			params = append(params, p+" "+source(field.Type))
			if _, variadic := field.Type.(*ast.Ellipsis); variadic {
				p += "..."
			}
			args = append(args, p)
		}
	}
	head, on := "func ", ""
	if f.Recv != nil {
		head, on = "func (r_ "+source(f.Recv.List[0].Type)+") ", "r_."
	}
	head += f.Name.Name
	if f.Type.TypeParams != nil {
		head += source(f.Type.TypeParams)
	}
	head += "(" + strings.Join(params, ", ") + ") "
	result, after := "", "\n\t\treturn"
	if f.Type.Results != nil {
		head += source(f.Type.Results) + " "
		result, after = "return ", ""
	}
	call := func(n int) string { return result + on + name(n) + "(" + strings.Join(args, ", ") + ")" }
	s := head + "{\n\tswitch mutant_ {\n"
	for _, n := range numbers {
		s += fmt.Sprintf("\tcase %d:\n\t\t%s%s\n", n, call(n), after)
	}
	return s + "\t}\n\t" + call(0) + "\n}"
}
