// verdict: TRUE
// Unbounded Symbolic Execution, Fig. 1(c): subsumption inside a loop weakens the header.
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
	if (z != 1)
		reach_error();
	return 0;
}
