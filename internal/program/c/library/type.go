package library

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Class says how values of a type are represented.
type Class uint8

const (
	AnyType Class = iota // of what the compiler has built in, for several types
	Void
	Char // the types of one byte
	Int  // all other integers and enumerations
	Float
	Struct // structures, unions, and types that may be one or not, such as va_list
	Pointer
	Func // as an element of Pointer
)

// Type is the type of a result or a parameter as far as it matters: which declarations of a
// program mean the function, and what a call may write.
type Type struct {
	Class Class
	Name  string // as written, without qualifiers: "size_t", "struct tm"; of Pointer ""
	Const bool
	Elem  *Type // of Pointer
}

// Opaque says that t is a structure by another name, such as FILE or regex_t, in which no pointers to the program's objects are.
func (t *Type) Opaque() bool { return t.Class == Struct && !strings.Contains(t.Name, " ") }

// Param is a parameter.
type Param struct {
	*Type
	Name string // may be empty
	// Out: it points to what the call writes, or is null: Length objects; or, if Bytes >= 0, as many
	// bytes as the parameter with that index says; or, if Length is 0, an unknown number of bytes.
	Out    bool
	Reads  bool // Out: the call reads it, too
	In     bool // it points to what the call only reads, though the type is not const
	Length int64
	Bytes  int
	Null   bool // it may be null
	Flat   bool // it points to a structure with pointers that the call does not follow
	Closes bool // it is a handle, which is closed
	// Restrict: what is written through it has no byte in common with what is read or written through another parameter that is Restrict.
	Restrict bool

	word      string // "any", "text", "one", "out", or "*" for an extent that is not known
	sizeNames []string
	sizes     []Factor
}

// classes are the names of types that prototypes of the table use, besides structs and unions.
var classes = map[string]Class{}

func init() {
	for class, names := range map[Class]string{
		AnyType: "type",
		Void:    "void",
		Char:    "char|signed char|unsigned char|int8_t|uint8_t|_Bool",
		Int: "short|unsigned short|int|unsigned|unsigned int|long|unsigned long|long long|unsigned long long|" +
			"size_t|ssize_t|ptrdiff_t|intptr_t|uintptr_t|off_t|wchar_t|wint_t|wctype_t|intmax_t|uintmax_t|" +
			"uint16_t|uint32_t|uint64_t|int16_t|int32_t|int64_t|char16_t|char32_t|" +
			"time_t|clock_t|clockid_t|suseconds_t|useconds_t|pid_t|uid_t|gid_t|id_t|mode_t|dev_t|ino_t|nlink_t|key_t|" +
			"socklen_t|sa_family_t|in_addr_t|in_port_t|nfds_t|tcflag_t|speed_t|cc_t|rlim_t|" +
			"pthread_t|pthread_key_t|pthread_once_t|thrd_t|tss_t|once_flag|mqd_t|nl_item|sig_atomic_t",
		Float: "float|double|long double|float _Complex|double _Complex|long double _Complex",
		Struct: "FILE|DIR|wctrans_t|fpos_t|va_list|jmp_buf|sigjmp_buf|div_t|ldiv_t|lldiv_t|imaxdiv_t|mbstate_t|sigset_t|fd_set|" +
			"locale_t|timer_t|stack_t|siginfo_t|glob_t|regex_t|regmatch_t|wordexp_t|sem_t|" +
			"pthread_attr_t|pthread_mutex_t|pthread_mutexattr_t|pthread_cond_t|pthread_condattr_t|pthread_rwlock_t|" +
			"pthread_rwlockattr_t|__pthread_unwind_buf_t|pthread_spinlock_t|pthread_barrier_t|pthread_barrierattr_t|mtx_t|cnd_t|" +
			"fenv_t|fexcept_t|iconv_t|nl_catd|DBM|ENTRY|cookie_io_functions_t|posix_spawn_file_actions_t|posix_spawnattr_t|" +
			"cpu_set_t|ucontext_t|FTS|FTSENT|FTW|gzFile|Dl_info|VISIT|ACTION",
		Func: "sighandler_t|function",
	} {
		for _, n := range strings.Split(names, "|") {
			classes[n] = class
		}
	}
}

// parsePrototype sets Name, Result, Params and Variadic.
func (f *Function) parsePrototype() error {
	from, to := nameIn(f.Prototype)
	if from == to || !strings.HasSuffix(f.Prototype, ")") {
		return fmt.Errorf("%q is not a prototype", f.Prototype)
	}
	f.Name = f.Prototype[from:to]
	var err error
	if f.Result, err = parseType(f.Prototype[:from]); err != nil {
		return err
	}
	for _, p := range splitParams(f.Prototype[to+1 : len(f.Prototype)-1]) {
		if p == "..." {
			f.Variadic = true
			continue
		}
		if p == "void" {
			continue
		}
		param, err := parseParam(p)
		if err != nil {
			return err
		}
		f.Params = append(f.Params, param)
	}
	for i := range f.Params {
		p := &f.Params[i]
		if err := f.findSizes(p); err != nil {
			return err
		}
		if p.Out && (p.Class != Pointer || p.Elem.Const && p.Elem.Class != Pointer) {
			return fmt.Errorf("%s is out and cannot be written", p.Name)
		}
	}
	return nil
}

// splitParams splits at the commas outside of parentheses.
func splitParams(s string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range s {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return append(list, strings.TrimSpace(s[from:]))
}

func parseParam(s string) (Param, error) {
	p := Param{Bytes: -1}
	s = p.words(s)
	if strings.Contains(s, "(*") { // int (*compare)(const void *, const void *)
		p.Type = &Type{Class: Pointer, Elem: &Type{Class: Func}}
		return p, nil
	}
	var err error
	if p.Type, err = parseType(s); err == nil {
		return p, nil
	}
	end := len(s)
	if i := strings.IndexByte(s, '['); i >= 0 {
		end = i
	}
	from := wordBefore(s, end)
	if from == end || from == 0 || s[from-1] != ' ' && s[from-1] != '*' || end < len(s) && !strings.HasSuffix(s, "]") {
		return p, err
	}
	p.Name = s[from:end]
	p.Restrict = slices.Contains(strings.FieldsFunc(s[:from], func(c rune) bool { return c == ' ' || c == '*' }), "restrict")
	if p.Type, err = parseType(s[:from]); err == nil && end < len(s) {
		p.Type = &Type{Class: Pointer, Elem: p.Type}
		if n, err := strconv.ParseInt(strings.Trim(s[end:], "[]"), 10, 64); err == nil {
			p.Length = n
		}
	}
	return p, err
}

// parseType reads a type without a name: "const char *const *".
func parseType(s string) (*Type, error) {
	parts := strings.Split(s, "*")
	name, isConst := unqualified(parts[0])
	t := &Type{Name: name, Const: isConst}
	switch class, ok := classes[name]; {
	case ok:
		t.Class = class
	case strings.HasPrefix(name, "struct ") && !strings.Contains(name[7:], " "), strings.HasPrefix(name, "union ") && !strings.Contains(name[6:], " "):
		t.Class = Struct
	default:
		return nil, fmt.Errorf("%q is not a type that the table knows", strings.TrimSpace(s))
	}
	if t.Class == Func { // a pointer by its typedef
		t = &Type{Class: Pointer, Elem: t}
	}
	for _, p := range parts[1:] {
		rest, isConst := unqualified(p)
		if rest != "" {
			return nil, fmt.Errorf("%q after *", rest)
		}
		t = &Type{Class: Pointer, Elem: t, Const: isConst}
	}
	return t, nil
}

// unqualified is a type without its qualifiers; it tells whether const is one of them.
func unqualified(s string) (name string, isConst bool) {
	words := strings.Fields(s)
	kept := words[:0]
	for _, w := range words {
		switch w {
		case "const":
			isConst = true
		case "restrict", "volatile", "_Noreturn":
		default:
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " "), isConst
}
