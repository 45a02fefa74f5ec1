/* For the judge: values by chance, often near the ends of types. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
static unsigned long state = 88172645463325252ul;
static unsigned long rnd(void) {
	state ^= state << 13, state ^= state >> 7, state ^= state << 17;
	switch (state >> 60) {
	case 0: return state >> 32 & 7;
	case 1: return -(state >> 32 & 7);
	case 2: return 0x7fffffff + (state >> 32 & 3) - 1;
	case 3: return 0x80000000 + (state >> 32 & 3) - 1;
	case 4: return 1ul << (state >> 32 & 63);
	}
	return state >> 8;
}
static void __attribute__((unused)) fill(void *p, unsigned long n) {
	unsigned few = rnd() & 1;
	for (unsigned char *c = p; n--; c++)
		*c = few ? rnd() % 3 : rnd();
}
static const char *__attribute__((unused)) text(void) {
	static char s[2][12], k;
	char *t = s[k ^= 1];
	fill(t, 11);
	return t;
}
/* What the functions without a body are called with: the n-th call gives the same in both. */
struct log { int n, args[64]; };
static struct log *at;
static unsigned long seed;
static void __attribute__((unused)) begin(void) { memset(at, 0, sizeof *at); }
int __attribute__((weak)) read_one(int x) {
	at->args[at->n++ & 63] = x;
	return (int)((at->n * 2654435761u) ^ (unsigned)seed);
}
int differs(void);
int main(void) {
	for (int i = 0; i < 2000000; i++) {
		seed = state;
		if (differs()) {
			puts("differ");
			return 1;
		}
	}
	return 0;
}
