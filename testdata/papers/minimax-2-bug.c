// verdict: FALSE
// Symbolic Execution for Verification, Fig. 2 (from the prose): the lock example with a flag that stays invariant. Twin: the flag is cleared on one path.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int old = __VERIFIER_nondet_int();
	__VERIFIER_assume(old < 1000000);
	int flag = 1;
	int lock = 0;
	int new = old + 1;
	while (new != old) {
		lock = 1;
		old = new;
		if (__VERIFIER_nondet_int()) {
			flag = 0;
			new++;
			__VERIFIER_assume(new < 1000000);
		}
	}
	if (flag != 1)
		reach_error();
	if (lock == 0)
		reach_error();
	return 0;
}
