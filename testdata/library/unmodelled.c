// Functions of the C library of which nothing but their declaration is known: what they may write, and
// what they may not.

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef unsigned long size_t;
typedef long time_t;
struct timeval { long tv_sec, tv_usec; };
struct tm { int sec, min, hour, mday, mon, year, wday, yday, isdst; long gmtoff; const char *zone; };
struct iovec { void *base; size_t length; };

extern int gettimeofday(struct timeval *, void *);
extern char *strptime(const char *, const char *, struct tm *);
extern long readv(int, const struct iovec *, int);
extern struct tm *getdate(const char *);
struct msghdr { void *name; unsigned namelen; struct iovec *parts; size_t count; void *control; size_t controllen; int flags; };
extern long recvmsg(int, struct msghdr *, int);
extern void *iconv_open(const char *, const char *);
extern size_t iconv(void *, char **, size_t *, char **, size_t *);
extern char *nl_langinfo(int);
extern char *textdomain(const char *);
extern char *ecvt(double, int, int *, int *);
extern int getsubopt(char **, char *const *, char **);
extern int close(int);
extern int pipe(int *);
extern int *__errno_location(void);
extern void remque(void *);

// FALSE: the time of day is written through the pointer
void writes_argument(void) {
	struct timeval t = {-1, -1};
	gettimeofday(&t, 0);
	if (t.tv_sec != -1)
		reach_error();
}

// TRUE: a null pointer is not written through, and other memory stays as it is
void writes_nothing_else(void) {
	struct timeval t = {1, 2}, u = {3, 4};
	gettimeofday(&t, 0);
	if (u.tv_sec != 3 || u.tv_usec != 4)
		reach_error();
}

// UNKNOWN(approximation): the fields may be set, or not
void writes_whole_object(void) {
	struct tm t;
	t.hour = 5;
	strptime("x", "%H", &t);
	if (t.hour != 5)
		reach_error();
}

int behind;
struct node { struct node *next, *previous; int *data; };

// UNKNOWN(approximation): what a pointer in the argument leads to is reached too
void writes_what_is_reached(void) {
	static struct node a, b;
	a.next = &b;
	b.previous = &a;
	b.data = &behind;
	behind = 1;
	remque(&a);
	if (behind != 1)
		reach_error();
}

// TRUE: what a parameter declares const is not written
void keeps_const(void) {
	struct tm t;
	char text[2] = {'7', 0};
	strptime(text, "%H", &t);
	if (text[0] != '7')
		reach_error();
}

// UNKNOWN(approximation): a const structure is not written, what it points to is
void const_of_pointers(void) {
	char data = 1;
	struct iovec v = {&data, 1};
	readv(0, &v, 1);
	if (v.base != &data || v.length != 1)
		behind = 2;
	if (data != 1)
		reach_error();
}

// UNKNOWN(approximation): what the parts of a message point to is written
void parts_of_a_message(void) {
	char data = 1;
	struct iovec v = {&data, 1};
	struct msghdr m = {0, 0, &v, 1, 0, 0, 0};
	recvmsg(0, &m, 0);
	if (data != 1)
		reach_error();
}

// UNKNOWN(approximation): the pointer to what is left is written
void iconv_moves(void) {
	char from[2] = "a", to[2], *p = from, *q = to;
	size_t n = 1, m = 2;
	iconv(iconv_open("UTF-8", "UTF-8"), &p, &n, &q, &m);
	if (p != from)
		reach_error();
}

// TRUE: the same, of what stays
void const_of_pointers_stays(void) {
	char data = 1;
	struct iovec v = {&data, 1};
	readv(-1, &v, 1);
	if (v.base != &data || v.length != 1)
		reach_error();
}

// UNKNOWN(approximation): the library's own object changes with the next call
void own_state(void) {
	char *first = nl_langinfo(14);
	char c = *first;
	textdomain("t");
	nl_langinfo(15);
	if (*first != c)
		reach_error();
}

// TRUE: int * is written by an int, not by a pointer
void data_is_no_pointer(void) {
	int point = 0, sign = 0, other = 3;
	ecvt(1, 2, &point, &sign);
	if (other != 3)
		reach_error();
}

// UNKNOWN(approximation): a pointer that is set may lead into other arguments
void pointer_into_argument(void) {
	char text[4] = {'a', '=', '1', 0}, *rest = text, *value = 0;
	char *const tokens[] = {0};
	getsubopt(&rest, tokens, &value);
	if (value) {
		*value = 'z';
		if (text[2] == 'z')
			reach_error();
	}
}

// TRUE: closing a file gives 0 or -1
void status(void) {
	int r = close(__VERIFIER_nondet_int());
	if (r != 0 && r != -1)
		reach_error();
}

// FALSE: it may fail
void status_fails(void) {
	if (close(-1) == -1)
		reach_error();
}

// TRUE: errno is positive then
void status_errno(void) {
	if (close(-1) == -1 && *__errno_location() <= 0)
		reach_error();
}

// TRUE: no function sets errno to 0
void errno_stays_set(void) {
	*__errno_location() = 9;
	close(0);
	if (*__errno_location() == 0)
		reach_error();
}

// TRUE: errno begins with 0
void errno_begins(void) {
	if (*__errno_location() != 0)
		reach_error();
}

// TRUE: two numbers are written, the others stay
void array_of_two(void) {
	int fds[4] = {7, 7, 7, 7};
	pipe(fds);
	if (fds[2] != 7 || fds[3] != 7)
		reach_error();
}

// UNKNOWN(approximation): they are written, with numbers of files, of which not everything is known
void array_of_two_written(void) {
	int fds[2] = {-7, -7};
	if (pipe(fds) == 0 && fds[1] != -7)
		reach_error();
}

static int of_bool(b) _Bool b; { return b; }

// UNKNOWN(unsupported): what gcc hands over is no value of a _Bool
void old_style_bool(void) {
	if (of_bool(2) > 1)
		reach_error();
}

// TRUE: the argument is 0 or 1
void old_style_bool_fits(void) {
	int n = __VERIFIER_nondet_int();
	if (of_bool(n > 2) != (n > 2))
		reach_error();
}

// UNKNOWN(unsupported): likewise through a pointer that has no prototype
void old_style_bool_behind_a_pointer(void) {
	int (*p)() = of_bool;
	if (p(2) > 1)
		reach_error();
}

static int one(int a) { return a; }

static int sum(a, b) int a, b; { return a + b; }

// FALSE: arguments that a function has no parameter for are left out
void too_many_arguments(void) {
	int (*p)() = __VERIFIER_nondet_int() ? (int (*)())one : (int (*)())sum;
	if (p(1, 2) == 1)
		reach_error();
}

// UNKNOWN(approximation): what is missing is unknown
void too_few_arguments(void) {
	int (*p)() = sum;
	if (p(1) == 1)
		reach_error();
}

// TRUE: the others are there
void too_few_arguments_others(void) {
	int (*p)(int) = (int (*)(int))one;
	int (*q)() = sum;
	if (p(7) != 7 || q(1, 2) != 3)
		reach_error();
}

static long wide(x) long x; { return x; }

// UNKNOWN(approximation): nothing makes a long of an int
void int_for_a_long(void) {
	long (*p)() = wide;
	int n = __VERIFIER_nondet_int();
	if (p(n) != n || wide(n) != n)
		reach_error();
}

long prototype(long);
long prototype(x) long x; { return x; }

// TRUE: but a prototype
void int_for_a_long_by_prototype(void) {
	int n = __VERIFIER_nondet_int();
	if (prototype(n) != n || (int)wide(n) != n || wide(7) != 7)
		reach_error();
}

static int mixed(a, d) int a; double d; { return a + (int)d; }

// UNKNOWN(approximation): a float is handed over elsewhere than an integer
void float_for_an_int(void) {
	int (*p)() = mixed;
	if (p(1.0, 2) != 3)
		reach_error();
}

static int with_float(float f) { return (int)f; }

// UNKNOWN(approximation): a definition with a prototype does not expect a double for its float
void double_for_a_float(void) {
	int (*p)() = (int (*)())with_float;
	if (p(2.5) != 2)
		reach_error();
}

static int count(int n, ...) { return n; }

// UNKNOWN(unsupported): the pointer's type would need ...
void variable_arguments_behind_a_pointer(void) {
	int (*p)() = (int (*)())count;
	if (p(2, 3, 4) == 2)
		reach_error();
}

static int second(const char *s, int n) { return n; }

// UNKNOWN(approximation): craig does not know how many arguments there are
void parameter_for_variable_arguments(void) {
	int (*p)(const char *, ...) = (int (*)(const char *, ...))second;
	if (p("", 4) == 4)
		reach_error();
}
