package library

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The library has memory of its own that programs can see: variables such as optarg, and what
// pointers that functions return point to, such as the text that getenv gives. Functions that use the
// same memory share a state. A row with sets(s) says that a call may write all of state s, and may
// return pointers into it. A state is named after the header whose functions share it, or after what
// it is.
//
// A row
//
//	data getopt 1 int optind
//
// declares a variable that belongs to a state, "-" if no function writes it, and has that value at
// first, "?" if that is not known. The row
//
//	data =environ ? char **__environ
//
// declares another name of a variable.

// Variable is a variable of the library that programs use by its name.
type Variable struct {
	Name   string
	Header string
	State  string // "" if no function writes it
	Alias  string // the variable of which it is another name; may be empty
	Type   *Type
	Length int64 // of an array; else 0

	Known bool // the value at the start of the program is
	Value int64
}

// LookupVariable finds a variable by its name, nil if the library has none of that name.
func LookupVariable(name string) *Variable { return variables()[name] }

// VariableName is the name for all names of one variable.
func VariableName(name string) string {
	if v := LookupVariable(name); v != nil && v.Alias != "" {
		return v.Alias
	}
	return name
}

// Variables are the variables that belong to a state, without other names of theirs, by name.
func Variables(state string) []*Variable {
	var list []*Variable
	for _, name := range sortedNames(variables()) {
		if v := variables()[name]; v.State == state && v.Alias == "" {
			list = append(list, v)
		}
	}
	return list
}

// parseVariable reads a row without "data ".
func parseVariable(header, line string) (*Variable, error) {
	line, _, _ = strings.Cut(line, " // ")
	words := strings.SplitN(line, " ", 3)
	if len(words) < 3 || header == "" {
		return nil, fmt.Errorf("%q: want a state, a value and a declaration", line)
	}
	v := &Variable{Header: header}
	if alias, ok := strings.CutPrefix(words[0], "="); ok {
		v.Alias = alias
	} else if words[0] != "-" {
		v.State = words[0]
	}
	if words[1] != "?" {
		n, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: want a number or ?", words[1])
		}
		v.Known, v.Value = true, n
	}
	p, err := parseParam(words[2])
	if err != nil {
		return nil, err
	}
	v.Type, v.Name, v.Length = p.Type, p.Name, p.Length
	if strings.Contains(words[2], "(*") { // void (*print)(void)
		v.Name = words[2][strings.Index(words[2], "(*")+2 : strings.Index(words[2], ")")]
	}
	if strings.HasSuffix(words[2], "]") {
		v.Type = v.Type.Elem
	}
	return v, nil
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
