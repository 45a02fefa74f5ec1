/* What gcc 12 has of C23. */
#include "../run/check.h"

[[nodiscard]] static int one([[maybe_unused]] int x, int) { return 1'000; }
static int seven[[gnu::aligned(16)]] = 0b111;

#ifndef NOTHING
#elifdef NOTHING
#endif

int main(void) {
	_Static_assert(sizeof(u8'a') == 1 && u8'a' == 97);
	int a[3] = {}, n = 0;
	CHECK(one(1, 2) == 1000 && 0x1'0000'0000 == 1LL << 32 && 1'2.5'0 == 12.5 && a[2] == 0 && seven == 7);
	for (int i = 0; i < 3; i++) [[likely]]
		n++;
	switch (n) {
	case 3:
		n++;
		[[fallthrough]];
	case 5:
		n++;
		break;
	}
	CHECK(n == 5);
	if (n != 5) [[unlikely]]
		n = 0;
	goto end;
end:
	int last = n;
	CHECK(last == 5);
	{ inner: }
	return 0;
}
