// verdict: TRUE
// What promotions, conversions and shifts make of narrow and signed numbers.
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
int main(void) {
	signed char c = __VERIFIER_nondet_schar();
	unsigned char u = __VERIFIER_nondet_uchar();
	short s = __VERIFIER_nondet_short();
	int i = __VERIFIER_nondet_int();
	long long l = __VERIFIER_nondet_longlong();
	// Arguments are promoted to int: the complement of a byte has its upper bits.
	if ((u ^ 0xff) != (unsigned char)~u || ~u >= 0 || (unsigned char)(u << 4) >> 4 != (u & 15))
		reach_error();
	// A signed byte becomes a word by its sign, an unsigned one by zeros.
	if ((unsigned)c >> 8 != (c < 0 ? 0xffffffu : 0) || (unsigned short)(signed char)u >> 8 != (u & 128 ? 255 : 0))
		reach_error();
	// Shifts to the right round down; divisions round to zero.
	if (s >> 3 != (s - (s & 7)) / 8 || (s >> 1) + (s & 1) + (s >> 1) != s)
		reach_error();
	// The sign of the wider number counts, and a comparison with an unsigned number has none.
	if ((c < u) != (u - c > 0) || ((unsigned)i < 0x80000000u) != (i >= 0))
		reach_error();
	// Sign extension by a mask, for each number of bits.
	for (int b = 1; b < 32; b++) {
		unsigned part = (unsigned)i & (1u << b) - 1, sign = 1u << (b - 1);
		if ((int)((part ^ sign) - sign) != (int)(part << (32 - b)) >> (32 - b))
			reach_error();
	}
	// The absolute value, the smaller one, and the sign, without branches.
	long long m = l >> 63;
	if (((unsigned long long)l ^ m) - m != (l < 0 ? -(unsigned long long)l : (unsigned long long)l))
		reach_error();
	if ((i ^ ((i ^ s) & -(s < i))) != (s < i ? s : i))
		reach_error();
	return 0;
}
