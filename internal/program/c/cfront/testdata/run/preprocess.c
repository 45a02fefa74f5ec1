/* What # and ## make of tokens: the program's spelling, and operators. */
#include <string.h>
#include "check.h"
#define TEXT(...) #__VA_ARGS__
#define EXPANDED(...) TEXT(__VA_ARGS__)
#define SAME(a, b) CHECK(strcmp(a, b) == 0)
#define JOIN(a, b) a##b
#define ASSIGN(op) x op##= 3
#define HASH %:
%:define BRACKETS <:1:>
%:define AS_TEXT(x) %:x

#define COUNT(a, ...) count(a __VA_OPT__(,) __VA_ARGS__)

struct s { int m; };

static int count(int n, ...) { return n; }

static void text(void) {
	SAME(TEXT(<:), "<:");
	SAME(EXPANDED(a<:1:> <% b; %>), "a<:1:> <% b; %>");
	SAME(TEXT(%: %:%: #), "%: %:%: #");
	SAME(EXPANDED(BRACKETS), "<:1:>");
	SAME(EXPANDED([1]), "[1]");
	SAME(EXPANDED(HASH), "%:");
	SAME(AS_TEXT(<:), "<:");
	SAME(TEXT(U"x"), "U\"x\"");
	SAME(TEXT(u8"x" u"y" L"z"), "u8\"x\" u\"y\" L\"z\"");
	SAME(EXPANDED("a" U"b"), "\"a\" U\"b\"");
	SAME(TEXT(u'x' 'ab' U'a' L'b'), "u'x' 'ab' U'a' L'b'");
	SAME(TEXT("\x41" "1" "\1" "\"" "a"), "\"\\x41\" \"1\" \"\\1\" \"\\\"\" \"a\"");
	SAME(TEXT('\\' '\"' "\""), "'\\\\' '\\\"' \"\\\"\"");
	SAME(TEXT(  a /* c */
		b  ), "a b");
	CHECK('ab' == 'a' * 256 + 'b');
	CHECK(sizeof("\x41" "1") == 3 && sizeof(u8"\x41" "1" u8"2") == 4 && sizeof("\"" u8"x") == 3);
	CHECK(sizeof(U"\x41" U"1") == 12 && ("a" U"b")[1] == 'b');
}

static void odd(void) {
	struct s s, *p = &s;
	double a[2];
	CHECK(__alignof__ s == 4 && __alignof__ p->m == 4 && __alignof__ *p + 1 == 5 && __alignof__ s.m * 2 == 8);
	CHECK(__alignof__ a[1] == __alignof__(a) && __alignof__ (a) == __alignof__(double));
	CHECK(COUNT(1) == 1 && COUNT(2, 3) == 2);
	CHECK(sizeof("??=") == 4); // no trigraphs
}

static void paste(void) {
	int x = 5, a<:2:> = <% 1, 2 %>;
	struct s s = {4}, *p = &s;
	CHECK((x JOIN(<, <) 2) == 20 && (x JOIN(>, >) 1) == 2);
	x JOIN(<, <=) 1;
	CHECK(x == 10);
	ASSIGN(+);
	CHECK(x == 13);
	ASSIGN(%);
	CHECK(x == 1);
	x JOIN(+, +);
	JOIN(-, -) a[1];
	CHECK(x == 2 && a[1] == 1);
	CHECK((p JOIN(-, >) m) == 4);
	CHECK((x JOIN(!, =) 2) == 0 && (x JOIN(=, =) 2) && (x JOIN(>, =) 2) && (x JOIN(<, =) 2));
	CHECK((x JOIN(&, &) 4) == 1 && (x JOIN(|, |) 0) == 1 && (x & 4) == 0);
	CHECK(sizeof(JOIN(L, "ab")) == 3 * sizeof(int) && JOIN(1, 2) == 12 && JOIN(0x1, f) == 31);
#if JOIN(1, 2) == 12 && 1 JOIN(<, <) 3 == 8 && 'ab' == 24930
	CHECK(1);
#else
	CHECK(0);
#endif
}

int main(void) {
	text();
	odd();
	paste();
	return 0;
}
