// verdict: FALSE
// Unbounded Symbolic Execution, Fig. 1(d): y >= 0 is enough, the loop need not be unwound. Twin: y may begin below zero, and a short loop is enough to see it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int y = __VERIFIER_nondet_int();
	__VERIFIER_assume(y < 1000000);
	int x = 9998;
	while (x < 10000) {
		y++;
		x++;
	}
	if (y + x < 10000)
		reach_error();
	return 0;
}
