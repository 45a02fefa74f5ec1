// verdict: FALSE
// Symbolic Execution for Verification, Fig. 1 (from the prose): interpolants let the second subtree be subsumed. Twin: the bound is one too low.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = 0;
	int y = __VERIFIER_nondet_int();
	if (__VERIFIER_nondet_int())
		x = x + 1;
	if (y >= 1)
		x = x + 2;
	if (y < 1)
		x = x + 4;
	if (x > 4)
		reach_error();
	return 0;
}
