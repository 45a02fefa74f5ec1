#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an execution lets see: where it goes, what it accesses, by what it divides. */
static uint64_t trace, seen;
static int on;
static jmp_buf left;
static void see(uint64_t x) {
	if (!on) return;
	trace = (trace ^ x) * 0x9e3779b97f4a7c15u;
	trace ^= trace >> 29;
	if (++seen > 10000) longjmp(left, 1); /* it is too long */
}
void __sanitizer_cov_trace_pc(void) { see((uintptr_t)__builtin_return_address(0)); }
#define ACCESS(n) \
	void __sanitizer_cov_load##n(void *p) { see((uintptr_t)p); } \
	void __sanitizer_cov_store##n(void *p) { see((uintptr_t)p + 1); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __sanitizer_cov_trace_div4(uint32_t v) { see(v); }
void __sanitizer_cov_trace_div8(uint64_t v) { see(v); }

/* Inputs: the public ones are those of both executions. */
struct input { uint64_t state; int kind; };
static struct input public, secret;
static uint64_t next(struct input *in) {
	in->state = in->state * 6364136223846793005u + 1442695040888963407u;
	uint64_t x = in->state >> 24;
	x ^= x << 32;
	switch (in->kind ? in->kind : (int)(in->state >> 60)) {
	case 1: return 0;
	case 2: return x & 1;
	case 3: return x & 15;
	case 4: return ~(uint64_t)0;
	case 5: return x & 0xff;
	default: return x;
	}
}
#define INPUT(type, name) \
	type __VERIFIER_nondet_##name(void) { return (type)next(&public); } \
	type __VERIFIER_nondet_secret_##name(void) { return (type)next(&secret); }
INPUT(_Bool, bool) INPUT(char, char) INPUT(signed char, schar) INPUT(unsigned char, uchar) INPUT(short, short) INPUT(unsigned short, ushort)
INPUT(int, int) INPUT(unsigned, uint) INPUT(long, long) INPUT(unsigned long, ulong) INPUT(long long, longlong) INPUT(unsigned long long, ulonglong)

void __VERIFIER_assume(int c) { if (!c) longjmp(left, 1); }

/* The same blocks, with the same contents, in both executions. */
static char arena[1 << 16];
static size_t used;
void *judged_malloc(size_t n) {
	if (n > sizeof arena - used) longjmp(left, 1);
	void *p = arena + used;
	used += (n + 15) & ~(size_t)15;
	return p;
}
void judged_free(void *p) { see((uintptr_t)p); }

extern void craig_environment(void);
static int once(struct input p, struct input s) {
	public = p, secret = s, used = 0, trace = seen = 0;
	for (size_t i = 0; i < sizeof arena; i++) arena[i] = (char)(i * 7 + p.state);
	if (setjmp(left)) { on = 0; return 0; }
	on = 1;
	craig_environment();
	on = 0;
	return 1;
}

/* So many pairs of executions with the same public inputs. */
int main(int argc, char **argv) {
	int pairs = argc > 1 ? atoi(argv[1]) : 1000, compared = 0;
	for (int i = 0; i < pairs; i++) {
		uint64_t x = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
		struct input p = { x, i / 49 % 7 }, s = { x * 31 + 7, i % 7 }, t = { x * 77 + 12345, i / 7 % 7 };
		if (!once(p, s)) continue;
		uint64_t first = trace, n = seen;
		if (!once(p, t)) continue;
		compared++;
		if (trace != first || n != seen) { puts("differs"); return 0; }
	}
	puts(compared ? "same" : "none");
	return 0;
}
