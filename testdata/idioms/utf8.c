// Decoding one character of two or three bytes.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static long decode(const unsigned char *p, int *len) {
	if (p[0] < 0x80) { *len = 1; return p[0]; }
	if ((p[0] & 0xe0) == 0xc0 && (p[1] & 0xc0) == 0x80) {
		long c = (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
		*len = 2;
		return c < 0x80 ? -1 : c;
	}
	if ((p[0] & 0xf0) == 0xe0 && (p[1] & 0xc0) == 0x80 && (p[2] & 0xc0) == 0x80) {
		long c = (p[0] & 0xf) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f);
		*len = 3;
		return c < 0x800 || (c >= 0xd800 && c < 0xe000) ? -1 : c;
	}
	*len = 1;
	return -1;
}

// TRUE: the length is the shortest for the character.
void holds(void) {
	unsigned char b[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
	int n;
	long c = decode(b, &n);
	assert(c <= 0xffff);
	if (c >= 0) assert(n == (c < 0x80 ? 1 : c < 0x800 ? 2 : 3));
}

// FALSE: a euro sign has three bytes.
void fails(void) {
	unsigned char b[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
	int n;
	assert(decode(b, &n) != 0x20ac);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
