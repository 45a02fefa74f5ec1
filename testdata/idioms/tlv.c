// Records of a type, a length and so many bytes.
#include <assert.h>
#include <stddef.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int find(const unsigned char *p, size_t n, unsigned char type) {
	size_t i = 0;
	while (n - i >= 2) {
		size_t len = p[i + 1];
		if (len > n - i - 2) return -1;
		if (p[i] == type) return (int)i;
		i += 2 + len;
	}
	return -2;
}

// TRUE: what is found lies within the bytes.
void holds(void) {
	unsigned char b[6];
	for (int i = 0; i < 6; i++) b[i] = __VERIFIER_nondet_uchar();
	int at = find(b, sizeof b, 9);
	assert(at < 0 || (b[at] == 9 && at + 2 + b[at + 1] <= 6));
}

// FALSE: a record may stand behind another one.
void fails(void) {
	unsigned char b[6];
	for (int i = 0; i < 6; i++) b[i] = __VERIFIER_nondet_uchar();
	assert(find(b, sizeof b, 9) <= 2);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
