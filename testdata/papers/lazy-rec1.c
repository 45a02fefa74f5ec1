// verdict: TRUE
// Lazy Annotation, Fig. 1, fragment rec1: the summary x' < x is inductive for the recursion. Engines that inline cannot prove it and say so: UNKNOWN(recursion).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x;

void rec1(void)
{
	if (__VERIFIER_nondet_int()) {
		rec1();
		rec1();
	}
	x = x + 1;
	return;
}

int main(void)
{
	x = 0;
	rec1();
	if (x < 0)
		reach_error();
	return 0;
}
