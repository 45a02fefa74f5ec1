// verdict: FALSE
// The last step takes the wrong word.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b;
	x ^= y;
	y ^= x;
	y ^= x;
	if (x != b || y != a)
		reach_error();
}
