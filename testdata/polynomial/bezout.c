// verdict: TRUE
// The extended algorithm of Euclid, with division by subtraction.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (x < 1 || x > 1000 || y < 1 || y > 1000)
		return 0;
	long long a = x, b = y, p = 1, q = 0, r = 0, s = 1;
	while (b != 0) {
		long long rest = a, times = 0, t;
		while (rest >= b) {
			rest -= b;
			times++;
		}
		a = b;
		b = rest;
		t = p, p = q, q = t - q * times;
		t = r, r = s, s = t - s * times;
	}
	if (a != x * p + y * r)
		reach_error();
	return 0;
}
