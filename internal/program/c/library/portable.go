package library

import "strings"

// everywhere are the functions of headers that have others besides, which have the same meaning with every C library:
// what C says of them leaves nothing to it, or it is left open here.
var everywhere = map[string]string{
	"stdlib.h": "_Exit abort exit abs labs llabs div ldiv lldiv atoi atol atoll strtol strtoll strtoul strtoull malloc calloc realloc free qsort bsearch rand srand",
	"stdio.h": "printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts putchar putc fputc fputs getchar getc fgetc fgets " +
		"fread fwrite fopen fclose feof ferror clearerr fflush ungetc",
}

// Portable says that what the row says of its function holds for the C libraries of small machines too, not for
// that of Linux alone.
func (f *Function) Portable() bool {
	switch f.Header {
	case "GCC", "SV-COMP", "CPROVER", "assert.h", "errno.h":
		return true
	case "string.h", "strings.h", "ctype.h", "inttypes.h":
		return f.Kind == Exact
	}
	for _, name := range strings.Fields(everywhere[f.Header]) {
		if name == f.Name {
			return true
		}
	}
	return false
}

// Elsewhere is f as it is where f is not Portable: nothing is known of what a call does.
func (f *Function) Elsewhere() *Function {
	g := *f
	g.Kind, g.Model, g.Handler, g.Does, g.Effects, g.Values, g.Sets = Unsupported, false, false, "", true, Unknown, nil
	return &g
}
