/* stdio.h. Text that comes from outside is unknown; it fits where a limit is given. */

char *fgets(char *s, int n, void *file) {
	__craig_failed(0);
	if (n <= 0 || __VERIFIER_nondet_int())
		return 0;
	__craig_unknown(s, n);
	int end = __VERIFIER_nondet_int();
	__VERIFIER_assume(0 <= end && end < n);
	s[end] = 0;
	return s;
}

size_t fread(void *to, size_t size, size_t n, void *file) {
	__craig_unknown(to, size * n);
	size_t k = (size_t)__VERIFIER_nondet_int();
	__VERIFIER_assume(size ? k <= n : k == 0);
	__craig_failed(0);
	return k;
}
