package library

import (
	"slices"
	"strings"
	"sync"
)

// others are headers of glibc of which the table has no function.
var others = []string{"aliases.h", "argp.h", "argz.h", "envz.h", "gconv.h", "gshadow.h", "link.h", "mcheck.h", "nss.h", "obstack.h", "printf.h", "resolv.h", "thread_db.h"}

// HostHeader is the name of the header of the host's C library that a file is, as #include has it; false if it is none.
func HostHeader(file string) (string, bool) {
	name, ok := strings.CutPrefix(file, "/usr/include/")
	if !ok {
		return "", false
	}
	if folder, rest, ok := strings.Cut(name, "/"); ok && strings.Contains(folder, "-linux-gnu") {
		name = rest
	}
	return name, strings.HasPrefix(name, "bits/") || headers()[name] || slices.Contains(others, name)
}

var headers = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, f := range Functions() {
		m[f.Header] = true
	}
	return m
})
