// verdict: TRUE
// Unbounded Symbolic Execution, Sec. 1 after Fig. 1(c): with x != 0 at the end the subsumption at the join is refused after a restart; y is reset, so that x == 0 is invariant.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void foo(void)
{
}

int main(void)
{
	int x = 0, y = 0;
	while (__VERIFIER_nondet_int()) {
		y = 0;
		if (__VERIFIER_nondet_int()) {
			;
		} else {
			x++;
			y++;
		}
		foo();
		x = x - y;
	}
	if (x != 0)
		reach_error();
	return 0;
}
