package resultfile

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"craig/internal/program/c/cfront"
)

// TestOctets: names and options that are not UTF-8, or have a character that stands for an octet, are read again as they were, and
// what is written is as short as ever where there are none.
func TestOctets(t *testing.T) {
	for _, name := range []string{"a.c", "ü.c", "\xff.c", "a\x80\xfe/b\xc3.c", "\ufffd.c", "\U0010ffff.c", "\xff\U0010ffff.c", "\xf4\x8f\xbf", "<a&b>.c", "\x00\n", ""} {
		d := Document{
			Schema: Schema, Verdict: "FALSE", Files: []File{{Name: name}}, Options: cfront.Options{Preprocessing: cfront.Preprocessing{Include: []string{"dir", name}}, Entry: name},
			Trace: &Trace{Steps: []Step{{Place: Place{File: name}}}},
		}
		text, err := json.Marshal(d)
		if err != nil || !utf8.Valid(text) {
			t.Fatalf("%q: %v", name, err)
		}
		got, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if o := got.Options; got.Files[0].Name != name || len(o.Include) != 2 || o.Include[1] != name || o.Entry != name || got.Trace.Steps[0].File != name {
			t.Errorf("%q is read as %+v", name, got)
		}
		if d.Files[0].Name != name || d.Options.Include[1] != name || d.Trace.Steps[0].File != name {
			t.Errorf("%q is changed where it is: %+v", name, d)
		}
		if plain, err := json.Marshal(inJSON(d)); err != nil || written(name) == name && !bytes.Equal(plain, text) {
			t.Errorf("%q, which JSON has as it is, is written as %s, not %s", name, text, plain)
		}
	}
}
