// verdict: FALSE
// Lazy Annotation, Fig. 1, fragment rec1. Twin: one call leaves x at 1.
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
	if (x < 2)
		reach_error();
	return 0;
}
