// Builtins of GCC that are not arithmetic.
#include "check.h"
#include <stdatomic.h>
extern void __chk_fail(void);
void *__memcpy_chk(void *, const void *, unsigned long, unsigned long);

static int calls;
static int count(int x) { calls++; return x; }
static int *next(int **p) { return (*p)++; }


enum { bits = __builtin_popcount(255) + __builtin_clz(1), swapped = __builtin_bswap16(0x1234) };
int table[__builtin_ctz(64)];
_Static_assert(__builtin_ffs(0) == 0 && __builtin_clrsb(-1) == 31 && __builtin_parityll(7) == 1, "");
_Static_assert(__builtin_add_overflow_p(2147483647, 1, 0), "");
_Static_assert(__atomic_always_lock_free(4, 0), "");

int main(void) {
	char text[16], other[16] = "overwritten";
	unsigned n = count(5);
	__builtin___memcpy_chk(text, "hello", n + 1, __builtin_object_size(text, 0));
	CHECK(__builtin_strcmp(text, "hello") == 0 && calls == 1);
	__builtin___memset_chk(other, 'x', n, 16);
	CHECK(other[4] == 'x' && other[5] == 'r');
	__builtin___strcpy_chk(other, text, 16);
	__builtin___strncat_chk(other, " world", 3, 16);
	CHECK(__builtin_strlen(other) == 8 && other[7] == 'o');
	__builtin___memmove_chk(other + 1, other, n, 15);
	CHECK(other[0] == 'h' && other[1] == 'h' && other[5] == 'o');
	CHECK(__builtin_mempcpy(text, "ab", n - 3) == text + 2 && text[2] == 'l');

	int a[3] = { 1, 2, 3 }, *p = a;
	CHECK(__sync_fetch_and_add(next(&p), count(10)) == 1 && a[0] == 11 && p == a + 1 && calls == 2);
	CHECK(__atomic_add_fetch(&a[count(1)], *p, count(5)) == 4 && calls == 4);
	int *q = a;
	CHECK(__atomic_load_n(&q, __ATOMIC_ACQUIRE)[1] == 4 && __atomic_exchange_n(&q, p, 5) == a && *q == 4);
	CHECK(__sync_bool_compare_and_swap(&q, p, a + 2) && *q == 3 && !__sync_bool_compare_and_swap(&q, p, a));
	_Bool flag = 0;
	CHECK(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST) && flag && __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
	__atomic_clear(&flag, __ATOMIC_SEQ_CST);
	CHECK(!flag && !__atomic_exchange_n(&flag, 5, 5) && flag == 1);
	__sync_synchronize();

	char *s = __builtin_alloca_with_align(n, 64);
	s[4] = 3;
	CHECK(s[4] == 3 && __builtin_expect(s[4], 2) == 3);
	CHECK(__builtin_extract_return_addr(s) == s);
	CHECK(bits == 39 && swapped == 0x3412 && sizeof table == 6 * sizeof(int));
	CHECK(__builtin_classify_type(1) == 1 && __builtin_classify_type(s) == 5 && __builtin_classify_type(1.0) == 8);
	CHECK(__builtin_isnan(1.0) == 0 && __builtin_isfinite(2.0f) == 1 && __builtin_isless(1.0, 2.0) && !__builtin_signbit(3.0));
	CHECK(__builtin_fpclassify(0, 1, 2, 3, 4, 1.5) == 2 && __builtin_fpclassify(0, 1, 2, 3, 4, 0.0) == 4);
	CHECK(__builtin_LINE() == __LINE__ && __builtin_FUNCTION()[0] == 'm');
	CHECK(__builtin_constant_p(3) && __builtin_choose_expr(1, 2, 3) == 2);
	return 0;
}
