// verdict: TRUE
// The least common multiple by subtraction, modulo 2^32.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
	if (a < 1 || b < 1)
		return 0;
	unsigned x = a, y = b, u = b, v = a;
	while (x != y) {
		if (x > y) {
			x = x - y;
			v = v + u;
		} else {
			y = y - x;
			u = u + v;
		}
	}
	if (x * u + y * v != 2 * a * b)
		reach_error();
	return 0;
}
