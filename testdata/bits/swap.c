// verdict: TRUE
// Two words change places by exclusive or.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b;
	x ^= y;
	y ^= x;
	x ^= y;
	if (x != b || y != a)
		reach_error();
}
