package ctext_test

import (
	"testing"

	"craig/internal/evidence/ctext"
)

func TestMentions(t *testing.T) {
	s := ctext.New("a.c", []byte("#define N limit\n// only\nint count; /* here */\nchar *s = \"quoted\";\n"))
	for word, want := range map[string]bool{
		"count": true, "N": true, "limit": true, "define": true,
		"only": false, "here": false, "quoted": false, "coun": false, "imit": false,
	} {
		if got := s.Mentions(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}

// TestDeclares: a declarator is a name with what makes it a pointer before it, qualifiers included.
func TestDeclares(t *testing.T) {
	for text, want := range map[string]bool{
		"p;": true, "*p;": true, "* const p;": true, "(*p)(void);": true, "*__restrict /* x */ *volatile p;": true,
		"*constant;": false, "q, p;": false, "*": false, "const": false, "": false,
	} {
		if got := ctext.New("a.c", []byte(text)).Declares(0, "p"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
