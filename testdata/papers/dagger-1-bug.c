// verdict: FALSE
// Automatically Refining Abstract Interpretations, Fig. 1 without the boxed code: x <= y <= 100x. Twin: y grows by one only.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int x = 0, y = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int()) {
			__VERIFIER_assume(y < 1000000);
			x = x + 1;
			y = y - 1;
		} else if (__VERIFIER_nondet_int()) {
			if (x >= 4) {
				__VERIFIER_assume(y < 1000000);
				x = x + 1;
				y = y + 1;
			}
		}
	}
	if (x >= 4 && y <= 2)
		reach_error();
	return 0;
}
