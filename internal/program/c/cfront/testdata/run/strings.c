#include "check.h"
#include <string.h>
#include <stdlib.h>
#include <ctype.h>
struct S { int a; char b; };
int main(void) {
	char buf[20];
	strcpy(buf, "hello");
	CHECK(strlen(buf) == 5 && strcmp(buf, "hello") == 0 && strcmp(buf, "help") < 0);
	strcat(buf, " w");
	CHECK(strlen(buf) == 7 && strncmp(buf, "hello!", 5) == 0);
	CHECK(strchr(buf, 'l') == buf + 2 && strrchr(buf, 'l') == buf + 3 && strstr(buf, "o w") == buf + 4);
	memset(buf, 'x', 3);
	CHECK(buf[2] == 'x' && buf[3] == 'l');
	memcpy(buf + 5, buf, 3);
	CHECK(buf[5] == 'x' && memcmp(buf, buf + 5, 3) == 0);
	memmove(buf + 1, buf, 4);
	CHECK(buf[1] == 'x' && buf[4] == 'l');
	struct S s = { 1, 2 }, t;
	memcpy(&t, &s, sizeof s);
	CHECK(t.a == 1 && t.b == 2);
	memset(&t, 0, sizeof t);
	CHECK(t.a == 0 && t.b == 0);
	int arr[4] = { 1, 2, 3, 4 }, brr[4];
	memcpy(brr, arr, sizeof arr);
	CHECK(brr[3] == 4);
	int *h = malloc(3 * sizeof *h), *z = calloc(4, sizeof *z);
	h[0] = 1; h[2] = 3;
	CHECK(h[0] + h[2] == 4 && z[3] == 0 && h != z);
	free(h);
	struct S *ps = malloc(sizeof *ps);
	ps->a = 5; ps->b = 6;
	*ps = (struct S){ 7, 8 };
	CHECK(ps->a == 7 && ps->b == 8);
	CHECK(abs(-5) == 5 && labs(6) == 6);
	CHECK(isdigit('5') && !isdigit('a') && toupper('q') == 'Q' && isspace(' '));
	CHECK(__builtin_popcount(0xff0f) == 12 && __builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_bswap32(0x01020304) == 0x04030201);
	int r;
	CHECK(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);
	CHECK(!__builtin_mul_overflow(3, 4, &r) && r == 12);
	unsigned u;
	CHECK(__builtin_sub_overflow(1u, 2u, &u) && u == 4294967295u);
	CHECK(__builtin_expect(r == 12, 1));
	CHECK(__builtin_constant_p(3) && !strcmp("", "") && strspn("aab", "a") == 2 && strcspn("abc", "c") == 2);
	char *d = strdup("dup");
	CHECK(d[2] == 'p');
	return 0;
}
