// Alignments of functions and objects, as declarations say them, and of max_align_t.
#include "check.h"
#include <stddef.h>
#include <stdint.h>

static int plain(int x) { return x; }
void aligned(void) __attribute__((aligned(256)));
void aligned(void) {}
static __attribute__((aligned(64))) int both(void);
static __attribute__((aligned(32))) int both(void) { return 1; }
static _Alignas(128) char global[3];
static int table[2] __attribute__((aligned(64)));

static int low(const void *p, int align) { return (uintptr_t)p % align; }

int main(void) {
	_Alignas(64) int x = 1;
	static _Alignas(32) char in[5];
	struct { char c; _Alignas(32) char d; } s = { 1, 2 };
	CHECK(__alignof__(plain) == 1 && __alignof__(aligned) == 256 && __alignof__(both) == 64 && __alignof__(&aligned) == sizeof(void *));
	CHECK(low(&x, 64) == 0 && low(in, 32) == 0 && low(global, 128) == 0 && low(table, 64) == 0 && low(&s.d, 32) == 0);
	CHECK(low(global + 1, 128) == 1 && low(table + 1, 64) == 4);
	CHECK(sizeof(max_align_t) == (sizeof(void *) == 4 ? 48 : 32) && _Alignof(max_align_t) == 16);
	CHECK(offsetof(max_align_t, __max_align_ld) == (sizeof(void *) == 4 ? 8 : 16));
	return plain(x) - both();
}
