// A header with as many bytes behind it as it says.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct packet { unsigned char len; unsigned char data[]; };

static struct packet *make(unsigned char n, unsigned char v) {
	struct packet *p = malloc(sizeof *p + n);
	if (!p) return 0;
	p->len = n;
	memset(p->data, v, n);
	return p;
}

// TRUE: the last byte was written as the first.
void holds(void) {
	unsigned char n = __VERIFIER_nondet_uchar(), v = __VERIFIER_nondet_uchar();
	if (n == 0 || n > 4) return;
	struct packet *p = make(n, v);
	if (!p) return;
	assert(sizeof *p == 1 && p->len == n && p->data[0] == v && p->data[n - 1] == v);
	free(p);
}

// FALSE: the value is not known.
void fails(void) {
	unsigned char n = __VERIFIER_nondet_uchar(), v = __VERIFIER_nondet_uchar();
	if (n == 0 || n > 4) return;
	struct packet *p = make(n, v);
	if (!p) return;
	int last = p->data[n - 1];
	free(p);
	assert(last != 200);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
