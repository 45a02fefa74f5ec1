// verdict: TRUE
// Unbounded Symbolic Execution, Fig. 1(a): x >= 0 is inductive by itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = 0;
	int n = __VERIFIER_nondet_int();
	while (x < n)
		x++;
	if (x < 0)
		reach_error();
	return 0;
}
