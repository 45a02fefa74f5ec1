// verdict: TRUE
// Symbolic Execution for Verification, Fig. 3(d) with N = 3: the state of the else branch is strong enough to be subsumed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int complex_func(void)
{
	return 0;
}

int main(void)
{
	int x, y;
	if (__VERIFIER_nondet_int()) {
		x = 0;
		y = 0;
	} else {
		x = complex_func();
		y = 0;
	}
	int s = x;
	int t = y;
	if (__VERIFIER_nondet_int()) {
		s++;
		t++;
	}
	if (__VERIFIER_nondet_int()) {
		s++;
		t++;
	}
	if (__VERIFIER_nondet_int()) {
		s++;
		t++;
	}
	if (t > 3 && s > 3)
		reach_error();
	return 0;
}
