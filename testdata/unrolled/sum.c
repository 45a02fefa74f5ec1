// verdict: TRUE
// Loops with constant bounds, one in the other, beside one that cannot matter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), s = 0, waits = 0;
	if (x < 0 || x > 10)
		return 0;
	while (__VERIFIER_nondet_int())
		waits = (waits + 1) % 8;
	for (int i = 0; i < 40; i++)
		for (int k = 0; k < 30; k++)
			s += x;
	if (s != 1200 * x)
		reach_error();
	while (1)
		;
	return waits;
}
