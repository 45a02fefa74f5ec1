// verdict: FALSE
// Lazy Annotation, Fig. 1, fragment call1: the negative summary of foo is x' < x. Twin: foo goes down.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int x;

void foo(void)
{
	x = x - 1;
	return;
}

int main(void)
{
	int y = __VERIFIER_nondet_int();
	x = y;
	foo();
	if (x < y)
		reach_error();
	return 0;
}
