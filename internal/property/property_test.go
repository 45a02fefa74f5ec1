package property_test

import (
	"testing"

	"craig/internal/property"
)

// TestDecided: each row says what people are told of it, and each name is there once.
func TestDecided(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range property.Decided {
		if p.Name == "" || p.Wrong == "" || p.Finding == "" || p.CWE == 0 || seen[p.Name] {
			t.Errorf("the row %q lacks something, or is there twice", p.Name)
		}
		seen[p.Name] = true
		if p.Clang != "" && (p.Report == nil || p.Words == nil) || p.Leak && !p.Memory {
			t.Errorf("the row %q contradicts itself", p.Name)
		}
		if property.Of(p.Name) != p {
			t.Errorf("%q is not found", p.Name)
		}
	}
	if p := property.Of("unreachable-code"); p.CWE != 0 || p.Words != nil {
		t.Errorf("a property that is not decided has the row %v", p)
	}
}
