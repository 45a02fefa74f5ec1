package library

import (
	"slices"
	"strings"
)

// failing are the functions whose calls are errors, but for those of the table.
var failing = map[string]bool{"reach_error": true, "__assert_rtn": true, "__assert_perror_fail": true, "__assert": true}

// Fails tells whether calls of a function with this name are errors where the program is asked whether it reaches one.
func Fails(name string) bool {
	row := Lookup(name)
	return failing[name] || row != nil && row.Does == "fails"
}

// Inputs begins the names of the functions that give any value of their type.
const Inputs = "__VERIFIER_nondet_"

var tools = []string{
	"__builtin_", "__atomic_", "__sync_", "__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "__llbmc_", "__goblint_", "klee_", "__craig_",
}

// OfTool tells whether a name is one of those that verifiers and compilers have for their functions, which may mean anything if they are
// not known.
func OfTool(name string) bool {
	return slices.ContainsFunc(tools, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
