package library

import (
	"strings"
	"sync"
)

// HostHeader is the name of the header of the host's C library that a file is, as #include has it; false if it is none, or one
// of which the table has no function.
func HostHeader(file string) (string, bool) {
	name, ok := strings.CutPrefix(file, "/usr/include/")
	if !ok {
		return "", false
	}
	if folder, rest, ok := strings.Cut(name, "/"); ok && strings.Contains(folder, "-linux-gnu") {
		name = rest
	}
	return name, strings.HasPrefix(name, "bits/") || headers()[name]
}

var headers = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, f := range Functions() {
		m[f.Header] = true
	}
	return m
})
