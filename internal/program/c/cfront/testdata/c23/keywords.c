/* Words that C23 reserves, most of which gcc has since version 13. */
#include "../run/check.h"

enum small : unsigned char { low, high = 200 };
static thread_local int mine = 4;
static const bool yes = true;
static_assert(sizeof(enum small) == 1 && alignof(double) == 8);

int main() {
	bool b = 5;
	CHECK(b == 1 && sizeof b == 1 && yes && !false && _Generic(true, bool: 1, default: 2) == 1);
	int *p = nullptr;
	CHECK(!p && p == nullptr);
	auto x = 1.5;
	auto n = sizeof x;
	CHECK(x == 1.5 && n == 8 && _Generic(n, unsigned long: 1, default: 0));
	typeof_unqual(const int) y = 2;
	y = 3;
	alignas(16) char c;
	constexpr int k = 4;
	CHECK(y + k == 7 && (unsigned long)&c % 16 == 0 && mine == 4 && high == 200);
	return 0;
}
