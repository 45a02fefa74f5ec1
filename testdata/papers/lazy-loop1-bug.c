// verdict: FALSE
// Lazy Annotation, Fig. 1, fragment loop1: strengthened to x >= y. Twin: x goes down.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_int();
	int n = __VERIFIER_nondet_int();
	__VERIFIER_assume(x == y);
	int i = 0;
	while (i < n) {
		x = x - 1;
		i = i + 1;
	}
	if (x < y)
		reach_error();
	return 0;
}
