// Whether results have values of a type: of integers of all types, of the widths of bit-fields, and of constants. Shuffled vectors.
int printf(const char *, ...);

typedef int v4 __attribute__((vector_size(16)));
typedef short v8 __attribute__((vector_size(16)));

enum { Sum = __builtin_add_overflow_p(100, 100, (signed char)0), Fits = __builtin_add_overflow_p(100, 27, (signed char)0) };
_Static_assert(__builtin_mul_overflow_p(1u << 31, 2, 0u) && !__builtin_mul_overflow_p(1u << 31, 2, 0ull), "");
_Static_assert(__builtin_sub_overflow_p(0, 1u, 0u) && !__builtin_sub_overflow_p(0, 1u, 0), "");
_Static_assert(__builtin_add_overflow_p(-1ull, 1, 0ll) && __builtin_sub_overflow_p(-0x7fffffffffffffffll - 1, 1, 0ll), "");
static int table[] = {__builtin_add_overflow_p(3, 4, (unsigned char)0), __builtin_add_overflow_p(255, 1, (unsigned char)0)};

struct { int b : 5; unsigned c : 3; } s;
int calls;
static int next(int x) {
	calls = calls * 10 + x;
	return x;
}

#define TELL(x, y) printf("%d%d%d%d%d%d%d%d ", __builtin_add_overflow_p(x, y, (char)0), __builtin_sub_overflow_p(x, y, 0u), \
	__builtin_mul_overflow_p(x, y, 0), __builtin_mul_overflow_p(x, y, 0ll), __builtin_add_overflow_p(x, y, s.b), \
	__builtin_sub_overflow_p(x, y, s.c), __builtin_mul_overflow_p(x, y, s.b), __builtin_add_overflow_p(x, y, (unsigned short)0))

int main(void) {
	int ints[] = {0, 1, -1, 7, 15, 16, -16, -17, 127, 128, 65535, 2147483647, -2147483647 - 1};
	int n = sizeof ints / sizeof *ints;
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < n; k++) {
			TELL(ints[i], ints[k]);
			TELL((unsigned)ints[i], (long long)ints[k] << 20);
			TELL((signed char)ints[i], (unsigned long long)ints[k]);
		}
	}
	printf("\n%d %d %d %d\n", Sum, Fits, table[0], table[1]);
	printf("%d %d\n", __builtin_add_overflow_p(next(1), next(2), next(3)), calls);
	v4 a = {1, 2, 3, 4}, m = {3, 6, 1, 4}, r = __builtin_shuffle(a, m), q = __builtin_shuffle(a, a * 10, m);
	v8 e = {1, 2, 3, 4, 5, 6, 7, 8}, x = __builtin_shuffle(e, e + e);
	for (int i = 0; i < 4; i++) printf("%d %d ", r[i], q[i]);
	for (int i = 0; i < 8; i++) printf("%d ", x[i]);
	printf("\n");
	return 0;
}
