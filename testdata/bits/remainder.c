// verdict: TRUE
// The remainder by a power of two less one, by adding digits up until one is left.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint() % 31;
	unsigned most = (1u << k) - 1, left = x;
	if (most == 0)
		return 0;
	while (x > most) {
		left = 0;
		for (; x > 0; x >>= k)
			left += x & most;
		x = left;
	}
	if (left == most)
		left = 0;
	if (left != x % most)
		reach_error();
	return 0;
}
