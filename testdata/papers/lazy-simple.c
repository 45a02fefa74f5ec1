// verdict: TRUE
// Lazy Annotation, Fig. 1, fragment simple: x >= 0 at l2, l3 and l6.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x == 0);
	if (__VERIFIER_nondet_int()) {
		int y = __VERIFIER_nondet_int();
		__VERIFIER_assume(y >= 0);
		x = x + y;
	}
	if (x < 0)
		reach_error();
	return 0;
}
