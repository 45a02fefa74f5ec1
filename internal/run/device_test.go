package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestDevices: what --mmio says of a range of addresses, by the kind of access and the way of the pointer.
func TestDevices(t *testing.T) {
	const head = `extern void reach_error(void); extern int input(void);
#include <string.h>
#include <stdlib.h>
typedef struct { volatile unsigned control, status; unsigned data[4]; float level; } Port;
#define A ((Port *)0x40001000)
#define B ((Port *)0x40001800)
struct handle { Port *port; int n; };
static Port *const ports[] = { A, B };
`
	for _, tt := range []struct {
		name, body string
		property   string // "": unreach-call
		want       verdict.Verdict
	}{
		{"a plain member is an input", "if (A->data[1] != A->data[1]) reach_error();", "", verdict.False},
		{"a write is lost", "A->data[1] = 4; if (A->data[1] != 4) reach_error();", "", verdict.False},
		{"the value of an assignment", "if ((A->control = 4) != 4) reach_error();", "", verdict.True},
		{"through a pointer in memory", "struct handle h = {A, 7}; h.port->data[0] = 1; if (h.port->data[0] == 9 && h.n == 7) reach_error();", "", verdict.False},
		{"a write leaves memory alone", "struct handle h = {A, 7}; h.port->data[0] = 1; if (h.n != 7 || h.port != A) reach_error();", "", verdict.True},
		{"an index into a table", "int i = input() & 1; ports[i]->data[2] = 5; if (ports[i]->data[2] == 6) reach_error();", "", verdict.False},
		{"a register or a variable", "Port v; int i = input(); Port *p = i ? A : &v; p->data[0] = 3; if (!i && p->data[0] != 3) reach_error();", "", verdict.True},
		{"a variable or a register", "Port v; int i = input(); Port *p = i ? A : &v; p->data[0] = 3; if (p->data[0] == 4) reach_error();", "", verdict.False},
		{"a number that is computed", "unsigned long base = 0x40001000; int i = input() & 3; volatile unsigned *r = (volatile unsigned *)(base + 4ul * i); *r = 1; if (*r != 1) reach_error();", "", verdict.False},
		{"an address that is compared", "struct handle h = {A, 7}; Port v; Port *p = input() ? &v : h.port; if (p == A && p == &v) reach_error();", "", verdict.True},
		{"bytes of a register", "unsigned char *p = (unsigned char *)A->data; if (p[1] == 200 && p[1] == 100) reach_error();", "", verdict.False},
		{"memcpy from registers", "unsigned d[4]; memcpy(d, A->data, sizeof d); if (d[2] == 12345) reach_error();", "", verdict.False},
		{"memcpy to registers", "unsigned d[4] = {1, 2, 3, 4}, e[4]; memcpy(A->data, d, sizeof d); memcpy(e, A->data, sizeof e); if (e[1] != 2) reach_error();", "", verdict.False},
		{"memset of registers", "memset(A->data, 0, 16); if (A->data[3]) reach_error();", "", verdict.False},
		{"a structure is copied", "Port p = *A; if (p.data[0] == 5 && A->data[0] == 6) reach_error();", "", verdict.False},
		{"a structure is written", "Port p = {0}; *A = p; if (A->data[0]) reach_error();", "", verdict.False},
		{"a float", "A->level = 1; if (A->level == 2) reach_error();", "", verdict.False},
		{"an integer in a union", "union { unsigned long u; Port *p; } x; x.u = 0x40001000; x.p->data[0] = 4; if (x.p->data[0] == 5) reach_error();", "", verdict.False},
		{"an integer in a union, or a variable", "Port v; union { unsigned long u; Port *p; } x; if (input()) x.p = &v; else x.u = 0x40001000; x.p->data[0] = 4; if (x.p->data[0] == 5) reach_error();", "", verdict.False},
		{"the value of an increment", "unsigned x = ++A->data[0], y = A->data[0]++; if (x == 3 && y == 7) reach_error();", "", verdict.False},
		{"what is allocated lies elsewhere", "int *p = malloc(4); *p = 3; A->data[0] = 4; if (*p != 3 || (Port *)p == A) reach_error();", "", verdict.True},
		{"blocks of any number", "int *last = 0; for (int i = input(); i > 0; i--) { int *p = malloc(64); *p = i; last = p; } if (last && *last != 1) reach_error();", "", verdict.True},
		{"in bounds", "struct handle h = {A, 0}; for (int i = 0; i < 4; i++) h.port->data[i] = i; unsigned *p = A->data; p++; *p = 3;", "bounds", verdict.True},
		{"out of the registers", "Port *p = B; struct handle h = {p + 72, 0}; h.port->control = 1; h.port[1].status = 2;", "bounds", verdict.False},
		{"null and a register", "Port *p = input() ? A : 0; p->control = 1;", "null", verdict.False},
		{"a register is not null", "Port *p = input() ? A : B; p->control = 1;", "null", verdict.True},
		{"a register has a value", "Port v = {0}; Port *p = input() ? A : &v; if (p->data[1]) p->data[0] = 3;", "uninit", verdict.True},
		{"a register or a variable without a value", "Port v; Port *p = input() ? A : &v; if (p->data[1]) p->data[0] = 3;", "uninit", verdict.False},
		{"a register lives", "Port *q = malloc(sizeof *q); Port *p = q && input() ? q : A; p->data[1] = 2; free(q);", "valid-deref", verdict.True},
		{"a register or a block that does not", "Port *q = malloc(sizeof *q); Port *p = q && input() ? q : A; free(q); p->data[1] = 2;", "valid-deref", verdict.False},
		{"an address of no device", "*(volatile int *)0x60000000 = 1;", "bounds", verdict.Unknown},
	} {
		for _, ilp32 := range []bool{false, true} {
			opts := cfront.Options{ILP32: ilp32, Devices: []ir.Device{{From: 0x40001000, Size: 0x1000}}}
			if tt.property != "" {
				opts.Properties = []string{tt.property}
			}
			text := head + "int main(void) { " + tt.body + " }\n"
			if ilp32 && strings.Contains(tt.body, "any number") {
				continue
			}
			res := verify(t, opts, text)
			if res.Verdict != tt.want {
				t.Errorf("%s (32 bits: %v): %s(%s), want %s: %s", tt.name, ilp32, res.Verdict, res.Reason, tt.want, res.Detail)
			}
		}
	}
}

// TestDeviceAmongObjects: no object is given an address of a device, whatever that is.
func TestDeviceAmongObjects(t *testing.T) {
	text := `extern void reach_error(void); extern int input(void);
#include <stdlib.h>
int a[100], b[100];
int main(void) {
  for (int i = 0; i < 100; i++) { a[i] = i; b[i] = -i; }
  int k = input();
  if (k >= 0 && k < 100 && (a[k] != k || b[k] != -k)) reach_error();
  int *p = malloc(40); p[9] = 5; *(int *)0x10100 = 1;
  if (p[9] != 5) reach_error();
}
`
	for _, from := range []int64{0x10000, 0x10080, 0x10100, 0x11000, 0x20000} {
		res := verify(t, cfront.Options{ILP32: true, Devices: []ir.Device{{From: from, Size: 0x1000}}}, text)
		if res.Verdict != verdict.True {
			t.Errorf("at %#x: %s(%s) %s", from, res.Verdict, res.Reason, res.Detail)
		}
	}
}
