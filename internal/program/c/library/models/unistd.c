/* unistd.h */

int getpid(void) {
	static int it;
	if (!it)
		it = __VERIFIER_nondet_int();
	__VERIFIER_assume(it > 0);
	__craig_failed(0);
	return it;
}

/* Users and groups are the same until one is set; then it is not followed what they are. */
static int user_set, group_set;

unsigned getuid(void) {
	static int known;
	static unsigned id;
	if (!known)
		id = (unsigned)__VERIFIER_nondet_int();
	known = 1;
	__craig_failed(0);
	return user_set ? (unsigned)__craig_guess() : id;
}

unsigned geteuid(void) {
	static int known;
	static unsigned id;
	if (!known)
		id = (unsigned)__VERIFIER_nondet_int();
	known = 1;
	__craig_failed(0);
	return user_set ? (unsigned)__craig_guess() : id;
}

unsigned getgid(void) {
	static int known;
	static unsigned id;
	if (!known)
		id = (unsigned)__VERIFIER_nondet_int();
	known = 1;
	__craig_failed(0);
	return group_set ? (unsigned)__craig_guess() : id;
}

unsigned getegid(void) {
	static int known;
	static unsigned id;
	if (!known)
		id = (unsigned)__VERIFIER_nondet_int();
	known = 1;
	__craig_failed(0);
	return group_set ? (unsigned)__craig_guess() : id;
}

static int set_user(void) {
	int fails = __VERIFIER_nondet_int() != 0;
	user_set |= !fails;
	__craig_failed(fails);
	return -fails;
}

static int set_group(void) {
	int fails = __VERIFIER_nondet_int() != 0;
	group_set |= !fails;
	__craig_failed(fails);
	return -fails;
}

int setuid(unsigned id) {
	return set_user();
}

int seteuid(unsigned id) {
	return set_user();
}

int setreuid(unsigned real, unsigned effective) {
	return set_user();
}

int setresuid(unsigned real, unsigned effective, unsigned saved) {
	return set_user();
}

int setgid(unsigned id) {
	return set_group();
}

int setegid(unsigned id) {
	return set_group();
}

int setregid(unsigned real, unsigned effective) {
	return set_group();
}

int setresgid(unsigned real, unsigned effective, unsigned saved) {
	return set_group();
}

/* What is asked for first is an input, and the same again if it never changes, such as the size of a page. Other results may hang together. */
long sysconf(int name) {
	static int known, first;
	static long value;
	long x = known || name == 2 || name == 30 ? __craig_guess_long() : __VERIFIER_nondet_long();
	__VERIFIER_assume(x >= -1);
	if (name == 2 || name == 30 || name == 83 || name == 84) /* and _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN */
		__VERIFIER_assume(x > 0);
	__craig_failed(0);
	if (known && name == first && (name == 2 || name == 30)) /* _SC_CLK_TCK, _SC_PAGESIZE */
		return value;
	if (!known) {
		known = 1;
		first = name;
		value = x;
	}
	return x;
}

/* What is read from a pipe or socket of the program's own is not followed. */
static int own_files;

/* Of n bytes at most some are read; the others stay as they were. */
static long some(int file, void *to, size_t n) {
	if (own_files)
		__VERIFIER_assume(__craig_guess());
	int k = __VERIFIER_nondet_int();
	__VERIFIER_assume(file >= 0 || k < 0);
	__VERIFIER_assume(-1 <= k && (k < 0 || (size_t)k <= n));
	if (k > 0)
		__craig_unknown(to, k);
	__craig_failed(k < 0);
	return k;
}

long read(int file, void *to, size_t n) {
	return some(file, to, n);
}

long pread(int file, void *to, size_t n, long offset) {
	return some(file, to, n);
}

long pread64(int file, void *to, size_t n, long offset) {
	return some(file, to, n);
}

long readlink(const char *path, char *to, size_t n) {
	return some(0, to, n);
}

long readlinkat(int file, const char *path, char *to, size_t n) {
	return some(file, to, n);
}

long recv(int file, void *to, size_t n, int flags) {
	return some(file, to, n);
}

long getrandom(void *to, size_t n, unsigned flags) {
	return some(0, to, n);
}

void swab(const void *from, void *to, long n) {
	const char *s = from;
	char *t = to;
	if (n > 1)
		__craig_disjoint(from, n & ~1, to, n & ~1);
	for (long i = 0; i + 1 < n; i += 2) {
		char c = s[i];
		t[i] = s[i + 1];
		t[i + 1] = c;
	}
}

/* The mask is the program's own once it has been set. */
unsigned umask(unsigned mask) {
	static int known;
	static unsigned it;
	unsigned old = known ? it : (unsigned)__VERIFIER_nondet_int();
	__VERIFIER_assume(old <= 0777);
	known = 1;
	it = mask & 0777;
	__craig_failed(0);
	return old;
}

/* Two files that were not open before. */
static int two(int *to) {
	int fails = __VERIFIER_nondet_int() != 0;
	__craig_failed(fails);
	if (fails)
		return -1;
	int a = __craig_guess(), b = __craig_guess();
	__VERIFIER_assume(a >= 0 && b >= 0 && a != b);
	to[0] = a;
	to[1] = b;
	own_files = 1;
	return 0;
}

int pipe(int *to) {
	return two(to);
}

int pipe2(int *to, int flags) {
	return two(to);
}

int socketpair(int domain, int type, int protocol, int *to) {
	return two(to);
}
