// verdict: FALSE
// The sum begins with 1, not with a.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned z = __VERIFIER_nondet_uint(), a = __VERIFIER_nondet_uint(), terms = __VERIFIER_nondet_uint();
	unsigned sum = 1, power = 1, n = 1;
	while (n < terms) {
		n++;
		sum = sum * z + a;
		power *= z;
	}
	if (z * sum - sum + a != a * z * power)
		reach_error();
	return 0;
}
