// verdict: TRUE
// Symbolic Execution for Verification, Fig. 3(b): y == 0 slackens to y >= 0, which is invariant.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#ifndef N
#define N 1000
#endif

int main(void)
{
	int y = __VERIFIER_nondet_int();
	__VERIFIER_assume(y == 0);
	int n = 0;
	while (n < N) {
		y++;
		n++;
	}
	if (y + n < N)
		reach_error();
	return 0;
}
