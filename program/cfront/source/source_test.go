package source

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func write(tb testing.TB, name, text string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}

func BenchmarkTenLines(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"plain", "extern int nondet(void);\nint main(void) {\n\tint x = 0;\n\twhile (nondet()) {\n\t\tx++;\n\t}\n\tif (x < 0) {\n\tERROR:\n\t\treturn 1;\n\t}\n\treturn 0;\n}\n"},
		{"headers", "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n\tint x = getchar();\n\tassert(x < 7);\n\treturn 0;\n}\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := write(b, "a.c", c.text)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(context.Background(), Config{}, file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
