// Macros that use their operands once, by statement expressions.
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define MIN(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
static int calls;
static int next(int v) { calls++; return v; }

// TRUE: a number is kept in a range, and calls are made once.
void holds(void) {
	int x = __VERIFIER_nondet_int();
	int y = MAX(0, MIN(next(x), 10));
	assert(y >= 0 && y <= 10 && calls == 1 && (x < 0 || x > 10 || x == y));
}

// FALSE: -1 is a large number beside an unsigned one.
void fails(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 10) return;
	assert(MIN(x, 10u) == MIN(x, 10));
	assert(MIN(next(x), 10) <= 5);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
