// A byte order mark, digraphs, named variadic parameters, attributes after the word enum.
#include "check.h"
%:define TWICE(x) ((x) * 2)
%: define PASTE(a, b) a%:%:b

#define CALL(f, args...) f(0, ##args)
#define LAST(first, \
             rest...) (first, ## rest)
#define TIGHT(first,...) (first,##__VA_ARGS__)
#define SPLIT(first, rest...) (first,\
##rest)
#define TEXT(rest...) sizeof(#rest)
#define NONE(...) CALL(count, ##__VA_ARGS__)
#define args 7

static int count(int n, ...) { return n; }
static int third(int a, int b, int c) { return a + 10 * b + 100 * c; }

enum __attribute__((packed)) colour { red = 100, green };
enum
__attribute__ ((packed,
	aligned(4))) __attribute__((unused)) shape { square = -1, circle };
#define PACKED __attribute__((packed))
enum PACKED kind { plain = 5 };
struct s { enum __attribute__((packed)) { left = 3, right } side; int n; };

int main(void) <%
	int a<:3:> = <% 1, 2, 3 %>;
	CHECK(a<:1:> == 2 && TWICE(a[2]) == 6);
	CHECK(PASTE(1, 2) == 12);
	CHECK("<:%:"[0] == '<' && '%' != '}'); // <: %> in a comment
	CHECK(CALL(count) == 0 && CALL(third, 2, 3) == 320 && NONE() == 0 && NONE(1, 2, 3) == 0);
	CHECK(LAST(7) == 7 && LAST(7, 8) == 8 && args == 7);
	CHECK(TIGHT(7) == 7 && TIGHT(7, 8) == 8 && SPLIT(7) == 7 && SPLIT(7, 8) == 8);
	CHECK(TEXT(a, b) == 5 && TEXT() == 1);
	enum colour c = green;
	enum shape s = square;
	struct s t = { right, 1 };
	CHECK(c == 101 && s == -1 && plain == 5 && t.side == 4);
	CHECK(1 <2 ?1:2);
	return 0;
%>
