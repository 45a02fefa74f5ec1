// verdict: FALSE
// Symbolic Execution for Verification, Fig. 3(a): one diamond; q == 1 is the only fact that matters. Twin: q follows x and y.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int x, y;
	int q = 1;
	if (__VERIFIER_nondet_int())
		x = 0;
	else
		x = 1;
	if (x > 0)
		y = 0;
	else
		y = 1;
	if (q == x + y)
		reach_error();
	return 0;
}
