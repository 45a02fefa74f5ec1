int f(int x){ return _Generic(x, int: 1, long: 2, default: 3) + _Generic((char)0, char: 1, signed char: 2, unsigned char: 3); }
_Static_assert(sizeof(int)==4, "x"); _Alignas(16) int al; int ao = _Alignof(double); _Thread_local int tl; _Noreturn void nr(void); _Atomic int at; _Atomic(int) at2;
struct sa { int x; _Static_assert(1, "in struct"); };
