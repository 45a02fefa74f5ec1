// verdict: FALSE
// One product is left out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), s = 0;
	if (x < 0 || x > 10)
		return 0;
	for (int i = 0; i < 40; i++)
		for (int k = 0; k < 30; k++)
			if (i != 39 || k != 29 || x != 7)
				s += x;
	if (s != 1200 * x)
		reach_error();
	return 0;
}
