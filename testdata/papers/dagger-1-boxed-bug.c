// verdict: FALSE
// Automatically Refining Abstract Interpretations, Fig. 1 with the boxed code: z == 10w keeps the negation of y from being reached. Twin: z grows fast enough for the negation.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int x = 0, y = 0, z = 0, w = 0;
	while (__VERIFIER_nondet_int()) {
		__VERIFIER_assume(y < 1000000 && z < 1000000);
		if (__VERIFIER_nondet_int()) {
			x = x + 1;
			y = y + 100;
		} else if (__VERIFIER_nondet_int()) {
			if (x >= 4) {
				x = x + 1;
				y = y + 1;
			}
		} else if (y > 10 * w && z >= 100 * x) {
			y = -y;
		}
		w = w + 1;
		z = z + 100;
	}
	if (x >= 4 && y <= 2)
		reach_error();
	return 0;
}
