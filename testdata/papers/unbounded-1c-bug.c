// verdict: FALSE
// Unbounded Symbolic Execution, Fig. 1(c): subsumption inside a loop weakens the header. Twin: x decreases below zero in the second round through else.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void foo(void)
{
}

int main(void)
{
	int x = 0, y = 0, z = 1;
	while (__VERIFIER_nondet_int()) {
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
