package ctext

import (
	"strings"
	"testing"
)

// TestRead: the text that reads a volatile object is found where it begins, and nothing else is.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"x = @flag + 1;", "flag", "flag"},
		{"x = y && @s.a;", "s.a", "s.a"},
		{"x = y & @flag;", "flag", "flag"},
		{"x = @a[f(i, ']')] ;", "a[]", "a[f(i, ']')]"},
		{"x = @s . in[1].b;", "s.in[].b", "s . in[1].b"},
		{"x = @s.a.b;", "s.a", "s.a"},
		{"p = &@flag;", "flag", ""},
		{"return &@flag;", "flag", ""},
		{"@flag = 1;", "flag", ""},
		{"x = @flag == 1;", "flag", "flag"},
		{"@flag |= 1;", "flag", ""},
		{"@flag++;", "flag", ""},
		{"++@flag;", "flag", ""},
		{"x = y + @flag;", "flag", "flag"},
		{"n = sizeof @flag;", "flag", ""},
		{"x = @FLAG;", "flag", ""},
		{"x = @flag;", "flag.a", ""},
		{"x = @*p & 1;", "*p", "*p"},
		{"x = @*(volatile int *)0x40 & 1;", "*(volatile int *)0x40", "*(volatile int *)0x40"},
		{"x = @*(p + 1) & 1;", "*(p + 1)", "*(p + 1)"},
		{"x = @*p->q;", "*p->q", ""},
		{"x = @u->status;", "u->status", "u->status"},
		{"x = @u->a->b;", "u->a->b", ""},
		{"x = @p[3] - 1;", "p[3]", "p[3]"},
		{"#define PORT (*(volatile unsigned *)0x4000)\nx = @PORT;", "(*(volatile unsigned *)0x4000)", "PORT"},
		{"#define PORT (*(volatile unsigned *)0x4000 + 1)\nx = @PORT;", "*(volatile unsigned *)0x4000", ""},
		{"#define PORT(n) (*(volatile unsigned *)n)\nx = @PORT(4);", "(*(volatile unsigned *)4)", ""},
	} {
		at := strings.Index(c.text, "@")
		s := New("p.c", []byte(c.text[:at]+c.text[at+1:]))
		n := s.Read(at, c.name)
		if got := string(s.text[at : at+n]); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.text, c.name, got, c.want)
		}
	}
}
