// verdict: TRUE
// A product of numbers that are halved together: each conjunct of its invariant is easy to certify by itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	if (x < 0 || x > 500 || y < 1 || y > 500)
		return 0;
	long long a = x, b = y, scale = 1, sum = 0;
	while (a != 0 && b != 0) {
		if (a % 2 == 0 && b % 2 == 0) {
			a /= 2;
			b /= 2;
			scale *= 4;
		} else if (b % 2 == 0) {
			a--;
			sum += b * scale;
		} else if (a % 2 == 0) {
			b--;
			sum += a * scale;
		} else {
			a--;
			b--;
			sum += (a + b + 1) * scale;
		}
	}
	if (sum != (long long)x * y)
		reach_error();
	return 0;
}
