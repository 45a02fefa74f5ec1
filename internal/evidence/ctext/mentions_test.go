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
