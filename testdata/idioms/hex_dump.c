// A byte as two hexadecimal digits.
#include <assert.h>
#include <stdio.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

static void hex(char *out, unsigned char b) {
	static const char digits[] = "0123456789abcdef";
	*out++ = digits[b >> 4];
	*out++ = digits[b & 15];
	*out = 0;
}
static int back(char c) { return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10; }

// TRUE: the digits are the byte.
void holds(void) {
	char t[3];
	unsigned char b = __VERIFIER_nondet_uchar();
	hex(t, b);
	assert(isxdigit((unsigned char)t[0]) && back(t[0]) * 16 + back(t[1]) == b);
}

// FALSE: not all digits are decimal.
void fails(void) {
	char t[3];
	hex(t, __VERIFIER_nondet_uchar());
	assert(isdigit((unsigned char)t[1]) || t[1] == 'a' || t[0] != '7');
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
