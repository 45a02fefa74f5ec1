// verdict: TRUE
// From Under-approximations to Over-approximations and Back, Fig. 1(a) (from the formulas).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void foo(int n)
{
	int x = 0;
	for (int i = 0; i < n; i++) {
		if (i <= 2)
			x = 0;
		else
			x = i;
	}
	if (x < 0)
		reach_error();
}

int main(void)
{
	foo(__VERIFIER_nondet_int());
	return 0;
}
