package run

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/c/library"
)

// observer writes random programs that call functions of the library one after the other, on objects that the calls share, and look
// at what comes of it: results, errno, and what is in the objects. Each look is a line of its own:
//
//	SEE(number, what)        a number
//	SEEIF(number, when, what)
//
// A compiled program prints what it sees; of a text for craig the looks become conditions.
type observer struct {
	r       *rand.Rand
	id      int
	b       strings.Builder
	looks   int
	objects map[string][]string // by C type
	names   int
	headers []string
	calls   []*library.Function
	blocks  bool // arrays of characters are blocks of the heap
	other   bool // what is seen need not be the same each time
}

// risky are functions whose calls end the program or this test, wait, or change what the program prints to.
var risky = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`kill killpg raise sigqueue reboot pause sigsuspend sleep usleep nanosleep clock_nanosleep alarm ualarm setitimer
		err errx verr verrx error gets vhangup fcloseall closefrom setrlimit setrlimit64 prlimit sync chroot getpass basename system popen
		sigwait sigwaitinfo sigtimedwait select pselect poll ppoll wait waitpid wait3 wait4 waitid tmpnam free realloc reallocarray
		dup2 dup3 abort mlockall munmap mprotect madvise posix_madvise syscall daemon setpgid setsid setpgrp tcsetpgrp exit _exit _Exit quick_exit
		__assert_fail assert __sigsetjmp _setjmp setjmp sigsetjmp pvalloc sigprocmask pthread_sigmask pthread_kill
		fallocate posix_fallocate setpriority nice sched_setparam sched_setscheduler alloca`) {
		m[n] = true
	}
	return m
}()

// callable are the functions of the table that a program may call with any arguments of the right types.
func callable() (list []*library.Function) {
	for _, f := range library.Functions() {
		if f.Kind == library.Unsupported || len(library.Rows(f.Name)) > 1 || risky[f.Name] || f.Variadic && !f.Handler ||
			f.Header == "GCC" || f.Header == "SV-COMP" || f.Header == "CPROVER" || f.Header == "pthread.h" || f.Header == "complex.h" || f.Header == "threads.h" {
			continue
		}
		g := &observer{r: rand.New(rand.NewSource(1)), objects: map[string][]string{}}
		if g.call(f) {
			list = append(list, f)
		}
	}
	return list
}

func (g *observer) line(format string, args ...any) { fmt.Fprintf(&g.b, "\t"+format+"\n", args...) }

func (g *observer) pick(s ...string) string { return s[g.r.Intn(len(s))] }

func (g *observer) see(what string) {
	g.line("SEE(%d, %s)", g.looks, what)
	g.looks++
}

func (g *observer) seeIf(when, what string) {
	g.line("SEEIF(%d, %s, %s)", g.looks, when, what)
	g.looks++
}

// program is the body of a function that calls functions of the list, the later ones near the first.
func (g *observer) program(list []*library.Function) string {
	g.objects = map[string][]string{}
	g.line("errno = 0;")
	if g.r.Intn(2) == 0 {
		for range 2 + g.r.Intn(6) {
			if !g.told() {
				g.other = true
			}
		}
		list = nil
	}
	first := 0
	if list != nil {
		first = g.r.Intn(len(list))
	}
	for i := range 1 + g.r.Intn(4) {
		if list == nil {
			break
		}
		f := list[first]
		switch {
		case i == 0:
		case g.r.Intn(6) == 0:
			f = list[g.r.Intn(len(list))]
		default:
			f = list[max(0, min(len(list)-1, first+g.r.Intn(9)-4))]
		}
		g.call(f)
	}
	for _, ty := range sortedKeys(g.objects) {
		for _, v := range g.objects[ty] {
			g.contents(ty, v)
		}
	}
	return g.b.String()
}

// contents looks at an object.
func (g *observer) contents(ty, v string) {
	switch {
	case ty == "FILE" || ty == "DIR" || ty == "wchar_t *":
	case ty == "char" || ty == "wchar_t" || strings.HasPrefix(ty, "const "):
		for i := range 5 {
			g.see(fmt.Sprintf("%s[%d]", v, i))
		}
	case ty == "float" || ty == "double":
		g.see(v + "[0]")
	case ty == "char *":
		g.see(v + " == 0")
		g.seeIf(v, v+"[0]")
	default:
		for i := range 6 {
			g.seeIf(fmt.Sprintf("sizeof %s > %d", v, i), fmt.Sprintf("((unsigned char *)&%s)[%d]", v, i))
		}
	}
}

// call calls f and looks at its result. It reports false if it cannot make an argument.
func (g *observer) call(f *library.Function) bool {
	var args []string
	before := g.b.Len()
	for i := range f.Params {
		arg, ok := g.argument(f, i)
		if !ok {
			text := g.b.String()[:before]
			g.b.Reset()
			g.b.WriteString(text)
			return false
		}
		args = append(args, arg)
	}
	g.headers = append(g.headers, f.Header)
	g.calls = append(g.calls, f)
	g.other = g.other || f.Kind == library.Input || needsHandle(f)
	call := fmt.Sprintf("%s(%s)", f.Name, strings.Join(args, ", "))
	if g.r.Intn(3) == 0 {
		g.line("errno = 0;")
	}
	g.names++
	r := "r" + strconv.Itoa(g.names)
	res := f.Result
	switch res.Class {
	case library.Char, library.Int:
		g.line("long long %s = (long long)%s;", r, call)
		if library.Open(f.Name) { // how much more than 0 it is
			g.see("(" + r + " > 0) - (" + r + " < 0)")
		} else {
			g.see(r)
		}
	case library.Float:
		g.line("double %s = (double)%s;", r, call)
		g.seeIf(r+" == "+r+" && "+r+" < 1e9 && "+r+" > -1e9", "(long long)("+r+" * 1024)")
		g.see("__builtin_isnan(" + r + ") != 0")
		g.see("__builtin_isinf(" + r + ") != 0")
	case library.Pointer:
		g.line("const void *%s = (const void *)%s;", r, call)
		g.see(r + " == 0")
		switch e := res.Elem; {
		case e.Name == "FILE" || e.Name == "DIR":
		case e.Class == library.Char:
			for i := range 6 {
				g.seeIf(fmt.Sprintf("%s && strlen(%[1]s) >= %d", r, i), fmt.Sprintf("((const char *)%s)[%d]", r, i))
			}
		case e.Class == library.Struct:
			for i := range 6 {
				g.seeIf(fmt.Sprintf("%s && sizeof(%s) > %d", r, e.Name, i), fmt.Sprintf("((const unsigned char *)%s)[%d]", r, i))
			}
		}
		for i, p := range f.Params {
			if p.Class == library.Pointer && !strings.HasPrefix(args[i], "0") {
				g.see(fmt.Sprintf("%s == (const void *)(%s)", r, args[i]))
			}
		}
	default:
		g.line("%s;", call)
	}
	g.see("errno")
	return true
}

// object is an object of that type, a new one or one that there is.
func (g *observer) object(ty, format string) string {
	if old := g.objects[ty]; len(old) > 0 && g.r.Intn(2) == 0 {
		return old[g.r.Intn(len(old))]
	}
	g.names++
	v := "a" + strconv.Itoa(g.names)
	g.line("%s", strings.ReplaceAll(format, "@", v))
	g.objects[ty] = append(g.objects[ty], v)
	return v
}

// argument declares what an argument needs, and is the argument.
func (g *observer) argument(f *library.Function, i int) (arg string, ok bool) {
	p, u := f.Params[i], f.Use(i)
	switch p.Class {
	case library.Char, library.Int:
		if f.Header == "ctype.h" {
			return g.pick("-1", "0", "' '", "'a'", "'F'", "'9'", "127", "128", "255", "10"), true
		}
		for j := range f.Params {
			for _, s := range f.Use(j).Sizes {
				if s.Param == i {
					return g.pick("0", "1", "2", "4", "8"), true
				}
			}
		}
		switch p.Name {
		case "n", "size", "length":
			return g.pick("0", "1", "2", "4", "7", "8"), true
		case "fd", "in", "to":
			return g.pick("-1", "0", "99", "fd", "fd", "fd"), true
		}
		return g.pick("0", "1", "2", "-1", "3", "10", "'a'", "255", "300", "1000000", "2147483647", "-2147483647", "-5"), true
	case library.Float:
		return g.pick("0.0", "1.0", "-1.0", "0.5", "2.5", "1e300", "-3.75", "100.0", "-0.0", "1e-10"), true
	case library.Pointer:
	default:
		return "", false
	}
	e := p.Elem
	if u.Null && g.r.Intn(5) == 0 {
		return "0", true
	}
	switch {
	case e.Class == library.Func || e.Class == library.AnyType:
		return "", false
	case e.Name == "FILE":
		return g.object("FILE", `FILE *@ = `+g.pick(`fopen("file", "r+")`, `fopen("file", "r")`, `fopen("new", "w")`, `tmpfile()`)+`; if (!@) return;`), true
	case e.Name == "DIR":
		return g.object("DIR", `DIR *@ = opendir("."); if (!@) return;`), true
	case e.Name == "wchar_t":
		return g.object("wchar_t", "static wchar_t @[64] = L"+g.text()+";"), true
	case e.Class == library.Char:
		return g.object("char", "static char @[64] = "+g.text()+";"), true
	case e.Class == library.Void:
		return g.object("long long", "static long long @[16] = {1, 2, 0x6162630000000064};"), true
	case e.Class == library.Int:
		return g.object(e.Name, "static "+e.Name+" @[16] = {"+g.pick("0", "1", "5", "100", "1000000")+"};"), true
	case e.Class == library.Float:
		return g.object(e.Name, "static "+e.Name+" @[4] = {1};"), true
	case e.Class == library.Struct && e.Name != "va_list" && e.Name != "locale_t":
		return "&" + g.object(e.Name, "static "+e.Name+" @;"), true
	case e.Class == library.Pointer && e.Elem.Class == library.Char && !e.Const:
		text := g.object("char", "static char @[64] = "+g.text()+";")
		return "&" + g.object("char *", "char *@ = "+text+";"), true
	}
	return "", false
}

func (g *observer) text() string {
	return g.pick(`""`, `"a"`, `"12"`, `"-7xy"`, `"file"`, `"new"`, `"none/x"`, `"."`, `"/"`, `"r"`, `"w+"`, `"HOME"`, `"1.5e2"`, `"a,b c"`, `"fileXXXXXX"`, `"127.0.0.1"`,
		`"%Y-%d"`, `"0x1f"`, `"localhost"`, `"\x80\xff"`, `"*"`, `"alpha"`, `"root"`, `"C"`, `"UTC0"`, `"TZ"`)
}

// needsHandle tells whether a call of f needs a stream, which may be refused.
func needsHandle(f *library.Function) bool {
	return slices.ContainsFunc(f.Params, func(p library.Param) bool {
		return p.Class == library.Pointer && (p.Elem.Name == "FILE" || p.Elem.Name == "DIR")
	})
}
