package cfront

import (
	"testing"

	"craig/internal/program/cfront/library"
)

// TestHandlers: the table of the library names just the handlers that there are.
func TestHandlers(t *testing.T) {
	for _, f := range library.Functions() {
		if f.Handler != (builtins[f.Name] != nil) {
			t.Errorf("%s: %s: the table says handler: %v", f.Header, f.Name, f.Handler)
		}
	}
	for name := range builtins {
		if f := library.Lookup(name); f == nil || f.Name != name {
			t.Errorf("%s has a handler and no row", name)
		}
	}
}
