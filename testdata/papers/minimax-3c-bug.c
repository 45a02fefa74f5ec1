// verdict: FALSE
// Symbolic Execution for Verification, Fig. 3(c) with N = 4: what is learned under z == 0 is no burden under z == 999. Twin: the bound is one too low.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int s = 0, z;
	if (__VERIFIER_nondet_int())
		z = 0;
	else
		z = 999;
	if (__VERIFIER_nondet_int())
		s++;
	else
		s += 2;
	if (__VERIFIER_nondet_int())
		s++;
	else
		s += 2;
	if (__VERIFIER_nondet_int())
		s++;
	else
		s += 2;
	if (__VERIFIER_nondet_int())
		s++;
	else
		s += 2;
	if (s + z > 2 * 4 - 1 && z == 0)
		reach_error();
	return 0;
}
