package meaning

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// given is a function of a file of testdata/arguments and the verdict about it.
var given = regexp.MustCompile(`(?m)^// (TRUE|FALSE|UNKNOWN)(\([\w -]+\))?: .*\nvoid (\w+)\(void\) \{$`)

// TestArguments: calls of the C library with arguments that are right or wrong have the verdict that is written above them, for
// the property that the file is named after.
func TestArguments(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/arguments/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		property := strings.TrimSuffix(filepath.Base(file), ".c")
		properties := []string{property}
		if property == "valid-memsafety" {
			properties = []string{"valid-deref", "valid-free", "valid-memtrack"}
		}
		claims := given.FindAllStringSubmatch(string(text), -1)
		if n := strings.Count(string(text), "\nvoid "); len(claims) != n {
			t.Errorf("%s: %d functions, %d of them with a verdict", file, n, len(claims))
		}
		prog := prepare.New(cfront.Options{}, nil, file)
		for _, c := range claims {
			t.Run(property+"/"+c[3], func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				main := filepath.Join(t.TempDir(), "main.c")
				if err := os.WriteFile(main, fmt.Appendf(nil, "void %s(void);\nint main(void) { %[1]s(); return 0; }\n", c[3]), 0o666); err != nil {
					t.Fatal(err)
				}
				res, err := run.Verify(ctx, prog.Of(cfront.Options{Properties: properties}, file, main), run.Options{Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				got := res.Verdict.String()
				switch {
				case res.Reason != "":
					got += "(" + string(res.Reason) + ")"
				case res.Trace != nil && property != "unreach-call":
					got += "(" + res.Trace.Goal.Property + ")"
				}
				if got != c[1]+c[2] {
					t.Errorf("%s, want %s; %s", got, c[1]+c[2], res.Detail)
				}
			})
		}
	}
}
