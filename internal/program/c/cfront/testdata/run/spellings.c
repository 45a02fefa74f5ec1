/* Spellings that are rare: assertions without messages, attributes behind the qualifiers of pointers, old
   designators, labels in front of a brace, literals that are joined. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define A "\x4"
#define ASSERT(e) _Static_assert(e)

_Static_assert(sizeof(int) == 4);
ASSERT(sizeof "a,b)" == 5);
struct S {
	int a;
	_Static_assert(1, "with a message");
	_Static_assert(sizeof(char) == 1);
};

int x = 7;
int *const __attribute__((unused)) p = &x;
int *const volatile __attribute__((unused)) __attribute__((aligned(4), unused)) q = &x, *const r = &x;
int old[4] = {[1] 5, [3] -2}, new[4] = {[1] = 5, [2] = 6};
const char *names[] = {[0] = "zero", [1] = "one"};
int caf\u00e9 = 3;

static int classify(int c) {
	switch (c) {
	case 1:
		return 1;
	default:
	}
	goto end;
end:
	return 2;
}

static int last(int c) {
	int n = 0;
	if (c)
		goto out;
	n = 1;
	return n;
out: }

int main(void) {
	CHECK(*p == 7 && *q == 7 && *r == 7);
	CHECK(old[0] == 0 && old[1] == 5 && old[3] == -2 && new[2] == 6 && names[1][0] == 'o');
	CHECK(café == 3);
	CHECK(classify(1) == 1 && classify(2) == 2);
	if (x == 8) last(x);
	CHECK(sizeof("\x41" "1") == 3 && ("\x41" "1")[1] == '1');
	CHECK(sizeof("\1" "1") == 3 && ("\1" "1")[0] == 1 && sizeof("\\x4" "1") == 5);
	CHECK(sizeof(A "1") == 3 && A[0] == 4);
	CHECK(sizeof("a" L"b") == 3 * sizeof L'a' && ("a" L"b")[1] == L'b' && ("a" "b" L"c")[2] == L'c');
	CHECK((L"\x4142" L"1")[0] == 0x4142 && (L"\x4142" L"1")[1] == L'1');
	CHECK(sizeof(u"a" "b") == 6 && sizeof("a" u"b") == 6 && sizeof("a" U"b") == 12);
	return 0;
}
