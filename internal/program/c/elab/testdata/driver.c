// The surroundings of a program whose inputs come from __VERIFIER_nondet_*: random numbers from the seed in INPUT_SEED, most
// of them small. The program ends with status 78 when an assumption fails, and 77 after as many inputs as are enough.
#include <stdlib.h>
#include <string.h>

static unsigned long long state;
static int asked;

static unsigned long long next(void) {
	if (!state) {
		const char *s = getenv("INPUT_SEED");
		state = (s ? strtoull(s, 0, 10) : 1) * 0x9e3779b97f4a7c15ULL + 1;
	}
	if (++asked > 3000)
		_Exit(77);
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	unsigned long long r = state * 0x2545f4914f6cdd1dULL;
	switch (r >> 61) {
	case 0: case 1: case 2: return (r & 15) - 4;
	case 3: case 4: return r & 1;
	case 5: return r & 0xff;
	case 6: return (r & 0xffff) - 0x8000;
	}
	return r;
}

#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(unsigned_int, unsigned)
INPUT(u32, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(unsigned_long, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(loff_t, long)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(unsigned_char, unsigned char)
INPUT(u8, unsigned char)
INPUT(u16, unsigned short)
INPUT(size_t, size_t)
INPUT(sector_t, unsigned long)
INPUT(S8, signed char)
INPUT(U32, unsigned)
_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
_Bool __VERIFIER_nondet__Bool(void) { return next() & 1; }
float __VERIFIER_nondet_float(void) { return (float)(long long)next() / 8; }
double __VERIFIER_nondet_double(void) { return (double)(long long)next() / 8; }
void *__VERIFIER_nondet_pointer(void) { return 0; }
char *__VERIFIER_nondet_pchar(void) { return 0; }
void __VERIFIER_nondet_memory(void *p, size_t n) { while (n-- > 0) *(char *)p++ = next(); }
void __VERIFIER_assume(int c) { if (!c) _Exit(78); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
__attribute__((weak)) int nondet_int(void) { return (int)next(); }
__attribute__((weak)) void assert(int c) { if (!c) abort(); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) abort(); }
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
