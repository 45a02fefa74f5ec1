// verdict: TRUE
// Multiplication bit by bit, with signed numbers: certified conjunct by conjunct.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	if (a < 0 || a > 1000 || b < 0 || b > 1000)
		return 0;
	long long x = a, y = b, product = 0;
	while (y != 0) {
		if (y % 2 == 1) {
			product += x;
			y--;
		}
		x *= 2;
		y /= 2;
	}
	if (product != (long long)a * b)
		reach_error();
	return 0;
}
