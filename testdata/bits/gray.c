// verdict: TRUE
// Gray code and back.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), g = x ^ x >> 1;
	for (unsigned s = 16; s; s >>= 1)
		g ^= g >> s;
	if (g != x)
		reach_error();
}
