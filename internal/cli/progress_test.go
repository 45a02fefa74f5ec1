package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestStatusLine: a live line is written over the one before, and cut to the width; elsewhere there is a line every 10 s, and none if nothing is to be shown.
func TestStatusLine(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		mode       string
		live       bool
		since      time.Duration
		want       string // "*" is for what fits
		afterwards string
	}{
		{"auto", true, 0, "\r\x1b[K*", "\r\x1b[K"},
		{"plain", false, 0, "", ""},
		{"plain", false, time.Minute, long + "\n", ""},
		{"none", false, time.Minute, "", ""},
	} {
		var errs bytes.Buffer
		a := &app{err: &errs, began: time.Now().Add(-c.since)}
		l, err := a.newStatusLine(c.mode)
		if err != nil {
			t.Fatal(err)
		}
		l.live = c.live
		l.show(func() string { return long })
		if got := errs.String(); !strings.HasPrefix(got, strings.TrimSuffix(c.want, "*")) || len(got) > len(long)+1 || strings.HasSuffix(c.want, "*") == (got == c.want) {
			t.Errorf("%s: %q, want %q", c.mode, got, c.want)
		}
		errs.Reset()
		l.clear()
		l.clear()
		if got := errs.String(); got != c.afterwards {
			t.Errorf("%s: %q clears, want %q", c.mode, got, c.afterwards)
		}
	}
	if _, err := (&app{err: new(bytes.Buffer)}).newStatusLine("sometimes"); err == nil {
		t.Error("a mode that there is not")
	}
}
