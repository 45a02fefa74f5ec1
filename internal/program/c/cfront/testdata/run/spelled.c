// Where the operator # has blanks.
#include "check.h"
#define ALL(...) #__VA_ARGS__
#define REST(first, ...) #first "|" #__VA_ARGS__
#define NAMED(first, rest...) #first "|" #rest
#define ONE(x) #x
#define EXPANDED(x) ONE(x)
#define SAME(x) x
#define SUM (1  +  2)

static int same(const char *a, const char *b) {
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

int main(void) {
	CHECK(same(ALL(a ,b), "a" " ,b") && same(ALL(a  ,   b), "a" " , b") && same(ALL( a,b ), "a,b") && same(ALL(a, b), "a, b"));
	CHECK(same(ALL(a/**/,/**/b), "a" " , b") && same(ALL(a ,, b), "a" " ,, b") && same(ALL( , ), ",") && sizeof ALL(a ,b) == 5);
	CHECK(same(ALL((a ,b) ,f(c , d)), "(a" " ,b) ,f(c , d)") && same(ALL(SUM ,SAME(a) ,b), "SUM" " ,SAME(a) ,b"));
	CHECK(same(REST(a ,b ,c), "a|b" " ,c") && same(REST(a), "a|") && same(NAMED(a ,b ,c), "a|b" " ,c"));
	CHECK(same(ONE(a   b), "a b") && same(ONE( a ), "a") && same(EXPANDED(SUM (a ,b)), "(1 + 2) (a" " ,b)"));
	CHECK(same(EXPANDED(SAME(a)SAME(b)), "ab") && same(EXPANDED(SAME(a) SAME(b)), "a b") && same(EXPANDED(-SAME(-1)), "--1"));
	CHECK(same(ONE(a
b), "a b") && same(ONE(-
1), "- 1") && same(ALL(a
,
b), "a" " , b") && same(ALL(a,
b), "a, b"));
	char text[] = ALL(x ,y);
	CHECK(sizeof text == 5 && text[1] == ' ');
	return 0;
}
