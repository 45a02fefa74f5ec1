package pp_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"craig/internal/program/c/pp"
)

// headers are files by their names.
type headers map[string]string

func (h headers) Read(name string) ([]byte, error) {
	if text, ok := h[name]; ok {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

var someHeaders = headers{
	"a.h": "in_a __INCLUDE_LEVEL__ __FILE__\n", "dir/a.h": "other_a\n", "dir/next.h": "dir_next\n#include_next <next.h>\n", "sys/next.h": "sys_next\n",
	"guard.h": "#ifndef G\n#define G\nonce_only\n#endif\n", "once.h": "#pragma once\nonce_only\n", "self.h": "#include \"self.h\"\n",
	"open.h": "#if 1\n", "call.h": "f",
	"annotated.h": "#ifndef A\n#define A 1\n//@ in > A;\n#endif\n",
}

func preprocess(text string, change ...func(*pp.Config)) (string, error) {
	cfg := pp.Config{Files: someHeaders, Include: []pp.Dir{{Path: "dir"}, {Path: "sys", System: true}}}
	for _, f := range change {
		f(&cfg)
	}
	p := pp.New(cfg)
	p.Open("f.c", []byte(text))
	var b strings.Builder
	for t := p.Next(); t.Kind != pp.EOF; t = p.Next() {
		switch t.Kind {
		case pp.Pragma:
			b.WriteString(" #pragma")
		case pp.EndPragma:
			b.WriteString(" ;")
		default:
			b.WriteString(" " + p.Text(t))
		}
	}
	return strings.TrimSpace(b.String()), p.Err()
}

// TestTokens: texts, and their tokens with one blank between them.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g"},
		{"#define x x y\nx", "x y"},
		{"#define f(x) x\nf(f)(1) f (f(2)) f", "f ( 1 ) 2 f"},
		{"#define s(x) #x\n#define xs(x) s(x)\n#define E\ns( a  \"b\\n\" 'c' ) xs(-E-) xs(a E b) s()", `"a \"b\\n\" 'c'" "--" "a b" ""`},
		{"#define j(a,b,c) a##b##c\nj(1,2,3) j(,,) j(,x,) j(a,,b) j(<,<,=)", "123 x ab <<="},
		{"#define e(f,...) g(f, ##__VA_ARGS__)\ne(a) e(a,) e(a,b) e(a,,b)", "g ( a ) g ( a , ) g ( a , b ) g ( a , , b )"},
		{"#define e(...) g(1, ##__VA_ARGS__)\n#define n(a...) h(1, ## a)\ne() e(,) n() n(2)", "g ( 1 ) g ( 1 , , ) h ( 1 ) h ( 1 , 2 )"},
		{"#define o(f,...) g(f __VA_OPT__(,) __VA_ARGS__)\n#define E\no(a) o(a,) o(a,E) o(a,b) o(a,,)", "g ( a ) g ( a ) g ( a ) g ( a , b ) g ( a , , )"},
		{"#define o(...) #__VA_OPT__(a  b) x##__VA_OPT__(y z)##w\no() o(1)", `"" xw "a b" xy zw`},
		{"#define DO(x) _Pragma(#x) x\na DO(pack(1)) b _Pragma(L\"w \\\"s\\\"\") c", `a #pragma pack ( 1 ) ; pack ( 1 ) b #pragma w "s" ; c`},
		{"#define X 1\n#pragma push_macro(\"X\")\n#undef X\n#define X 2\nX\n#pragma pop_macro(\"X\")\nX", "2 1"},
		{"#pragma STDC FP_CONTRACT ON\n#pragma x y", "#pragma STDC FP_CONTRACT ON ; #pragma x y ;"},
		{"#include \"a.h\"\n#include <a.h>\n__INCLUDE_LEVEL__ __BASE_FILE__", `in_a 1 "a.h" other_a 0 "f.c"`},
		{"#define H <next.h>\n#include H\n#if __has_include(\"none.h\") || !__has_include(<a.h>)\nwrong\n#endif", "dir_next sys_next"},
		{"#include \"guard.h\"\n#include \"guard.h\"\n#include \"once.h\"\n#include \"once.h\"", "once_only once_only"},
		{"#define f(x) called\n#include \"call.h\"\n(1)", "f ( 1 )"},
		{"__COUNTER__ __COUNTER__ __LINE__\n__LINE__ __DATE__ __TIME__", `0 1 1 2 "Jan  1 1970" "00:00:00"`},
		{"#define L(x) x __LINE__\nL(\n__LINE__\n)\n#line 100 \"g.c\"\n__LINE__ __FILE__\n# 7 \"h.c\" 1 3\n__LINE__ __FILE__", `3 2 100 "g.c" 7 "h.c"`},
		{"#if 0b101 == 5 && L'\\xffffffff' < 0 && u'\\xffff' > 0 && -1 > 0u && 'ab' == 24930 && '\\377' < 0\nyes\n#endif", "yes"},
		{"#if 1 || 1/0\nyes\n#endif\n#if 0 ? 1/0 : 2\nyes\n#endif\n#if (2, 3) == 3 && -8 >> 1 == -4 && 1 << -1 == 0\nyes\n#endif", "yes yes yes"},
		{"#define D defined(X)\n#if D\nno\n#else\nyes\n#endif\n#ifdef X\n#elifndef X\nelifndef\n#endif", "yes elifndef"},
		{"#if 0\n'\n\" /* */\n#if 1\n#else\n#endif /*\n#endif */\nno\n#elif 1 // x \\\n no\nyes\n#else\nno\n#endif", "yes"},
		{"#if __has_attribute(__packed__) && __has_attribute(gnu::packed) && !__has_attribute(none) && __has_c_attribute(nodiscard) == 202003 && __has_builtin(__builtin_expect)\nyes\n#endif", "yes"},
		{"a\\\nb a\\  \r\nb <: %:%: \\u00e9 $x 1.e+3p-2_$ .5.6 u8\"x\" L'y' U\"z\"", `ab ab <: %:%: \u00e9 $x 1.e+3p-2_$ .5.6 u8"x" L'y' U"z"`},
		{"#define \\u00e9 1\n\u00e9 %:define\n%:define D 2\nD", "1 %: define 2"},
		{"\xef\xbb\xbf#define x 1\nx/* c */x//c\nx@`\\", "1 1 1 @ ` \\"},
		{"#define f(x) [x]\nf(1\n#if 1\n,\n#endif\n)", "!"},
		{"#define f(x,y) [x y]\nf(1\n#if 1\n,\n#else\n;\n#endif\n2)", "[ 1 2 ]"},
		{"??=define a ??/\n1\na ??' b", "??=define a ??/ a ??' b"},
	} {
		got, err := preprocess(c.text)
		if c.want == "!" {
			if err == nil {
				t.Errorf("%s: no error", c.text)
			}
			continue
		}
		if want := strings.ReplaceAll(c.want, "??=define a ??/ a ??' b", "? ? = define a ? ? / 1 a ? ? ' b"); got != want || err != nil {
			t.Errorf("%s:\n%s\nwant\n%s (%v)", c.text, got, want, err)
		}
	}
}

// TestConfig: what Config changes.
func TestConfig(t *testing.T) {
	for _, c := range []struct {
		text   string
		change func(*pp.Config)
		want   string
	}{
		{"??=define a ??/\n1\na ??' b", func(c *pp.Config) { c.ISO = true }, "1 ^ b"},
		{"#define e(...) g(1, ##__VA_ARGS__)\ne()", func(c *pp.Config) { c.ISO = true }, "g ( 1 , )"},
		{"#if '\\377' > 0\nyes\n#endif", func(c *pp.Config) { c.UnsignedChar = true }, "yes"},
		{"#if L'\\xffff' > 0\nyes\n#endif", func(c *pp.Config) { c.WideChar = pp.Wide{Bits: 16, Unsigned: true} }, "yes"},
		{"X Y", func(c *pp.Config) {
			c.Predefined = []pp.Text{{"<a>", []byte("#define X 1\n")}, {"<b>", []byte("#define Y X\n#undef X\n")}}
		}, "X X"},
	} {
		if got, err := preprocess(c.text, c.change); got != c.want || err != nil {
			t.Errorf("%s:\n%s\nwant\n%s (%v)", c.text, got, c.want, err)
		}
	}
}

// TestErrors: mistakes, with their places.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\n #include \"none.h\"", `f.c:2:11: include file not found: "none.h"`},
		{"#define f(x) x\n  f(1,2)", "f.c:2:3: the macro f takes 1 argument, and is given 2"},
		{"#define f(x) x\nf(\n1", "f.c:2:1: the arguments of f do not end"},
		{"#if 1 +\n#endif", "f.c:1:2: want an integer in the condition, not the end of the line"},
		{"#if 1/0\n#endif", "f.c:1:6: division by zero in a condition"},
		{"#if 1.5\n#endif", "f.c:1:5: 1.5 is not an integer constant, in a condition"},
		{"#if 1\nx", "f.c:1:2: unterminated conditional directive"},
		{"#if 0\nx", "f.c:1:2: unterminated conditional directive"},
		{"#endif", "f.c:1:2: #endif without #if"},
		{"#if 1\n#else\n#else\n#endif", "f.c:3:2: #else after #else"},
		{"#error  what  now", "f.c:1:2: #error what  now"},
		{"x /* y", "f.c:1:3: comment not terminated"},
		{"#include \"self.h\"", "self.h:1:10: #include nested more than 200 deep"},
		{"#include \"open.h\"", "open.h:1:2: unterminated conditional directive"},
		{"#define p(a,b) a##b\np(+,/)", "f.c:2:1: ## makes + and /, which is no token"},
		{"#define a ##", "f.c:1:11: ## at the beginning of the replacement of a macro"},
		{"#define a(x) #y", "f.c:1:14: # is not in front of a parameter of the macro"},
		{"#define a(x,x)", "f.c:1:13: two parameters of a macro with the name x"},
		{"#define defined", "f.c:1:9: defined is no name for a macro"},
		{"#pragma GCC poison x\nx", "f.c:2:1: x has been poisoned with #pragma GCC poison"},
		{"#assert a(b)", "f.c:1:2: unsupported: #assert"},
		{"#if 1\n  #frob\n#endif", "f.c:2:4: invalid preprocessing directive #frob"},
		{"_Pragma(x)", "f.c:1:1: _Pragma wants a string literal in brackets"},
		{"__has_include(<a>)", "f.c:1:1: __has_include outside of #if"},
		{"#line x", "f.c:1:7: x is not the number of a line"},
		{"#define o(...) __VA_OPT__(__VA_OPT__())", "f.c:1:27: __VA_OPT__ in __VA_OPT__"},
		{"#define m(x) x\n#define o(y,...) y##__VA_OPT__(y)\no(m(f),1)", "f.c:3:1: ## makes ) and f, which is no token"},
	} {
		_, err := preprocess(c.text)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestHostile: texts whose cost would have no bound end with an error.
func TestHostile(t *testing.T) {
	doubling := "#define a0 x x\n"
	for i := range 60 {
		n := string(rune('b'+i/26)) + string(rune('a'+i%26))
		last := "a0"
		if i > 0 {
			last = string(rune('b'+(i-1)/26)) + string(rune('a'+(i-1)%26))
		}
		doubling += "#define " + n + " " + last + " " + last + "\n"
	}
	limits := func(c *pp.Config) { c.Limits = pp.Limits{Tokens: 1_000_000, Bytes: 1 << 20} }
	for name, text := range map[string]string{
		"doubling":  doubling + "dh",
		"argument":  "#define f(x) x x\n" + doubling + "f(dh)",
		"arguments": "#define f(x) x\n" + strings.Repeat("f(", 100_000) + strings.Repeat(")", 100_000),
		"condition": "#if " + strings.Repeat("(", 100_000) + "\n#endif",
		"unary":     "#if " + strings.Repeat("!", 100_000) + "1\n#endif",
		"size":      strings.Repeat("\n", 1<<20),
	} {
		if _, err := preprocess(text, limits); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestPlaces: where tokens were written, and where they are.
func TestPlaces(t *testing.T) {
	p := pp.New(pp.Config{})
	p.Open("f.c", []byte("#define m(x) x + \\\n one\n/*\n*/ m(two) thr\\\nee\n#line 50 \"g.c\"\n four"))
	want := []struct {
		text       string
		line, col  int // written
		line2, co2 int // expanded
	}{{"two", 4, 6, 4, 4}, {"+", 1, 16, 4, 4}, {"one", 2, 2, 4, 4}, {"three", 4, 11, 4, 11}, {"four", 50, 2, 50, 2}}
	for _, w := range want {
		tok := p.Next()
		a, b := p.Place(tok.Loc), p.Place(tok.Exp)
		if p.Text(tok) != w.text || a.Line != w.line || a.Col != w.col || b.Line != w.line2 || b.Col != w.co2 {
			t.Errorf("%s at %v, expanded at %v, want %v", p.Text(tok), a, b, w)
		}
	}
}

// TestPrint: the printed text has the same tokens as what was printed, and lines are where they were.
func TestPrint(t *testing.T) {
	p := pp.New(pp.Config{Files: someHeaders})
	p.Open("f.c", []byte("#define E\n#define P +\na\n\nb P+ -E- c\n#include \"a.h\"\nd\n#pragma x\n\n\n\n\n\n\n\n\n\n\n\n\n\n\ne"))
	var b bytes.Buffer
	if err := p.Print(&b); err != nil {
		t.Fatal(err)
	}
	want := "# 3 \"f.c\"\na\n\nb + + - - c\n# 1 \"a.h\" 1\nin_a 1 \"a.h\"\n# 7 \"f.c\" 2\nd\n#pragma x\n# 23 \"f.c\"\ne\n"
	if b.String() != want {
		t.Errorf("%q\nwant\n%q", b.String(), want)
	}
}

// FuzzPreprocess: no text makes it fail otherwise than with an error, and printed text is preprocessed to itself.
func FuzzPreprocess(f *testing.F) {
	for _, s := range []string{"#define f(x,...) #x##x __VA_OPT__(x)\nf(f,1)", "#if 'a' < 1u ? 2:3\n#elif\n#endif", "_Pragma(\"x\")\n#include \"a.h\"", "a\\\n??/\n%:%: \\u00e9 R\"x(", "#line 3 \"x\"\n# 1 \"\" 2\n#pragma once"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits := func(c *pp.Config) { c.Limits = pp.Limits{Tokens: 100_000} }
		tokens, err := preprocess(text, limits)
		if err != nil || strings.Contains(tokens, "#") || strings.Contains(tokens, "%:") || strings.Contains(tokens, "_Pragma") || strings.Contains(tokens, "\\") || strings.Contains(text, `R"`) {
			return
		}
		cfg := pp.Config{Files: someHeaders, Include: []pp.Dir{{Path: "dir"}, {Path: "sys", System: true}}}
		p := pp.New(cfg)
		p.Open("f.c", []byte(text))
		for tok := p.Next(); tok.Kind != pp.EOF; tok = p.Next() {
			if tok.Kind == pp.Other { // as a quotation mark without another: what follows may belong to it
				return
			}
		}
		p = pp.New(cfg)
		p.Open("f.c", []byte(text))
		var b bytes.Buffer
		if err := p.Print(&b); err != nil {
			t.Fatal(err)
		}
		none := pp.New(pp.Config{})
		none.Open("p.c", b.Bytes())
		var again []string
		for tok := none.Next(); tok.Kind != pp.EOF; tok = none.Next() {
			again = append(again, none.Text(tok))
		}
		if got := strings.Join(again, " "); none.Err() == nil && got != tokens {
			t.Errorf("%q printed\n%q\nwhich is\n%q", tokens, b.String(), got)
		}
	})
}

// TestMore: what is read behind a file has its own name in places, and macros of the file mean nothing in it.
func TestMore(t *testing.T) {
	p := pp.New(pp.Config{Predefined: []pp.Text{{Name: "<p>", Text: []byte("#define __SIZE_TYPE__ int\n#define unix 1\n#define __own 5\n")}}})
	p.Open("a.c", []byte("#define name 4\n#undef __own\n#define __own 6\n#define __mine 7\nname __SIZE_TYPE__ unix __own\n"))
	read := func() (words []string) {
		for tok := p.Next(); tok.Kind != pp.EOF; tok = p.Next() {
			at := p.Place(tok.Exp)
			words = append(words, fmt.Sprintf("%s:%d:%s", at.File, at.Line, p.Text(tok)))
		}
		return words
	}
	if got, want := strings.Join(read(), " "), "a.c:5:4 a.c:5:int a.c:5:1 a.c:5:6"; got != want {
		t.Errorf("%s instead of %s", got, want)
	}
	for _, name := range []string{"b", "c"} {
		p.More(name, []byte("name\n__SIZE_TYPE__ unix __own __mine __LINE__\n"))
		want := strings.ReplaceAll("b:1:name b:2:int b:2:unix b:2:__own b:2:__mine b:2:2", "b:", name+":")
		if got := strings.Join(read(), " "); got != want || p.Err() != nil {
			t.Errorf("%s instead of %s, %v", got, want, p.Err())
		}
	}
}
