/* unistd.h */

long read(int file, void *to, size_t n) {
	__craig_unknown(to, n);
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(-1 <= k && (k < 0 || (size_t)k <= n));
	__craig_failed(k < 0);
	return k;
}

void swab(const void *from, void *to, long n) {
	const char *s = from;
	char *t = to;
	for (long i = 0; i + 1 < n; i += 2) {
		char c = s[i];
		t[i] = s[i + 1];
		t[i + 1] = c;
	}
}
