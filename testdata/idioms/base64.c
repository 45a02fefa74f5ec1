// Three bytes as four letters, and back.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *p, char *out) {
	unsigned v = p[0] << 16 | p[1] << 8 | p[2];
	for (int i = 3; i >= 0; i--, v >>= 6) out[i] = letters[v & 63];
}
static int value(char c) {
	if (c >= 'A' && c <= 'Z') return c - 'A';
	if (c >= 'a' && c <= 'z') return c - 'a' + 26;
	if (c >= '0' && c <= '9') return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

// TRUE (slow): a byte is the one that was encoded.
void holds(void) {
	unsigned char b[3] = {__VERIFIER_nondet_uchar(), 'a', 'n'};
	char t[5] = "";
	encode(b, t);
	assert(t[3] == 'u' && t[4] == 0);
	assert((value(t[0]) << 2 | value(t[1]) >> 4) == b[0]);
}

// FALSE: a plus may occur.
void fails(void) {
	unsigned char b[3] = {__VERIFIER_nondet_uchar(), 'a', 'n'};
	char t[5] = "";
	encode(b, t);
	assert(t[0] != '+');
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
