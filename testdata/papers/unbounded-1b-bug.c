// verdict: FALSE
// Unbounded Symbolic Execution, Fig. 1(b): the invariant is a disjunction, new != old || lock != 0. Twin: the lock is never taken.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int old = __VERIFIER_nondet_int();
	__VERIFIER_assume(old < 1000000);
	int lock = 0;
	int new = old + 1;
	while (new != old) {
		lock = 0;
		old = new;
		if (__VERIFIER_nondet_int()) {
			lock = 0;
			new++;
			__VERIFIER_assume(new < 1000000);
		}
	}
	if (lock == 0)
		reach_error();
	return 0;
}
