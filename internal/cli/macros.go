package cli

import (
	"slices"
	"strings"
)

// macros are the definitions of -D and -U. As with gcc, of those of one name the last one holds.
type macros struct{ defined, undefined []string }

// set notes a definition, or that there is none.
func (m *macros) set(text string, define bool) {
	name := func(d string) string {
		if i := strings.IndexAny(d, "=("); i >= 0 {
			d = d[:i]
		}
		return strings.TrimSpace(d)
	}
	same := func(d string) bool { return name(d) == name(text) }
	m.undefined = slices.DeleteFunc(m.undefined, same)
	if define {
		m.defined = append(m.defined, text)
		return
	}
	m.defined = slices.DeleteFunc(m.defined, same)
	m.undefined = append(m.undefined, text)
}

// macroFlag is -D or -U as an option. The names of those that a command is given are different, so that their order does not matter.
type macroFlag struct {
	m      *macros
	define bool
}

func (f macroFlag) Type() string   { return "NAME" }
func (f macroFlag) String() string { return "" }
func (f macroFlag) GetSlice() []string {
	if f.define {
		return f.m.defined
	}
	return f.m.undefined
}
func (f macroFlag) Set(s string) error {
	f.m.set(s, f.define)
	return nil
}
