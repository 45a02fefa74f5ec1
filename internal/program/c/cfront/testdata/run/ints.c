#include "check.h"
int id(int x) { return x; }
unsigned uid(unsigned x) { return x; }
long long lid(long long x) { return x; }
unsigned char uc(int x) { return x; }
signed char sc(int x) { return x; }
short sh(int x) { return x; }
_Bool bo(int x) { return x; }
enum E { A, B = 5, C, D = -1 };
enum U { P, Q };
int main(void) {
	unsigned u = uid(0);
	CHECK(u - 1 == 4294967295u);
	CHECK(-1 > u);
	CHECK(uc(300) == 44);
	CHECK(sc(200) == -56);
	CHECK(sh(70000) == 4464);
	CHECK(bo(256) == 1 && bo(0) == 0 && bo(-1) == 1);
	unsigned char c = 255;
	c++;
	CHECK(c == 0);
	signed char s = 127;
	s++;
	CHECK(s == -128);
	CHECK(id(-7) / 2 == -3 && id(-7) % 2 == -1);
	CHECK(id(7) / -2 == -3 && id(7) % -2 == 1);
	CHECK(uid(-7) / 2 == 2147483644u);
	CHECK(id(-8) >> 1 == -4 && (uid(-8) >> 1) == 2147483644u);
	CHECK(id(1) << 31 == -2147483647 - 1);
	CHECK((id(0x12345678) & 0xff00) == 0x5600);
	CHECK((id(0x0f) | 0xf0) == 0xff && (id(0xff) ^ 0x0f) == 0xf0 && ~id(0) == -1);
	CHECK(lid(1) << 40 == 1099511627776LL);
	CHECK((int)lid(0x1ffffffffLL) == -1);
	CHECK((unsigned)lid(-1) == 4294967295u);
	CHECK(lid(-1) < uid(0));
	CHECK((unsigned long long)id(-1) == 18446744073709551615ULL);
	CHECK((long long)uid(-1) == 4294967295LL);
	CHECK('\377' == -1 && 'a' == 97 && L'b' == 98);
	CHECK(sizeof('a') == sizeof(int));
	CHECK(C == 6 && D == -1);
	enum U q = Q;
	CHECK(q - 2 > 0);
	enum E e = A;
	CHECK(e - 1 < 0);
	int i = 5;
	CHECK(i++ == 5 && i == 6 && ++i == 7 && i-- == 7 && --i == 5);
	i += 3; i -= 1; i *= 4; i /= 3; i %= 5; i <<= 3; i >>= 1; i |= 1; i &= 7; i ^= 2;
	CHECK(i == 3);
	c = 200; c += 100;
	CHECK(c == 44);
	c = 10; c *= 2.5;
	short t = -1;
	unsigned short w = t;
	CHECK(w == 65535 && t == (short)w && (t & 0xffff) == w);
	CHECK((id(3) > 2) + (id(1) > 2) == 1);
	CHECK(!id(0) == 1 && !id(4) == 0);
	CHECK((id(5), id(6)) == 6);
	CHECK((id(1) ? -1 : 1u) == 4294967295u);
	CHECK((id(0) ?: 9) == 9 && (id(3) ?: 9) == 3);
	CHECK((_Bool)0.5 == 1 && (int)2.9 == 2 && (int)-2.9 == -2);
	CHECK(0.5 + 0.25 == 0.75 && 1e3 > 999);
	CHECK(1 ? 1 : id(1) / id(0));
	int x = 3, y;
	y = x = id(7);
	CHECK(x == 7 && y == 7);
	y = (c = 300);
	CHECK(y == 44);
	CHECK(-id(5) == -5 && +id(5) == 5);
	CHECK((char)id(200) == -56);
	CHECK(sizeof(long) == sizeof(void *) && sizeof(long long) == 8);
	CHECK((1u << 31) >> 31 == 1);
	CHECK(((unsigned char)~(unsigned char)0x0f) >> 4 == 15);
	CHECK(id(2147483647) + 1u == 2147483648u);
	long l = id(-1);
	CHECK(l == -1);
	unsigned long ul = id(-1);
	CHECK(ul == -1UL);
	return 0;
}
