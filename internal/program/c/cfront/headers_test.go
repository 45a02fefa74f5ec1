package cfront_test

import (
	"os"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
)

// TestHostHeaders: what the embedded headers do not declare comes from the host's, also where C
// would go on without a declaration and take the result for an int.
func TestHostHeaders(t *testing.T) {
	if _, err := os.Stat("/usr/include/sys/socket.h"); err != nil {
		t.Skip("no system headers")
	}
	for name, text := range map[string]string{
		"constant": "#include <errno.h>\nint main(void) { if (ERFKILL != 132) reach_error(); return 0; }",
		"function": "#include <string.h>\nint main(void) { if (sizeof(strfry(0)) != sizeof(char *)) reach_error(); return 0; }",
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

// TestUndescribed: functions that a header of the host's C library declares, and the table does not have, may write what they are given.
func TestUndescribed(t *testing.T) {
	if _, err := os.Stat("/usr/include/search.h"); err != nil {
		t.Skip("no system headers")
	}
	for _, c := range []struct {
		text string
		kind ir.NoteKind
		want string
	}{
		{"#include <pthread.h>\nint main(void) { pthread_rwlockattr_t a; int kind = 9; pthread_rwlockattr_getkind_np(&a, &kind); if (kind == 9) return 0; reach_error(); }",
			ir.Overapproximated, "pthread_rwlockattr_getkind_np has no model"},
		{"#include <search.h>\nstatic void f(const void *n, VISIT v, void *p) { *(int *)p = 1; } int main(void) { int k = 0; twalk_r(0, f, &k); if (k) reach_error(); }",
			ir.Unmodelled, "twalk_r"},
		{"#include <link.h>\nstatic int f(struct dl_phdr_info *i, size_t n, void *p) { reach_error(); } int main(void) { return dl_iterate_phdr(f, 0); }", ir.Unmodelled, "dl_iterate_phdr"},
		{"#include <argp.h>\nstatic error_t f(int k, char *a, struct argp_state *s) { reach_error(); } static struct argp a = {0, f}; int main(int n, char **v) { return argp_parse(&a, n, v, 0, 0, 0); }",
			ir.Unmodelled, "argp_parse"},
		{"#include <pthread.h>\nstatic void f(void *p) { reach_error(); } int main(void) { pthread_cleanup_push(f, 0); pthread_exit(0); pthread_cleanup_pop(0); }", ir.Unmodelled, "__pthread_register_cancel"},
		{"int __cxa_atexit(void (*)(void *), void *, void *); static void f(void *p) { reach_error(); } int main(void) { return __cxa_atexit(f, 0, 0); }",
			ir.Unmodelled, "__cxa_atexit"},
		{"void twalk_r(const void *, void (*)(void)); int main(void) { twalk_r(0, 0); reach_error(); }", ir.Assumption, "twalk_r has no body"},
	} {
		p, err := read(t, cfront.Options{}, "#define _GNU_SOURCE\nvoid reach_error(void);\n"+c.text)
		if err != nil {
			t.Errorf("%s\n\t%v", c.text, err)
			continue
		}
		found := false
		for _, n := range p.Notes {
			found = found || n.Kind == c.kind && strings.Contains(n.Text, c.want)
		}
		if !found {
			t.Errorf("%s\n\tnotes %+v\n\twant %q", c.text, p.Notes, c.want)
		}
	}
}
