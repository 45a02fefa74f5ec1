// verdict: TRUE
// The sum of the cubes is the square of the sum: polynomials of degree 4.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 1000)
		return 0;
	long long sum = 0, cubes = 0;
	for (long long i = 1; i <= n; i++) {
		sum += i;
		cubes += i * i * i;
	}
	if (cubes != sum * sum)
		reach_error();
	return 0;
}
