#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Formats have to be literals, so that there are many calls here. ALL prints one to a buffer that is large enough, and to
 * one that may not be, and tells what was written. */

#define SIZE 80

static char buffer[SIZE];

static void told(int n) {
	out(n);
	out_bytes(buffer, SIZE);
	memset(buffer, '?', SIZE);
}

static int room(void) {
	return random_below(3) ? (int)random_below(20) : SIZE;
}

#define ALL(...) \
	do { \
		told(sprintf(buffer, __VA_ARGS__)); \
		int limit = room(); \
		told(snprintf(buffer, limit, __VA_ARGS__)); \
	} while (0)

static void integers(void) {
	long long x = number();
	memset(buffer, '?', SIZE);
	switch (random_below(6)) {
	case 0:
		ALL("%+12.1hhd", (int)x);
		ALL("%+012.1d", (int)x);
		ALL("% 0.ld", (long)x);
		ALL("%+7.5d", (int)x);
		ALL("%01.0lx", (long)x);
		ALL("%7x", (int)x);
		ALL("% 7.5zi", (size_t)x);
		ALL("% 1.0li", (long)x);
		ALL("%-#jx", (intmax_t)x);
		ALL("%#12.0o", (int)x);
		ALL("%#012.0u", (int)x);
		ALL("%-7.1u", (int)x);
		ALL("%#01u", (int)x);
		ALL("%-#7zo", (size_t)x);
		ALL("%+012.1i", (int)x);
		ALL("%#0.5ho", (int)x);
		ALL("%07.5lX", (long)x);
		ALL("%-12.5jo", (intmax_t)x);
		ALL("%+.0lld", x);
		ALL("%+-.d", (int)x);
		ALL("%.lX", (long)x);
		ALL("%01.1o", (int)x);
		ALL("%12.hx", (int)x);
		ALL("%+ .hi", (int)x);
		ALL("%-.5x", (int)x);
		ALL("%#1.llo", x);
		ALL("%+-12.0zd", (size_t)x);
		break;
	case 1:
		ALL("%+012.0lli", x);
		ALL("%0i", (int)x);
		ALL("%.5jo", (intmax_t)x);
		ALL("%1.5hhu", (int)x);
		ALL("%7.0lu", (long)x);
		ALL("%-12.5x", (int)x);
		ALL("%-012.zi", (size_t)x);
		ALL("%-01lo", (long)x);
		ALL("%-012.1i", (int)x);
		ALL("%+ 1.0d", (int)x);
		ALL("%-.5d", (int)x);
		ALL("%-0.5hho", (int)x);
		ALL("%+ 7lld", x);
		ALL("%#12.o", (int)x);
		ALL("%#0.0ju", (intmax_t)x);
		ALL("%7hX", (int)x);
		ALL("%1.1zo", (size_t)x);
		ALL("%-1.5X", (int)x);
		ALL("%-#.ho", (int)x);
		ALL("%-012.0jX", (intmax_t)x);
		ALL("%-#12o", (int)x);
		ALL("%-7.5zi", (size_t)x);
		ALL("%12.1u", (int)x);
		ALL("%-.lld", x);
		ALL("%#.hhu", (int)x);
		ALL("%+ 12.0lld", x);
		ALL("%#12.5zX", (size_t)x);
		break;
	case 2:
		ALL("%-1.1hX", (int)x);
		ALL("%01.1u", (int)x);
		ALL("%+-1.1lld", x);
		ALL("%12.li", (long)x);
		ALL("%1.1u", (int)x);
		ALL("%#012.X", (int)x);
		ALL("%#7.0jo", (intmax_t)x);
		ALL("% 07i", (int)x);
		ALL("%-0.5hhu", (int)x);
		ALL("%-#12.5lX", (long)x);
		ALL("%012.llx", x);
		ALL("%-#12.0lX", (long)x);
		ALL("%-#12.5ju", (intmax_t)x);
		ALL("%-012.5llX", x);
		ALL("%-0.5X", (int)x);
		ALL("%.lx", (long)x);
		ALL("%.5li", (long)x);
		ALL("%07ji", (intmax_t)x);
		ALL("%-7.5zx", (size_t)x);
		ALL("%#12.0X", (int)x);
		ALL("%+-7.zi", (size_t)x);
		ALL("%1.5llX", x);
		ALL("%-01.i", (int)x);
		ALL("%#12.0zx", (size_t)x);
		ALL("% 7d", (int)x);
		ALL("%-#.X", (int)x);
		ALL("%#01.0hhx", (int)x);
		break;
	case 3:
		ALL("%#012.ho", (int)x);
		ALL("%#01.ju", (intmax_t)x);
		ALL("%07.1lX", (long)x);
		ALL("%-.1lo", (long)x);
		ALL("%#.1lu", (long)x);
		ALL("%-01.0i", (int)x);
		ALL("%.0zx", (size_t)x);
		ALL("%+-ld", (long)x);
		ALL("%#07.o", (int)x);
		ALL("%-#1.0hX", (int)x);
		ALL("%-#12.1zx", (size_t)x);
		ALL("%-7.5u", (int)x);
		ALL("%-01.zd", (size_t)x);
		ALL("%-7.5jo", (intmax_t)x);
		ALL("%-01.1X", (int)x);
		ALL("%-0.i", (int)x);
		ALL("%12li", (long)x);
		ALL("%7zu", (size_t)x);
		ALL("%-#7.5hhx", (int)x);
		ALL("%-07.0X", (int)x);
		ALL("%7.lu", (long)x);
		ALL("%+01.1d", (int)x);
		ALL("%+01.5d", (int)x);
		ALL("%+01.1hhi", (int)x);
		ALL("%#07.hhX", (int)x);
		ALL("%-0.5d", (int)x);
		ALL("%-12i", (int)x);
		break;
	case 4:
		ALL("%012.5hX", (int)x);
		ALL("%#.1o", (int)x);
		ALL("%#012.5jX", (intmax_t)x);
		ALL("%-o", (int)x);
		ALL("%1u", (int)x);
		ALL("%#0.1llx", x);
		ALL("%.1ld", (long)x);
		ALL("%#12.5llx", x);
		ALL("%07.1hd", (int)x);
		ALL("%#012o", (int)x);
		ALL("%#.1lx", (long)x);
		ALL("%-#12.5o", (int)x);
		ALL("%12.5hi", (int)x);
		ALL("%-12.jx", (intmax_t)x);
		ALL("%01llX", x);
		ALL("%-#1.0lu", (long)x);
		ALL("%#1.5llo", x);
		ALL("%01d", (int)x);
		ALL("%#012.5lx", (long)x);
		ALL("%-01.jX", (intmax_t)x);
		ALL("%-#7u", (int)x);
		ALL("%1d", (int)x);
		ALL("%-012.1hu", (int)x);
		ALL("%+.1hd", (int)x);
		ALL("%-#12x", (int)x);
		ALL("%+12.5hd", (int)x);
		ALL("%07.0X", (int)x);
		break;
	case 5:
		ALL("%07.hu", (int)x);
		ALL("%-#1.1lx", (long)x);
		ALL("%#0.1jo", (intmax_t)x);
		ALL("%-01hx", (int)x);
		ALL("%+7i", (int)x);
		ALL("%-012jx", (intmax_t)x);
		ALL("%-12zX", (size_t)x);
		ALL("%+ 1.i", (int)x);
		ALL("%0.zu", (size_t)x);
		ALL("%#7.jx", (intmax_t)x);
		ALL("%#07.0hu", (int)x);
		ALL("% 7.1lld", x);
		ALL("%0.1lli", x);
		ALL("%#0.1hu", (int)x);
		ALL("%-07.0hx", (int)x);
		ALL("%+07.0hhi", (int)x);
		ALL("%#07hu", (int)x);
		ALL("%07.5hx", (int)x);
		ALL("% 012i", (int)x);
		ALL("%0.1hho", (int)x);
		ALL("%12.jo", (intmax_t)x);
		break;
	}
}

static void texts(void) {
	char s[12];
	int n = text(s, 11), w = (int)random_below(30) - 15;
	memset(buffer, '?', SIZE);
	ALL("%s", s);
	ALL("%%<%s>%%", s);
	ALL("%9s", s);
	ALL("%-9s|", s);
	ALL("%.4s", s);
	ALL("%-7.3s%c", s, n);
	ALL("%.0s", s);
	ALL("%.*s", w, s);
	ALL("%*s", w, s);
	ALL("%-*.*s.", w, 3, s);
	ALL("%c", (int)number());
	ALL("%3c%-3c", 'a', 'b');
	ALL("%*c", w, s[0] | 1);
	ALL("abc");
	ALL("");
	ALL("one, two and %d", n);
	ALL("%s%s%s", s, "", s + n);
}

static void constants(void) {
	memset(buffer, '?', SIZE);
	ALL("%13lld", 0LL);
	ALL("%-01.4ld", 0L);
	ALL("%-13.0hhd", -1);
	ALL("%013ld", 123456L);
	ALL("%6.4d", 2147483647);
	ALL("%.zd", (size_t)-1);
	ALL("%13hhd", 300);
	ALL("%+.0zd", (size_t)-1);
	ALL("%+-.0hd", 70000);
	ALL("%13.4hd", -5);
	ALL("%013lld", 0LL);
	ALL("%- 6.0zd", (size_t)-1);
	ALL("%+6.4lld", 1234567890123LL);
	ALL("%1.hd", 70000);
	ALL("%6lli", -9223372036854775807LL - 1);
	ALL("%6.0hhi", -1);
	ALL("%+13zi", (size_t)-1);
	ALL("%-+6li", 0L);
	ALL("% 13li", 0L);
	ALL("%013.0hhi", 300);
	ALL("%- zi", (size_t)-1);
	ALL("%- 13li", -1L);
	ALL("%li", 123456L);
	ALL("%06.i", -42);
	ALL("%-13zi", (size_t)-1);
	ALL("%-+6.0li", 123456L);
	ALL("%1.4i", 7);
	ALL("%13li", 0L);
	ALL("%01.0zu", (size_t)-1);
	ALL("%013llu", 0LL);
	ALL("%13u", 0);
	ALL("%.4zu", (size_t)-1);
	ALL("%0.4hu", 70000);
	ALL("%-13.4hu", 70000);
	ALL("%6llu", 1234567890123LL);
	ALL("%6lu", -1L);
	ALL("%06.4llu", -9223372036854775807LL - 1);
	ALL("%0zu", (size_t)9);
	ALL("%6hu", -5);
	ALL("%06.4hhu", -1);
	ALL("%-.hhu", 300);
	ALL("%6.0hhu", 300);
	ALL("%#06.llo", 1234567890123LL);
	ALL("%-1llo", 1234567890123LL);
	ALL("%#-1.lo", 123456L);
	ALL("%13o", 255);
	ALL("%13ho", 70000);
	ALL("%1.ho", 70000);
	ALL("%13.hho", 300);
	ALL("%6ho", -5);
	ALL("%1.o", 0);
	ALL("%.4zo", (size_t)9);
	ALL("%6.llo", 0LL);
	ALL("%-#1hho", -1);
	ALL("%-hho", 300);
	ALL("%1.llo", 1234567890123LL);
	ALL("%x", -2147483647 - 1);
	ALL("%-06.hx", 70000);
	ALL("%0#x", 255);
	ALL("%6lx", 123456L);
	ALL("%1.0lx", 0L);
	ALL("%#013.4hhx", -1);
	ALL("%0#1.llx", -9223372036854775807LL - 1);
	ALL("%#-13.4llx", 1234567890123LL);
	ALL("%#-13hx", -5);
	ALL("%#-13llx", 0LL);
	ALL("%06.0llx", 1234567890123LL);
	ALL("%1hx", 70000);
	ALL("%1.0hhx", 300);
	ALL("%06.x", 0);
	ALL("%013X", 255);
	ALL("%6.4hhX", -1);
	ALL("%#llX", 1234567890123LL);
	ALL("%0#X", -2147483647 - 1);
	ALL("%#13.4llX", 0LL);
	ALL("%-6zX", (size_t)9);
	ALL("%#06.hhX", -1);
	ALL("%#.0zX", (size_t)9);
	ALL("%-.hX", -5);
	ALL("%#13hX", 70000);
	ALL("%hX", -5);
	ALL("%13.lX", 0L);
	ALL("%.0X", 255);
	ALL("%6llX", 0LL);
	ALL("%s", "text");
	ALL("%7s", "text");
	ALL("%-7s|", "text");
	ALL("%.2s", "text");
	ALL("%5.1s|", "text");
	ALL("%s", "");
	ALL("%c", 'x');
	ALL("%3c", 'x');
	ALL("%-3c|", 0x141);
	ALL("%c", 0);
	ALL("%s%d%s", "a", -1, "b");
	ALL("%%%5d%%", 3);
}

static void mixed(void) {
	int w = (int)random_below(24) - 12, p = (int)random_below(12) - 3, x = (int)number(), at = -1, end = -1;
	short middle = -1;
	memset(buffer, '?', SIZE);
	ALL("%*d", w, x);
	ALL("%0*d", w, x);
	ALL("%.*d", p, x);
	ALL("%*.*d|", w, p, x);
	ALL("%-*.*x|", w, p, x);
	ALL("%+*.*i|", w, p, x);
	ALL("%d-%d", x, -5);
	ALL("x%dy%uz", x, x);
	ALL("%d %lld %ld %s", x, (long long)x * 3, (long)x, "end");
	ALL("%n%d%hn..%n", &at, x, &middle, &end);
	out(at);
	out(middle);
	out(end);
	ALL("%hhd %hd %hhu %hu", x, x, x, x);
	ALL("%zu %zd %jd", (size_t)x, (ptrdiff_t)x, (intmax_t)x);
	ALL("%#x %#o %#X", x, x, x);
	ALL("%08x", x);
	ALL("%5d|%-5d|%05d", w, w, w);
}

CASE(sprintf) {
	texts();
	integers();
}

CASE(snprintf) {
	mixed();
	constants();
	integers();
	out(snprintf(0, 0, "%d", 12345));
	out(snprintf(0, 0, "%s", "text"));
}

static void given(int n, char *text) {
	out(n);
	out_bytes(text, n + 1);
	free(text);
}

CASE(asprintf) {
	int x = (int)number();
	char *text, word[8];
	for (int i = 0; i < 7; i++)
		word[i] = (char)('a' + random_below(20));
	word[random_below(7)] = word[7] = 0;
	int n = asprintf(&text, "%d", x);
	given(n, text);
	n = asprintf(&text, "%-8s|%*x%c%%", word, (int)random_below(12), x, word[1]);
	given(n, text);
	n = asprintf(&text, "constant");
	given(n, text);
}

/* subject writes a text with numbers and words in it, which fit into a long of 32 bits. */
static void subject(char *to) {
	static const char *parts[] = {"12", "-7", " ", "  ", "+3", "0x1f", "017", "abc", "x", ",", ":", "", "0", "-", "99999", "z9", "\t", "0x", "-0X2", "%"};
	int n = random_below(6);
	to[0] = 0;
	for (int i = 0; i < n; i++)
		strcat(to, ONE_OF(parts));
}

CASE(sscanf) {
	char s[64], w[64] = "????????", v[64] = "????????", x[64] = "????????", y[64] = "????????", c = '?', d[4] = "???";
	int i = -5, j = -5, k = -5, n = -5;
	long l = -5;
	unsigned u = 55;
	short h = -5;
	unsigned char b = 55;
	long long q = -5;
	subject(s);
	out(sscanf(s, "%d", &i));
	out(sscanf(s, "%d %d%n", &i, &j, &n));
	out(sscanf(s, "%i,%i", &j, &k));
	out(sscanf(s, "%x:%o", &u, &u));
	out(u);
	out(sscanf(s, "%u%c", &u, &c));
	out(sscanf(s, " %3c", d));
	out(sscanf(s, "%s", w));
	out(sscanf(s, "%2s%4s %n", w, v, &n));
	out(sscanf(s, "%*d%hd%hhu", &h, &b));
	out(sscanf(s, "%*s %ld", &l));
	out(sscanf(s, "%2d%1d%3x", &i, &j, &u));
	out(sscanf(s, "abc%lld", &q));
	out(sscanf(s, "%% %d", &k));
	out(sscanf(s, ""));
	out(sscanf(s, "1%n2 ", &n));
	out(sscanf(s, "%[0-9]%n", x, &n));
	out(sscanf(s, "%4[^,: ]%c", y, &c));
	out(sscanf(s, " %[-+x0-9]%*[ ,]%2[a-]", x, y));
	out(sscanf(s, "%[^]a-]%[]1-]", x, y));
	out(sscanf(s, "%*[^\t]%[\t]", x));
	out(sscanf(s, "%[9-0]%[a-c-z]", y, x));
	out_bytes(x, 8);
	out_bytes(y, 8);
	out(i);
	out(j);
	out(k);
	out(n);
	out(l);
	out(u);
	out(h);
	out(b);
	out(q);
	out(c);
	out_bytes(w, 8);
	out_bytes(v, 8);
	out_bytes(d, 4);
}
