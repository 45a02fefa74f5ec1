// Numbers with 8 bits behind the point.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
typedef int32_t fix;
static fix mul(fix a, fix b) { return (fix)((int64_t)a * b >> 8); }

// TRUE: a half of a number, rounded down.
void holds(void) {
	fix a = __VERIFIER_nondet_int();
	assert(mul(a, 128) == a >> 1 && mul(a, 256) == a);
}

// FALSE: a shift rounds down, a division towards 0.
void fails(void) {
	fix a = __VERIFIER_nondet_int();
	assert(mul(a, 128) == a / 2);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
