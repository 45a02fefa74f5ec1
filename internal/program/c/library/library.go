// Package library is the one table of the functions whose meaning the front end knows without a
// definition in the program: those of the C library (C11, POSIX, and what glibc and programs
// commonly add) and those that the compiler has built in.
//
//	table/*.txt   the rows, one file for each header
//	models/*.c    models: functions of the table, written in C
//	type.go       prototypes: what declarations are compared with, and what a call may write
//
// A row says which function it is, what kind of answer its calls give, and who gives it:
//
//	exact  model   size_t strlen(const char *s)
//	input  status  int stat(const char *path, out struct stat *st)
//	input  upto(n) ssize_t recv(int fd, out(n) void *to, size_t n, int flags)
//
// The kinds are those of Kind. The second column says who knows what a call does:
//
//	model           a function of that name in one of models/*.c
//	handler         the front end itself
//	handler(stops)  the front end, and which code of package lower
//	handler,model   a handler for some calls, the model for the others
//	-               nobody: the default, see Function.Default; UNKNOWN if it is Unsupported
//	-,status        the default, and what is known of the result
//	sets(a|b)       with any of these: it changes the states a and b, see state.go
//	-,clears        it may set errno to 0, as functions that ask glibc's name service do
//	-,plain         an empty path, or the negative number of a file, decides what errno is, whatever the other arguments are
//	status,tied     whether the call fails is input; what else it gives hangs together with other calls
//	truth,loose     what it gives hangs together with what other calls do with a stream
//	status,guess    that the program goes on behind a call, or what it does there, is an approximation
//	any,reads       it reads from a stream
//	any,class(c)    what it does with a stream is of class c: reads, text or wide where it reads, by what follows that, writes, seeks,
//	                clearerr, back
//	truth,loose(a|!b)  loose if the program calls functions of class a or none of class b; so guess
//
// or it is a word for the values that the result has; then a call writes nothing but what its out
// parameters point to, states, and errno. The words are those of Values.
//
// A parameter that is out points to one object, which the call writes, or is null; of an array,
// "out int fds[2]", as many. One that is out(n) points to as many bytes as parameter n says, and one
// that is out(*) to something whose size the prototype does not tell; inout is as out of what the call reads, too. One that is in points to what
// the call only reads, though it is not declared const. What is written through one that is restrict is
// apart from what another one that is restrict leads to; where that says nothing the word is left out.
// What follows " // " is a remark for users.
//
// Adding a model means writing the function and changing its row; the tests of this package and
// of package cfront compare the two.
package library

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"craig/internal/pattern"
)

// Kind says how what craig computes for a call relates to what the C library does.
type Kind uint8

const (
	// Exact: the same results and effects as glibc's, for all arguments for which C defines any.
	// What C leaves open, such as the size of memcmp's result, may be left open.
	Exact Kind = iota + 1
	// Approximate: more results or effects than the function has. TRUE carries over, FALSE is
	// replayed.
	Approximate
	// Input: results come from outside the program (files, the environment, the clock), and all
	// that may come are possible.
	Input
	// Unsupported: the function calls back, frees or keeps what it is given, jumps, or makes
	// threads or processes. If a call can be reached, the answer is UNKNOWN; unless it is one
	// that the front end's handler, if there is one, knows to do nothing of the kind.
	Unsupported
)

var kindNames = map[string]Kind{"exact": Exact, "approximate": Approximate, "input": Input, "unsupported": Unsupported}

func (k Kind) String() string {
	for name, l := range kindNames {
		if k == l {
			return name
		}
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Function is a row of the table.
type Function struct {
	Name      string
	Header    string // "string.h"; "GCC" for what the compiler has built in
	Prototype string // as a C declaration, without a semicolon
	Kind      Kind
	Model     bool     // there is a model in C
	Handler   bool     // the front end has code for its calls
	Does      string   // which code of package lower that is; "" if there is none
	Effects   bool     // the column has "-"
	Values    Values   // what the result may be
	Bound     int      // of UpTo, AtMost, Echo and Stream: the index of the parameter
	Between   [2]int64 // of Range, written range(low:high)
	Sets      []string // states that it changes
	Tied      bool     // what it gives but for a failure hangs together with other calls, and is not followed
	Clears    bool     // it may set errno to 0
	Plain     bool     // that its path is empty, or the number of its file is negative, decides what errno is: other arguments have no say
	Loose     bool     // what it gives hangs together with what other calls do with a stream, and is not followed
	Sends     bool     // the call may send the program a signal
	Guess     bool     // executions behind a call are approximations
	Reads     bool     // it reads from a stream
	Stream    string   // the class of what it does with a stream; "" if that does not matter
	When      []string // of Loose and Guess: what classes the program calls functions of; nil if it does not matter
	Remark    string   // for users; may be empty

	Result   *Type
	Params   []Param
	Variadic bool
}

// Default says that nothing is known of the function but its declaration. A call may write
// whatever its pointer arguments reach, unless they point to const, errno, and what the function
// keeps for itself; and it returns anything that Values allows.
func (f *Function) Default() bool { return f.Effects && f.Kind != Unsupported }

// Holds tells whether a function is Loose, or Guess, in a program that calls functions of certain classes.
func (f *Function) Holds(calls func(class string) bool) bool {
	if f.When == nil {
		return true
	}
	return slices.ContainsFunc(f.When, func(w string) bool {
		class, none := strings.CutPrefix(w, "!")
		return calls(class) != none
	})
}

// States are those that a call changes. A function of which nothing is known changes the one that
// has the name of its header.
func (f *Function) States() []string {
	if f.Default() {
		return append([]string{f.Header}, f.Sets...)
	}
	return f.Sets
}

// Values are the results that a function may have.
type Values uint8

const (
	Unknown     Values = iota // nothing is known
	None                      // no result
	Any                       // all of its type
	Status                    // 0, or -1 with errno
	Count                     // 0 or more, or -1 with errno
	UpTo                      // 0 to a parameter, or -1 with errno
	AtMost                    // 0 to a parameter
	NonNegative               // 0 or more
	ErrorNumber               // 0, or an error number; not in errno
	Flag                      // 0 or 1
	Byte                      // 0 to 255, or -1
	Positive                  // more than 0
	Least                     // -1 or more, and errno need not be set
	Range                     // from Low to High
	NonNull                   // of pointers: not null
	Truth                     // 0, or what is not 0 and left open
	Process                   // more than 0, or -1 with errno
	Echo                      // a parameter as an unsigned char, or -1 with errno; a wide one as it is, or WEOF
	Descriptor                // of a new file: 0 or more, or -1 with errno; which number it is, is left open
	Wide                      // a wide character, or WEOF
	Stream                    // the number of the file of a stream, or -1; 0, 1 and 2 for the streams that are there at first
	Handle                    // an object of its own into which programs do not look, or Type.Failed with errno
)

var valueNames = map[string]Values{
	"none": None, "any": Any, "status": Status, "count": Count, "upto": UpTo, "atmost": AtMost, "nonneg": NonNegative,
	"error": ErrorNumber, "flag": Flag, "byte": Byte, "positive": Positive, "least": Least, "range": Range, "echo": Echo,
	"wide": Wide, "stream": Stream, "handle": Handle, "nonnull": NonNull, "truth": Truth, "process": Process, "descriptor": Descriptor,
}

// Lookup finds the function that a C name calls, nil if it is not in the table. Names under which
// compilers and headers call a function of the library mean that function: __builtin_memcpy,
// __builtin___memcpy_chk, __isoc99_sscanf.
func Lookup(name string) *Function {
	if rows := Rows(name); len(rows) > 0 {
		return rows[0]
	}
	return nil
}

// Rows are the functions that a C name may call: more than one if headers declare it with several
// types, as strerror_r.
func Rows(name string) []*Function {
	rows := rowsOf(name)
	if plain := Plain(name); rows == nil && plain != name {
		rows = rowsOf(plain)
	}
	if rows == nil {
		return nil
	}
	list := make([]*Function, len(rows))
	for i, r := range rows {
		list[i] = r.function()
	}
	return list
}

// Functions returns the rows, by header and name. They must not be changed.
func Functions() []*Function { return functions() }

// Plain is the name without what compilers and headers add to it.
func Plain(name string) string {
	if base, ok := atomicBase(name); ok {
		return base
	}
	plain := strings.TrimPrefix(name, "__builtin_")
	if s, ok := strings.CutPrefix(plain, "__"); ok {
		if s, ok := strings.CutSuffix(s, "_chk"); ok {
			return s
		}
	}
	for _, prefix := range []string{"__isoc99_", "__isoc23_"} {
		if s, ok := strings.CutPrefix(plain, prefix); ok {
			return s
		}
	}
	if s, ok := redirected[plain]; ok {
		return s
	}
	if s, ok := strings.CutSuffix(plain, "64"); ok && largeFile[s] {
		return s
	}
	return plain
}

// redirected are names by which glibc's headers have functions called, depending on macros.
var redirected = map[string]string{"__xpg_strerror_r": "strerror_r", "__posix_getopt": "getopt", "ntp_gettimex": "ntp_gettime"}

// largeFile are the functions that have another name for files with offsets of 64 bits, which the table
// does not list, and that headers use with _FILE_OFFSET_BITS.
var largeFile = func() map[string]bool {
	names := map[string]bool{}
	for _, n := range strings.Fields(`alphasort creat fallocate fgetpos freopen fseeko fsetpos fstatat fstatfs fstatvfs ftello ftw
		getdirentries glob globfree lockf mkostemp mkostemps mkstemps nftw openat posix_fadvise posix_fallocate preadv pwritev
		readdir_r scandir sendfile statfs statvfs tmpfile truncate versionsort`) {
		names[n] = true
	}
	return names
}()

// atomicBase is the name of an atomic builtin whose name ends in the size of its object.
func atomicBase(name string) (string, bool) {
	if !strings.HasPrefix(name, "__atomic_") && !strings.HasPrefix(name, "__sync_") {
		return name, false
	}
	for _, size := range []string{"_1", "_2", "_4", "_8", "_16"} {
		if base, ok := strings.CutSuffix(name, size); ok {
			switch base {
			case "__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange":
				base += "_n"
			}
			return base, true
		}
	}
	return name, false
}

// checks are the places of the arguments that a checked function, such as __sprintf_chk, has beyond
// those of the function that it checks; of the functions that are not listed it is the last one.
var checks = map[string][]int{
	"printf": {0}, "vprintf": {0}, "wprintf": {0}, "vwprintf": {0},
	"fprintf": {1}, "vfprintf": {1}, "dprintf": {1}, "vdprintf": {1}, "asprintf": {1}, "vasprintf": {1},
	"fwprintf": {1}, "vfwprintf": {1}, "syslog": {1}, "vsyslog": {1}, "obstack_printf": {1}, "obstack_vprintf": {1},
	"sprintf": {1, 2}, "vsprintf": {1, 2}, "snprintf": {2, 3}, "vsnprintf": {2, 3}, "swprintf": {2, 3}, "vswprintf": {2, 3},
	"fgets": {1}, "fgets_unlocked": {1}, "fgetws": {1}, "fgetws_unlocked": {1}, "fread": {1}, "fread_unlocked": {1},
	"recv": {3}, "recvfrom": {3}, "longjmp": {},
}

// CheckArguments is the set of the arguments that a call with n arguments of a checked function, such
// as __builtin___memcpy_chk or __sprintf_chk, gives for the check; nil if it is no such function.
func CheckArguments(name string, n int) map[int]bool {
	base := strings.TrimPrefix(name, "__builtin_")
	if !strings.HasPrefix(base, "__") || !strings.HasSuffix(base, "_chk") || n == 0 {
		return nil
	}
	places, ok := checks[Plain(name)]
	if !ok {
		places = []int{n - 1}
	}
	drop := map[int]bool{}
	for _, i := range places {
		drop[i] = true
	}
	return drop
}

// Source is a file of models.
type Source struct {
	Name string // "<craig>/string.c", a name that no file of a user has
	Text []byte // with what every file of models begins with
}

// ModelSource is the file that has the model of the function with this (plain) name; of one that
// the models share too. The second result tells whether there is one.
func ModelSource(name string) (Source, bool) {
	s, ok := models().sources[name]
	return s, ok
}

// Open tells whether the model of the function with this name leaves something open: it calls
// __craig_sign or __craig_truth.
func Open(name string) bool { return models().open[name] }

//go:embed table/*.txt
var tables embed.FS

//go:embed models/*.c
var sources embed.FS

//go:embed models/prelude.h
var prelude string

// variableFile has the rows of all variables: many programs ask for these only.
const variableFile = "data.txt"

// variables are those of the table, by name.
var variables = sync.OnceValue(func() map[string]*Variable {
	byName := map[string]*Variable{}
	_, all := readTable(variableFile)
	for _, v := range all {
		byName[v.Name] = v
	}
	return byName
})

// functions are all rows as functions, which checks that no two of them are for the same calls.
var functions = sync.OnceValue(func() []*Function {
	var all []*Function
	byName := map[string][]*Function{}
	for _, r := range load().rows {
		f := r.function()
		for _, g := range byName[f.Name] {
			if f.Result.Class == g.Result.Class && len(f.Params) == len(g.Params) {
				panic(fmt.Sprintf("library: table/%s: %s has two rows", r.file, f.Name))
			}
		}
		byName[f.Name] = append(byName[f.Name], f)
		all = append(all, f)
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.Header != b.Header {
			return a.Header < b.Header
		}
		return a.Name < b.Name
	})
	return all
})

// modelTable says which file has which model.
type modelTable struct {
	sources map[string]Source
	open    map[string]bool
}

var models = sync.OnceValue(func() *modelTable {
	t := &modelTable{sources: map[string]Source{}, open: map[string]bool{}}
	for _, file := range list(sources, "models") {
		text, _ := sources.ReadFile(path.Join("models", file))
		src := Source{Name: "<craig>/" + file}
		src.Text = fmt.Appendf(nil, "%s\n#line 1 \"%s\"\n%s", prelude, src.Name, text)
		for name, body := range defined(text) {
			if _, ok := t.sources[name]; ok {
				panic(fmt.Sprintf("library: %s: %s has two models", file, name))
			}
			t.sources[name] = src
			t.open[name] = bytes.Contains(body, []byte("__craig_sign(")) || bytes.Contains(body, []byte("__craig_truth("))
		}
	}
	return t
})

func list(fsys embed.FS, folder string) []string {
	var names []string
	entries, _ := fsys.ReadDir(folder)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

var definition = pattern.New(`(?m)^([a-zA-Z_].*?)(\w+)\([^;]*\) \{$`)

// defined are the external functions that a file of models defines, with their bodies.
func defined(text []byte) map[string][]byte {
	bodies := map[string][]byte{}
	for _, m := range definition.FindAllSubmatchIndex(text, -1) {
		if name := string(text[m[4]:m[5]]); !bytes.HasPrefix(text[m[2]:m[3]], []byte("static")) {
			body, _, _ := bytes.Cut(text[m[1]:], []byte("\n}"))
			bodies[name] = body
		}
	}
	return bodies
}
