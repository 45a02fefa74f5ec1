/* unistd.h */

int getpid(void) {
	static int it;
	if (!it)
		it = __VERIFIER_nondet_int();
	__VERIFIER_assume(it > 0);
	__craig_failed(0);
	return it;
}

/* Of n bytes at most some are read; the others stay as they were. */
static long some(void *to, size_t n) {
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(-1 <= k && (k < 0 || (size_t)k <= n));
	if (k > 0)
		__craig_unknown(to, k);
	__craig_failed(k < 0);
	return k;
}

long read(int file, void *to, size_t n) {
	return some(to, n);
}

long pread(int file, void *to, size_t n, long offset) {
	return some(to, n);
}

long pread64(int file, void *to, size_t n, long offset) {
	return some(to, n);
}

long readlink(const char *path, char *to, size_t n) {
	return some(to, n);
}

long readlinkat(int file, const char *path, char *to, size_t n) {
	return some(to, n);
}

long recv(int file, void *to, size_t n, int flags) {
	return some(to, n);
}

long getrandom(void *to, size_t n, unsigned flags) {
	return some(to, n);
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
