// A ring with free-running counters and a mask.
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum { SIZE = 4 };
static struct { unsigned char data[SIZE]; unsigned head, tail; } r;

static int put(unsigned char v) {
	if (r.head - r.tail == SIZE) return 0;
	r.data[r.head++ & (SIZE - 1)] = v;
	return 1;
}
static int get(void) { return r.head == r.tail ? -1 : r.data[r.tail++ & (SIZE - 1)]; }

// TRUE (slow): never more than fit, also where the counters wrap.
void holds(void) {
	r.head = r.tail = __VERIFIER_nondet_int();
	for (;;) {
		int what = __VERIFIER_nondet_int();
		if (what == 0) break;
		if (what > 0) put(what); else get();
		assert(r.head - r.tail <= SIZE);
	}
}

// FALSE: the fifth has no place.
void fails(void) {
	r.head = r.tail = __VERIFIER_nondet_int();
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < n; i++) assert(put(i));
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
