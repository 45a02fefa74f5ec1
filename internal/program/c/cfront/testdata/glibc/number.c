#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>

static char buffer[90];

/* digits writes a number, or something like one: white space, signs, prefixes, digits, more. */
static void digits(void) {
	static const char *const before[] = {"", "", "", " ", "\t\n\v\f\r ", "x", "\1"};
	static const char *const signs[] = {"", "", "-", "-", "+", "--", "+-", "- "};
	static const char *const prefixes[] = {"", "", "", "0", "0x", "0X", "0b", "x", "00x", "0x0x"};
	static const char *const known[] = {"2147483647", "2147483648", "2147483649", "4294967295", "4294967296",
		"9223372036854775807", "9223372036854775808", "9223372036854775809", "18446744073709551615",
		"18446744073709551616", "7fffffff", "80000000", "FFFFFFFF", "7fffffffffffffff", "8000000000000000",
		"ffffffffffffffff", "10000000000000000", "777777777777777777777", "1777777777777777777777", "ZZZZZZZZZZZZZZ"};
	static const char any[] = "0123456789abcdefzABCDEFZ8g/:@G`{", ends[] = "\0\0 .x\200";
	const char *parts[4];
	char own[24], end[2] = {0};
	int n = random_below(sizeof own), k = random_below(3) ? 10 : sizeof any - 1;
	for (int i = 0; i < n; i++)
		own[i] = any[random_below(k)];
	own[n] = 0;
	parts[0] = ONE_OF(before);
	parts[1] = ONE_OF(signs);
	parts[2] = ONE_OF(prefixes);
	parts[3] = random_below(3) ? own : ONE_OF(known);
	end[0] = ends[random_below(sizeof ends - 1)];
	char *to = buffer;
	for (int i = 0; i < 4; i++)
		for (const char *s = parts[i]; *s; s++)
			*to++ = *s;
	to[0] = end[0];
	to[1] = 0;
}

static int base(void) {
	static const int often[] = {0, 0, 10, 10, 16, 8, 2, 36};
	return random_below(3) ? ONE_OF(often) : (int)random_below(45) - 4;
}

#define CONVERSION(f, type) \
	digits(); \
	int b = base(); \
	char *end = buffer + 1; \
	errno = 3; \
	type x = f(buffer, random_below(4) ? &end : 0, b); \
	out(x); \
	out(errno); \
	out_place(end, buffer)

/* WIDE is the same with wide characters, among which are some that only look like ones of ASCII when cut off. */
#define WIDE(f, type) \
	static wchar_t wide[90]; \
	digits(); \
	for (int i = 0; i < 90; i++) \
		wide[i] = (unsigned char)buffer[i] + (buffer[i] && random_below(90) == 0 ? 256 : 0); \
	int b = base(); \
	wchar_t *end = wide + 1; \
	errno = 3; \
	type x = f(wide, random_below(4) ? &end : 0, b); \
	out(x); \
	out(errno); \
	out_place(end, wide)

CASE(strtol) { CONVERSION(strtol, long); }
CASE(strtoul) { CONVERSION(strtoul, unsigned long); }
CASE(strtoll) { CONVERSION(strtoll, long long); }
CASE(strtoull) { CONVERSION(strtoull, unsigned long long); }
CASE(strtoimax) { CONVERSION(strtoimax, intmax_t); }
CASE(strtoumax) { CONVERSION(strtoumax, uintmax_t); }
CASE(wcstol) { WIDE(wcstol, long); }
CASE(wcstoul) { WIDE(wcstoul, unsigned long); }
CASE(wcstoll) { WIDE(wcstoll, long long); }
CASE(wcstoull) { WIDE(wcstoull, unsigned long long); }
CASE(wcstoimax) { WIDE(wcstoimax, intmax_t); }
CASE(wcstoumax) { WIDE(wcstoumax, uintmax_t); }

CASE(atoi) {
	digits();
	errno = 0;
	out(atoi(buffer));
	out(errno);
}

CASE(atol) {
	digits();
	errno = 0;
	out(atol(buffer));
	out(errno);
}

CASE(atoll) {
	digits();
	errno = 0;
	out(atoll(buffer));
	out(errno);
}

CASE(__errno_location) {
	static int first = 1;
	if (first)
		out(errno);
	first = 0;
	errno = (int)number();
	out(errno);
}

CASE(abs) {
	int x = (int)number();
	if (x != -2147483647 - 1)
		out(abs(x));
}

CASE(labs) {
	long x = (long)number();
	if (x > -2147483647 - 1 || x < -2147483647 - 1)
		if (x != -9223372036854775807LL - 1)
			out(labs(x));
}

CASE(llabs) {
	long long x = number();
	if (x != -9223372036854775807LL - 1)
		out(llabs(x));
}

CASE(imaxabs) {
	intmax_t x = number();
	if (x != -9223372036854775807LL - 1)
		out(imaxabs(x));
}

#define QUOTIENT(f, type, result) \
	type a = (type)number(), b = (type)number(); \
	if (b != 0 && b != -1) { \
		result r = f(a, b); \
		out(r.quot); \
		out(r.rem); \
	}

CASE(div) { QUOTIENT(div, int, div_t); }
CASE(ldiv) { QUOTIENT(ldiv, long, ldiv_t); }
CASE(lldiv) { QUOTIENT(lldiv, long long, lldiv_t); }
CASE(imaxdiv) { QUOTIENT(imaxdiv, intmax_t, imaxdiv_t); }

CASE(htonl) {
	out(htonl((uint32_t)number()));
}

CASE(ntohl) {
	out(ntohl((uint32_t)number()));
}

CASE(htons) {
	out(htons((uint16_t)number()));
}

CASE(ntohs) {
	out(ntohs((uint16_t)number()));
}

CASE(dysize) {
	out(dysize((int)number() % 3000));
	out(dysize(100 * ((int)random_below(40) - 20)));
}
