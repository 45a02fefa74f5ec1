// verdict: FALSE
// A second loop that is executed once, and that would change what matters.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = 0, i = 0;
	while (i < 4) {
		y |= x & 0xffu << 8 * i;
		i++;
	}
	while (i < 5) {
		y = 0;
		i++;
	}
	if (x != y)
		reach_error();
	return 0;
}
