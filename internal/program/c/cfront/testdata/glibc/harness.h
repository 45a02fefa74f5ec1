/*
 * What the cases of the library's functions share. A file of cases has for each function f
 *
 *	CASE(f) { ... }
 *
 * which calls f with arguments that it takes from the generator below, and tells with out(x) what
 * came of it: results, memory, errno. Nothing that C leaves open may be told. main calls every case
 * COUNT times. No expression calls the generator twice, since C leaves open which call is the first.
 * The program runs with the C library, with the models compiled by gcc, and in the
 * interpreter, which sees the values that are assigned to result.
 */
#ifdef CRAIG
long long result;
int place; /* which case, and which time */
#define out(x) (result = (long long)(x))
#define begin(f, i) (place = (f) * 1000000 + (i))
#else
extern int printf(const char *, ...);
#define out(x) printf("%lld\n", (long long)(x))
#define begin(f, i) printf("= %d\n", (f) * 1000000 + (i))
#endif

#define CASE(f) static void case_##f(void)
#define RUN(f, n) \
	for (int i = 0; i < COUNT; i++) { \
		begin(n, i); \
		state = SEED + 1000003u * (n) + 7919u * i; \
		random_below(1); \
		case_##f(); \
	}

static unsigned state;

/* random_below is a number from 0 to n - 1. */
static unsigned random_below(unsigned n) {
	state = state * 1664525u + 1013904223u;
	unsigned x = state / 65536;
	state = state * 1664525u + 1013904223u;
	return (x + state / 65536 * 65536) % n;
}

#define ONE_OF(a) ((a)[random_below(sizeof(a) / sizeof *(a))])

static unsigned long long random_bits(void) {
	unsigned long long x = 0;
	for (int i = 0; i < 4; i++)
		x = x * 65536 + random_below(65536);
	return x;
}

/* number is any number of 64 bits: often small, or near to where a narrower type ends. */
static long long number(void) {
	static const long long near[] = {0, 0, 0, 127, -128, 255, 32767, -32768, 65535, 2147483647, -2147483648LL, 4294967295LL,
		9223372036854775807LL, -9223372036854775807LL - 1};
	unsigned long long x = random_bits();
	switch (random_below(4)) {
	case 0:
		return (long long)(x >> random_below(64));
	case 1:
		return -(long long)(x >> (1 + random_below(63)));
	case 2:
		return (long long)random_below(20) - 10;
	}
	x = (unsigned long long)ONE_OF(near);
	return (long long)(x + random_below(5) - 2);
}

static int sign(long long x) { return x < 0 ? -1 : x > 0; }

/* fill writes n random bytes: few different ones, so that they are equal often, or any. */
static void fill(void *to, int n) {
	static const unsigned char few[] = {'a', 'b', 'c', 0, 0x80, 0xff};
	unsigned char *p = to;
	int kind = random_below(3);
	for (int i = 0; i < n; i++)
		p[i] = kind == 0 ? random_below(256) : kind == 1 ? ONE_OF(few) : 'a' + random_below(2);
}

/* text writes a string of length at most max, and returns its length. */
static int text(char *to, int max) {
	int n = random_below(max + 1);
	fill(to, n);
	for (int i = 0; i < n; i++)
		if (!to[i])
			to[i] = 'b';
	to[n] = 0;
	return n;
}

static void out_bytes(const void *from, int n) {
	const unsigned char *p = from;
	for (int i = 0; i < n; i++)
		out(p[i]);
}

/* out_place tells where in the array at base a pointer points; -1000 is a null pointer. */
static void out_place(const void *p, const void *base) {
	if (p)
		out((const char *)p - (const char *)base);
	else
		out(-1000);
}
