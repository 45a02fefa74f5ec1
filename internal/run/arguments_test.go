package run

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/library"
	"craig/internal/testenv"
)

var (
	argumentsEvery = flag.Int("arguments.every", testenv.Count(1200, 240), "of the library functions that are called with arguments that may be wrong, one of so many")
	argumentsFirst = flag.Int("arguments.first", 0, "number of the first of them")
	argumentsOnly  = flag.String("arguments.only", "", "the function of which all are tried")
	argumentsWrite = flag.Bool("arguments.judged", false, "only run the calls, of all functions, and write down which sanitizer reports some")
)

// judgedFile has the functions of which a sanitizer reports some call with wrong arguments, each with a for AddressSanitizer, or a crash, and m for
// MemorySanitizer. docs/library.md says so, too.
const judgedFile = "../program/c/cfront/testdata/judged.txt"

// A libraryCall is a program that calls one function of the library, and says what is wrong with one argument.
type libraryCall struct {
	f     *library.Function
	param int    // -1: nothing is wrong
	wrong string // "", "null", "short", "unended", "closed", "unset", "empty" (an object that was never set), "overlap", "halves"
	other int    // of "overlap", and of "halves", which is right: the second parameter
	body  string // of main
}

// pair says that the call is about two arguments.
func (c libraryCall) pair() bool { return c.wrong == "overlap" || c.wrong == "halves" }

func (c libraryCall) String() string {
	if c.param < 0 {
		return c.f.Name
	}
	if c.pair() {
		return fmt.Sprintf("%s: parameters %d and %d are %s", c.f.Name, c.param+1, c.other+1, c.wrong)
	}
	return fmt.Sprintf("%s: parameter %d is %s", c.f.Name, c.param+1, c.wrong)
}

// libraryCalls are the calls of all functions of the table that can be compiled here.
func libraryCalls() (list []libraryCall) {
	for _, f := range library.Functions() {
		if f.Kind == library.Unsupported && !f.Handler || len(library.Rows(f.Name)) > 1 || f.Header == "GCC" || f.Header == "SV-COMP" || f.Header == "CPROVER" {
			continue
		}
		var calls []libraryCall
		add := func(c libraryCall) {
			if c.makeBody() {
				calls = append(calls, c)
			}
		}
		if add(libraryCall{f: f, param: -1}); len(calls) == 0 {
			continue
		}
		for i, p := range f.Params {
			if p.Class != library.Pointer || p.Elem.Class == library.Func {
				continue
			}
			for _, wrong := range []string{"null", "short", "unended", "closed", "unset", "empty"} {
				add(libraryCall{f: f, param: i, wrong: wrong})
			}
			for j := range i {
				if apart(f, j, i) {
					add(libraryCall{f: f, param: j, other: i, wrong: "overlap"})
					add(libraryCall{f: f, param: j, other: i, wrong: "halves"})
				}
			}
		}
		if len(calls) > 1 {
			list = append(list, calls...)
		}
	}
	return list
}

// apart says that what two parameters of f lead to must not overlap.
func apart(f *library.Function, i, j int) bool {
	objects := func(i int) bool {
		return f.Params[i].Restrict && f.Params[i].Class == library.Pointer && f.Params[i].Elem.Class != library.Pointer
	}
	return objects(i) && objects(j) && (f.Use(i).Writes || f.Use(j).Writes)
}

// makeBody sets the text of a call with arguments that are right, but the one that is said. It reports false if there is none.
func (c *libraryCall) makeBody() bool {
	var b strings.Builder
	var args []string
	for i, p := range c.f.Params {
		text, arg, ok := "", "", true
		if c.pair() && (i == c.param || i == c.other) {
			text, arg = c.shared(i)
		} else {
			text, arg, ok = argumentText(c.f, i, c.wrong, i == c.param)
		}
		if c.pair() && arg == "1" && p.Class == library.Int { // of one byte nothing overlaps
			arg = "8"
		}
		if !ok || p.Class == library.Pointer && p.Elem.Class == library.Func {
			return false
		}
		b.WriteString(text)
		args = append(args, arg)
	}
	fmt.Fprintf(&b, "\t%s(%s);\n", c.f.Name, strings.Join(args, ", "))
	c.body = b.String()
	return true
}

// shared is the argument i of two that are in one object: at its beginning, a character behind that, or, in halves, in its middle.
func (c *libraryCall) shared(i int) (text, arg string) {
	ty := strings.TrimPrefix(c.f.Params[i].Elem.Name, "const ")
	if ty == "void" {
		ty = "char"
	}
	at := 0
	switch one := c.f.Params[i].Elem; {
	case i == c.param:
		text = "\tstatic long long shared[512];\n"
	case c.wrong == "halves":
		at = 2048
	case one.Class == library.Char || one.Class == library.Void:
		at = 1
	case ty == "wchar_t":
		ty = "__WCHAR_TYPE__"
		if strings.HasSuffix(c.f.Params[c.param].Elem.Name, "wchar_t") { // less is written of bytes than is read
			at = 4
		}
	}
	arg = fmt.Sprintf("(%s *)((char *)shared + %d)", ty, at)
	if e := c.f.Params[i].Elem; e.Class == library.Char || e.Class == library.Void || e.Name == "wchar_t" {
		first := map[bool]string{true: "a", false: "1"}[i == c.param] // so that strtok writes
		text += fmt.Sprintf("\t*%s = '%s';\n", arg, first)
	}
	return text, arg
}

// argumentText declares what an argument needs, and is the argument.
func argumentText(f *library.Function, i int, wrong string, here bool) (text, arg string, ok bool) {
	p, u := f.Params[i], f.Use(i)
	v := "a" + strconv.Itoa(i)
	switch p.Class {
	case library.Char, library.Int:
		return "", strconv.FormatInt(number(f, i), 10), !here
	case library.Float:
		return "", "1", !here
	case library.Pointer:
	default:
		return "", "", false
	}
	switch {
	case here && wrong == "null":
		return "", "0", true
	case here && wrong == "unset":
		return fmt.Sprintf("\tvoid *%s;\n", v), v, true
	case here && wrong == "empty" && (p.Elem.Class == library.Void || p.Elem.Class == library.Char || p.Elem.Name == "wchar_t"):
		return fmt.Sprintf("\tvoid *%s = malloc(4096);\n\tif (!%[1]s) return 0;\n", v), v, u.Extent != library.OpenHandle
	case u.Extent == library.OpenHandle:
		open := map[string]string{"FILE": "tmpfile()", "DIR": `opendir("/")`}[p.Elem.Name]
		text = fmt.Sprintf("\t%s *%s = %s;\n\tif (!%[2]s) return 0;\n", p.Elem.Name, v, open)
		if here && wrong != "closed" {
			return "", "", false
		} else if here {
			text += fmt.Sprintf("\t%s(%s);\n", map[string]string{"FILE": "fclose", "DIR": "closedir"}[p.Elem.Name], v)
		}
		return text, v, open != ""
	case here && wrong == "closed":
		return "", "", false
	}
	isText := u.Extent == library.Text || p.Elem.Class == library.Char && u.Extent == library.Own || p.Elem.Name == "wchar_t"
	char := "char"
	if p.Elem.Name == "wchar_t" {
		char = "__WCHAR_TYPE__"
	}
	switch {
	case here && wrong == "unended":
		text = fmt.Sprintf("\t%s *%s = malloc(4 * sizeof *%[2]s);\n\tif (!%[2]s) return 0;\n\tfor (int i = 0; i < 4; i++) %[2]s[i] = '1';\n", char, v)
		return text, v, isText && len(u.Sizes) == 0
	case isText:
		return fmt.Sprintf("\tstatic %s %s[64];\n\t%[2]s[0] = '1';\n", char, v), v, !here
	}
	if here {
		size := ""
		switch {
		case u.Extent == library.Bytes:
			n := int64(1)
			for _, s := range u.Sizes {
				if s.Param >= 0 {
					n *= number(f, s.Param)
				} else {
					n *= s.Number
				}
			}
			size = strconv.FormatInt(n, 10)
		case p.Elem.Class == library.Int, p.Elem.Class == library.Float, p.Elem.Class == library.Struct:
			size = fmt.Sprintf("sizeof(%s)", p.Elem.Name)
		default:
			return "", "", false
		}
		make := "calloc(1, %s - 1)"
		if wrong == "empty" {
			make = "malloc(%s)"
		}
		return fmt.Sprintf("\tvoid *%s = "+make+";\n\tif (!%[1]s) return 0;\n", v, size), v, true
	}
	return fmt.Sprintf("\tstatic long long %s[512];\n", v), v, true
}

// number is what a parameter that is a number gets: as much as the sizes of others need to be seen.
func number(f *library.Function, i int) int64 {
	for j := range f.Params {
		for _, s := range f.Use(j).Sizes {
			if s.Param == i {
				return 8
			}
		}
	}
	if f.Params[i].Name == "n" || f.Params[i].Type.Name == "size_t" {
		return 1
	}
	return 0
}

// program is the call as a program.
func (c libraryCall) program() string {
	return "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <stdio.h>\n#include <sys/types.h>\n#include <dirent.h>\n" +
		fmt.Sprintf("#include <%s>\nint main(void) {\n%s\treturn 0;\n}\n", c.f.Header, c.body)
}

// TestArguments calls functions of the library with arguments that are right and with some that are not. Where AddressSanitizer
// reports an error of the compiled program, or that crashes, and where arguments overlap that must not, the answer is not TRUE; where MemorySanitizer
// reports one, that of uninit is not. Where the table says that a null pointer is allowed, and where nothing is wrong, it is not FALSE, and the
// compiled program agrees.
func TestArguments(t *testing.T) {
	t.Parallel()
	asan := sanitizer{testenv.NeedsTool(t, "gcc"), []string{"-fsanitize=address", "-ftrivial-auto-var-init=pattern"}}
	var calls []libraryCall
	n := -1
	for _, c := range libraryCalls() {
		if c.param < 0 {
			n++
		}
		if *argumentsWrite || *argumentsOnly == c.f.Name || *argumentsOnly == "" && n%*argumentsEvery == *argumentsFirst%*argumentsEvery {
			calls = append(calls, c)
		}
	}
	counts, judged := map[string]int{}, map[string]string{}
	judgeCalls(t, asan, calls, counts, judged)
	clang := native.FindMemorySanitizer(t.Context(), t.TempDir(), nil)
	if clang != "" {
		judgeCalls(t, sanitizer{clang, []string{"-fsanitize=memory"}}, calls, counts, judged)
	} else {
		t.Log("without MemorySanitizer")
	}
	checkJudged(t, calls, judged, clang != "")
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d %s", counts[k], k)
	}
}

// checkJudged compares with judgedFile which sanitizers have reported something of each function.
func checkJudged(t *testing.T, calls []libraryCall, judged map[string]string, memory bool) {
	if *argumentsWrite {
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(judged)) {
			fmt.Fprintf(&b, "%s %s\n", name, judged[name])
		}
		if err := os.WriteFile(judgedFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(judgedFile)
	if err != nil {
		t.Fatal(err)
	}
	called := map[string]bool{}
	for _, c := range calls {
		called[c.f.Name] = true
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, letters, _ := strings.Cut(line, " ")
		for _, l := range letters {
			if called[name] && !strings.ContainsRune(judged[name], l) && (l != 'm' || memory) {
				t.Errorf("%s: %s says that a sanitizer reports wrong arguments (%c), and none has: -arguments.judged writes it", name, judgedFile, l)
			}
		}
	}
}

// A sanitizer is a compiler with its flags.
type sanitizer struct {
	compiler string
	flags    []string
}

// ofValues says that it reports uses of values that were never set.
func (s sanitizer) ofValues() bool { return s.flags[0] == "-fsanitize=memory" }

// judgeCalls compares the answers about calls with what a sanitizer says of them.
func judgeCalls(t *testing.T, by sanitizer, calls []libraryCall, counts map[string]int, judged map[string]string) {
	ran := compileCalls(t, by, openFolder(t), calls)
	ends := ""
	for i, c := range calls {
		how, ok := ran[i]
		if c.param < 0 {
			ends = how
		}
		switch {
		case c.wrong != "" && by.ofValues() != (c.wrong == "empty"):
			continue
		case !ok:
			counts["not compiled"]++
			continue
		case ends != "" && ends != "timeout":
			counts["ends so with right arguments, too"]++
			continue
		}
		letter := "a"
		if by.ofValues() {
			letter = "m"
		}
		if name := c.f.Name; how != "" && how != "timeout" && !strings.Contains(judged[name], letter) {
			judged[name] += letter
		}
		if *argumentsWrite {
			continue
		}
		for _, q := range c.questions(by) {
			t.Run(strings.ReplaceAll(c.String(), " ", "_")+"_"+q[0], func(t *testing.T) { judgeCall(t, c, q[0], q[1:], how, counts) })
		}
	}
}

// questions are lists of properties, each after its name.
func (c libraryCall) questions(by sanitizer) [][]string {
	if by.ofValues() {
		return [][]string{{"uninit", "uninit"}}
	}
	list := [][]string{{"valid-memsafety", "valid-deref", "valid-free"}}
	switch c.wrong {
	case "null":
		list = append(list, []string{"null", "null"})
	case "short", "unended":
		list = append(list, []string{"bounds", "bounds"})
	}
	return list
}

// judgeCall compares an answer of craig with how the compiled program ended: "" or what went wrong.
func judgeCall(t *testing.T, c libraryCall, name string, properties []string, how string, counts map[string]int) {
	allowed := c.param < 0 || c.wrong == "null" && c.f.Use(c.param).Null || c.wrong == "halves"
	if allowed && how != "" && how != "timeout" {
		t.Errorf("%s: the table allows it, and the program ends with %s", c, how)
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	file := filepath.Join(t.TempDir(), "call.c")
	if err := os.WriteFile(file, []byte(c.program()), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := Verify(ctx, prepare.New(cfront.Options{Properties: properties}, nil, file), Options{})
	if err != nil {
		counts["not read"]++
		t.Logf("%s: %v", c, err)
		return
	}
	counts[fmt.Sprintf("%s, %s, %s: %s", cmp.Or(c.wrong, "right"), name, cmp.Or(how, "ends well"), res.Verdict)]++
	switch {
	case name == "bounds" && !strings.Contains(how, "overflow"): // a null pointer is no matter of it
	case res.Verdict == verdict.True && (how != "" && how != "timeout" || c.wrong == "overlap"):
		t.Errorf("%s, %s: TRUE, and the program ends with %s\n%s", c, name, cmp.Or(how, "no report"), c.program())
	case res.Verdict == verdict.False && allowed:
		t.Errorf("%s, %s: FALSE(%s), and nothing is wrong\n%s", c, name, res.Trace.Goal.Property, c.program())
	}
}

// compileCalls compiles the calls, all of a header together, and runs each: how they end, "" if nothing goes wrong, by number. What
// cannot be compiled has no entry.
func compileCalls(t *testing.T, by sanitizer, dir string, calls []libraryCall) map[int]string {
	byHeader := map[string][]int{}
	for i, c := range calls {
		if c.wrong != "" && by.ofValues() != (c.wrong == "empty") {
			continue
		}
		byHeader[c.f.Header] = append(byHeader[c.f.Header], i)
	}
	ran := map[int]string{}
	for header, list := range byHeader {
		exe := filepath.Join(dir, strings.ReplaceAll(header, "/", "_"))
		for len(list) > 0 {
			refused, ok := compileTogether(t, by, exe, header, calls, list)
			if ok {
				break
			}
			n := len(list)
			list = slices.DeleteFunc(list, func(i int) bool { return refused[i] })
			if len(list) == n {
				list = nil
			}
		}
		reported := map[*library.Function]bool{}
		for _, i := range list {
			if !*argumentsWrite || !reported[calls[i].f] {
				ran[i] = runCall(t, dir, exe, i)
				reported[calls[i].f] = ran[i] != ""
			}
		}
	}
	return ran
}

// compileTogether compiles the calls of a list. It reports false, and in which of them there are errors, if the compiler refuses some.
func compileTogether(t *testing.T, by sanitizer, exe, header string, calls []libraryCall, list []int) (refused map[int]bool, ok bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <stdio.h>\n#include <sys/types.h>\n#include <dirent.h>\n#include <unistd.h>\n#if __has_include(<%[1]s>)\n#include <%[1]s>\n#else\n#error\n#endif\n", header)
	for _, i := range list {
		fmt.Fprintf(&b, "#line 1 \"call%d\"\nstatic int call%[1]d(void) {\n%s\treturn 0;\n}\n", i, calls[i].body)
	}
	b.WriteString("int main(int argc, char **argv) {\n\talarm(2);\n\tswitch (atoi(argv[1])) {\n")
	for _, i := range list {
		fmt.Fprintf(&b, "\tcase %d: return call%[1]d();\n", i)
	}
	b.WriteString("\t}\n}\n")
	if err := os.WriteFile(exe+".c", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(by.compiler, append(by.flags, "-w", "-g", "-O0", "-fno-builtin", "-o", exe, exe+".c", "-lm", "-lresolv")...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	refused = map[int]bool{}
	for _, m := range refusedCall.FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(m[1])
		refused[n] = true
		t.Logf("%s: %s", calls[n], m[2])
	}
	return refused, err == nil
}

// refusedCall is what a compiler says of a call.
var refusedCall = regexp.MustCompile(`(?m)^call(\d+):.*error: (.*)`)

var sanitizerSays = regexp.MustCompile(`(?:ERROR: Address|WARNING: Memory)Sanitizer: (\S+)`)

// runCall runs a call as a user who may not do much.
func runCall(t *testing.T, dir, exe string, i int) string {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	work, err := os.MkdirTemp(dir, "work")
	if err != nil {
		t.Fatal(err)
	}
	os.Chmod(work, 0o777)
	cmd := exec.CommandContext(ctx, exe, strconv.Itoa(i))
	cmd.Dir = work
	cmd.WaitDelay = time.Second // for what it leaves running
	cmd.Env = []string{"ASAN_OPTIONS=detect_leaks=0:exitcode=99", "MSAN_OPTIONS=exitcode=99"}
	unprivileged(cmd)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err = <-done:
	case <-time.After(15 * time.Second): // it cannot be ended
		return "timeout"
	}
	if m := sanitizerSays.FindStringSubmatch(out.String()); m != nil {
		return m[1]
	}
	if err == nil || cmd.ProcessState.ExitCode() >= 0 {
		return ""
	}
	if s := cmd.ProcessState.String(); strings.Contains(s, "alarm") || strings.Contains(s, "killed") {
		return "timeout"
	}
	return cmd.ProcessState.String()
}
