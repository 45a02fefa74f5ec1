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

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/cfront/library"
	"craig/internal/testenv"
)

var (
	argumentsEvery = flag.Int("arguments.every", 120, "of the library functions that are called with arguments that may be wrong, one of so many")
	argumentsFirst = flag.Int("arguments.first", 0, "number of the first of them")
	argumentsOnly  = flag.String("arguments.only", "", "the function of which all are tried")
)

// A libraryCall is a program that calls one function of the library, and says what is wrong with one argument.
type libraryCall struct {
	f     *library.Function
	param int    // -1: nothing is wrong
	wrong string // "", "null", "short", "unended", "closed", "unset"
	body  string // of main
}

func (c libraryCall) String() string {
	if c.param < 0 {
		return c.f.Name
	}
	return fmt.Sprintf("%s: parameter %d is %s", c.f.Name, c.param+1, c.wrong)
}

// libraryCalls are the calls of all functions of the table that can be compiled here.
func libraryCalls() (list []libraryCall) {
	for _, f := range library.Functions() {
		if f.Kind == library.Unsupported && !f.Handler || len(library.Rows(f.Name)) > 1 || f.Header == "GCC" || f.Header == "SV-COMP" || f.Header == "CPROVER" {
			continue
		}
		body, ok := callBody(f, -1, "")
		if !ok {
			continue
		}
		calls := []libraryCall{{f, -1, "", body}}
		for i, p := range f.Params {
			if p.Class != library.Pointer || p.Elem.Class == library.Func {
				continue
			}
			for _, wrong := range []string{"null", "short", "unended", "closed", "unset"} {
				if body, ok := callBody(f, i, wrong); ok {
					calls = append(calls, libraryCall{f, i, wrong, body})
				}
			}
		}
		if len(calls) > 1 {
			list = append(list, calls...)
		}
	}
	return list
}

// callBody is the text of a call with arguments that are right, but that of parameter param.
func callBody(f *library.Function, param int, wrong string) (string, bool) {
	var b strings.Builder
	var args []string
	for i, p := range f.Params {
		text, arg, ok := argumentText(f, i, wrong, i == param)
		if !ok || p.Class == library.Pointer && p.Elem.Class == library.Func {
			return "", false
		}
		b.WriteString(text)
		args = append(args, arg)
	}
	fmt.Fprintf(&b, "\t%s(%s);\n", f.Name, strings.Join(args, ", "))
	return b.String(), true
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
		return fmt.Sprintf("\tvoid *%s = calloc(1, %s - 1);\n\tif (!%[1]s) return 0;\n", v, size), v, true
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
	if f.Params[i].Name == "n" {
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
// reports an error of the compiled program, or that crashes, the answer is not TRUE; where the table says that a null pointer is
// allowed, and where nothing is wrong, it is not FALSE, and the compiled program agrees.
func TestArguments(t *testing.T) {
	gcc := testenv.NeedsTool(t, "gcc")
	var calls []libraryCall
	n := -1
	for _, c := range libraryCalls() {
		if c.param < 0 {
			n++
		}
		if *argumentsOnly == c.f.Name || *argumentsOnly == "" && n%*argumentsEvery == *argumentsFirst%*argumentsEvery {
			calls = append(calls, c)
		}
	}
	dir := openFolder(t)
	ran := compileCalls(t, gcc, dir, calls)
	counts, ends := map[string]int{}, ""
	for i, c := range calls {
		how, ok := ran[i]
		if c.param < 0 {
			ends = how
		}
		switch {
		case !ok:
			counts["not compiled"]++
			continue
		case ends != "" && ends != "timeout":
			counts["ends so with right arguments, too"]++
			continue
		}
		t.Run(strings.ReplaceAll(c.String(), " ", "_"), func(t *testing.T) { judgeCall(t, c, how, counts) })
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d %s", counts[k], k)
	}
}

// judgeCall compares craig's answers with how the compiled program ended: "" or what went wrong.
func judgeCall(t *testing.T, c libraryCall, how string, counts map[string]int) {
	properties := map[string][]string{"valid-memsafety": {"valid-deref", "valid-free"}}
	switch c.wrong {
	case "null":
		properties["null"] = []string{"null"}
	case "short", "unended":
		properties["bounds"] = []string{"bounds"}
	}
	allowed := c.param < 0 || c.wrong == "null" && c.f.Use(c.param).Null
	if allowed && how != "" && how != "timeout" {
		t.Errorf("%s: the table allows it, and the program ends with %s", c, how)
		return
	}
	for name, list := range properties {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		file := filepath.Join(t.TempDir(), "call.c")
		if err := os.WriteFile(file, []byte(c.program()), 0o666); err != nil {
			t.Fatal(err)
		}
		res, err := Verify(ctx, prepare.New(cfront.Options{Properties: list}, nil, file), Options{})
		cancel()
		if err != nil {
			counts["not read"]++
			t.Logf("%s: %v", c, err)
			return
		}
		outcome := "ends well"
		if how != "" {
			outcome = how
		}
		counts[fmt.Sprintf("%s, %s: %s", cmp.Or(c.wrong, "right"), outcome, res.Verdict)]++
		switch {
		case name == "bounds" && !strings.Contains(how, "overflow"): // a null pointer is no matter of it
		case res.Verdict == verdict.True && how != "" && how != "timeout":
			t.Errorf("%s, %s: TRUE, and the program ends with %s\n%s", c, name, how, c.program())
		case res.Verdict == verdict.False && allowed:
			t.Errorf("%s, %s: FALSE(%s), and nothing is wrong\n%s", c, name, res.Trace.Goal.Property, c.program())
		}
	}
}

// compileCalls compiles the calls, all of a header together, and runs each: how they end, "" if nothing goes wrong, by number. What
// cannot be compiled has no entry.
func compileCalls(t *testing.T, gcc, dir string, calls []libraryCall) map[int]string {
	byHeader := map[string][]int{}
	for i, c := range calls {
		byHeader[c.f.Header] = append(byHeader[c.f.Header], i)
	}
	ran := map[int]string{}
	for header, list := range byHeader {
		exe := filepath.Join(dir, strings.ReplaceAll(header, "/", "_"))
		for {
			refused, ok := compileTogether(t, gcc, exe, header, calls, list)
			if ok {
				break
			}
			n := len(list)
			list = slices.DeleteFunc(list, func(i int) bool { return refused[i] })
			if len(list) == n {
				list = nil
			}
			if len(list) == 0 {
				break
			}
		}
		for _, i := range list {
			ran[i] = runCall(t, dir, exe, i)
		}
	}
	return ran
}

// compileTogether compiles the calls of a list. It reports false, and in which of them there are errors, if the compiler refuses some.
func compileTogether(t *testing.T, gcc, exe, header string, calls []libraryCall, list []int) (refused map[int]bool, ok bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <stdio.h>\n#include <sys/types.h>\n#include <dirent.h>\n#include <unistd.h>\n#if __has_include(<%[1]s>)\n#include <%[1]s>\n#else\n#error\n#endif\n", header)
	for _, i := range list {
		fmt.Fprintf(&b, "static int call%d(void) {\n%s\treturn 0;\n}\n", i, calls[i].body)
	}
	b.WriteString("int main(int argc, char **argv) {\n\talarm(2);\n\tswitch (atoi(argv[1])) {\n")
	for _, i := range list {
		fmt.Fprintf(&b, "\tcase %d: return call%[1]d();\n", i)
	}
	b.WriteString("\t}\n}\n")
	if err := os.WriteFile(exe+".c", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(gcc, "-w", "-g", "-O0", "-fsanitize=address", "-fno-builtin", "-ftrivial-auto-var-init=pattern", "-o", exe, exe+".c", "-lm", "-lresolv")
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

// refusedCall is what gcc says of a call.
var refusedCall = regexp.MustCompile(`In function 'call(\d+)':\n.*error: (.*)`)

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
	cmd.Env = []string{"ASAN_OPTIONS=detect_leaks=0:exitcode=99"}
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
	if _, rest, ok := strings.Cut(out.String(), "ERROR: AddressSanitizer: "); ok {
		word, _, _ := strings.Cut(rest, " ")
		return word
	}
	if err == nil || cmd.ProcessState.ExitCode() >= 0 {
		return ""
	}
	if s := cmd.ProcessState.String(); strings.Contains(s, "alarm") || strings.Contains(s, "killed") {
		return "timeout"
	}
	return cmd.ProcessState.String()
}
