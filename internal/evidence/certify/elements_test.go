package certify

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
)

// TestElementTypes: a region has elements of a type if all of its accesses are of that, and nothing else is put there.
func TestElementTypes(t *testing.T) {
	const load = "edge 1 -> 2: x := load.u8[m](0:p64)"
	for _, c := range []struct {
		name, statement string
		want            bool
	}{
		{"a store of the type", "store[m](8:p64, 1:u8)", true},
		{"a store of another one", "store[m](8:p64, 1:i8)", false},
		{"a load of another one", "assume (load.i8[m](8:p64) == 1:i8)", false},
		{"a constant that fits", "m := 255:mem8", true},
		{"a constant that does not fit", "m := 256:mem8", false},
		{"another region", "m := n", false},
		{"unknown contents", `havoc m uninitialised ""`, true},
	} {
		p := irtest.Parse(t, "global 1 m mem8\nglobal 2 n mem8\nfunc main\nlocal 3 x u8\nentry 1\nexit 3\nloc 1\n"+load+"\nloc 2\nedge 2 -> 3: "+c.statement+"\nloc 3\nend\nmain main\n")
		got, ok := elemTypes(p)[p.Globals[0]]
		if ok != c.want || ok && got != ir.Int(8, false) {
			t.Errorf("%s: %s, %t", c.name, got, ok)
		}
	}
}
