// verdict: TRUE
// What the first loop computes decides whether the second one, which an input ends, is safe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int limit = 1, n = 0;
	for (int i = 0; i < 20000; i++)
		limit = (limit * 17 + i) % 257;
	while (__VERIFIER_nondet_int() && n < limit)
		n++;
	if (n > 36)
		reach_error();
	return 0;
}
