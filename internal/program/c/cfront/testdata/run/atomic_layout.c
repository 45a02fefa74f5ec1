// Where members are that are _Atomic: aligned to their size, if that is a power of two up to 16.
extern void reach_error(void);
struct four { char x[4]; };
struct two { int a, b; };
struct large { char x[32]; };
typedef _Atomic struct two atomic_two;
struct a { char c; _Atomic struct four s; };
struct b { char c; _Atomic(struct two) s; };
struct d { char c; _Atomic long long l; };
struct e { char c; _Atomic double l; };
struct f { char c; _Atomic struct large s; };
struct g { char c; atomic_two s; struct { _Atomic short n; char k; } in; };
struct h { char c; _Atomic int *p; _Atomic unsigned u; };
int main(void) {
	if (sizeof(struct a) != 8 || __builtin_offsetof(struct a, s) != 4)
		reach_error();
	if (sizeof(struct b) != 16 || __builtin_offsetof(struct b, s) != 8)
		reach_error();
	if (sizeof(struct d) != 16 || __builtin_offsetof(struct d, l) != 8)
		reach_error();
	if (sizeof(struct e) != 16 || __builtin_offsetof(struct e, l) != 8)
		reach_error();
	if (sizeof(struct f) != 33 || __builtin_offsetof(struct f, s) != 1)
		reach_error();
	if (sizeof(struct g) != 24 || __builtin_offsetof(struct g, in) != 16)
		reach_error();
	if (__builtin_offsetof(struct h, u) != 2 * sizeof(char *))
		reach_error();
	return 0;
}
