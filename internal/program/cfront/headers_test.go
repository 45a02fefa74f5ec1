package cfront_test

import (
	"os"
	"strings"
	"testing"

	"craig/internal/program/cfront"
	"craig/internal/program/interp"
)

// TestHostHeaders: what the embedded headers do not declare comes from the host's, also where C
// would go on without a declaration and take the result for an int.
func TestHostHeaders(t *testing.T) {
	if _, err := os.Stat("/usr/include/sys/socket.h"); err != nil {
		t.Skip("no system headers")
	}
	for name, text := range map[string]string{
		"constant": "#include <errno.h>\nint main(void) { if (ERFKILL != 132) reach_error(); return 0; }",
		"function": "#include <string.h>\nint main(void) { char s[4]; strfry(s); if (sizeof(strfry(0)) != sizeof(char *)) reach_error(); return 0; }",
		"both":     "#include <stdlib.h>\n#include <unistd.h>\nint main(void) { crypt(0, 0); if (sizeof(crypt(0, 0)) != sizeof(char *)) reach_error(); return 0; }",
	} {
		if name == "function" || name == "both" {
			text = "#define _GNU_SOURCE\n" + text
		}
		p, err := read(t, cfront.Options{}, "void reach_error(void);\n"+text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if out := run(p); out.End != interp.Exited {
			t.Errorf("%s: %v %s", name, out.End, out.Reason)
		}
	}
	// What no header declares stays what it is, and the embedded headers too.
	p, err := read(t, cfront.Options{}, "#include <ctype.h>\nvoid reach_error(void);\nint main(void) { if (isdigit('7') == 0) reach_error(); unheard_of(); return 0; }")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range p.Notes {
		if strings.Contains(n.Text, "ctype_b_loc") {
			t.Errorf("read with the host's headers: %s", n.Text)
		}
	}
}
