/* stdio.h. Text that comes from outside, or from a format, is unknown; it fits where a limit is given. */

char *fgets(char *s, int n, void *file) {
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
	__VERIFIER_assume(k <= n);
	return k;
}

int snprintf(char *s, size_t n, const char *format, ...) {
	__craig_unknown(s, n);
	if (n)
		s[n - 1] = 0;
	int k = __VERIFIER_nondet_int();
	return k;
}

int vsnprintf(char *s, size_t n, const char *format, void *args) {
	__craig_unknown(s, n);
	if (n)
		s[n - 1] = 0;
	int k = __VERIFIER_nondet_int();
	return k;
}

int sprintf(char *s, const char *format, ...) {
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(k >= 0);
	__craig_unknown(s, k);
	s[k] = 0;
	return k;
}

int vsprintf(char *s, const char *format, void *args) {
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(k >= 0);
	__craig_unknown(s, k);
	s[k] = 0;
	return k;
}
