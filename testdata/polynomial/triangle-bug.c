// verdict: FALSE
// The sum of the first n numbers is not always n(n - 1)/2.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), sum = 0, i = 0;
	while (i < n) {
		i++;
		sum += i;
	}
	if (2 * sum != n * (n - 1))
		reach_error();
	return 0;
}
