// Constants of floating-point types, as <float.h> and programs write them.
#include <float.h>
#include <math.h>

int largest_double(void) { return DBL_MAX == 0x1.fffffffffffffp+1023 && -DBL_MAX < -0x1.ffffffffffffep+1023; }

int limits_of_double(void) { return (DBL_MIN == 0x1p-1022) + 2 * (DBL_EPSILON == 0x1p-52) + 4 * (DBL_TRUE_MIN == 0x1p-1074); }

int limits_of_float(void) { return (FLT_MAX == 0x1.fffffep+127f) + 2 * (FLT_MIN == 0x1p-126f) + 4 * (FLT_TRUE_MIN > 0); }

static double top = DBL_MAX;

int beyond_the_largest(void) { return isinf(top * 2) + 2 * (top > DBL_MAX) + 4 * (top / 2 < DBL_MAX); }

// The literal is rounded to long double first: to the middle of two doubles, and from there to the even one.
int rounded_twice(void) { return (double)9007199254740993.0001L == 9007199254740992.0; }

int near_the_middle(void) { return (double)9007199254740993.01L == 9007199254740994.0; }

int to_float(void) { return (float)16777217.0000000001L == 16777218.0f; }

int negative(void) { return (double)-0.1L == -0.1 && (float)-0.1L == -0.1f; }

int too_large(void) { return (double)1e400L == INFINITY && (float)-1e39L == -INFINITY; }

int too_small(void) { return (double)1e-400L == 0 && (double)4.9e-324L > 0; }

static int of_float(c, f, s) char c; float f; short s; { return c + (int)(f * 2) + s; }

// through a pointer without a prototype: the double becomes the float of the definition
int old_style(void) {
	int (*p)() = of_float;
	return p(300, 2.5, 65539);
}

static int of_bool(c, b) unsigned char c; _Bool b; { return 2 * c + b; }

// gcc takes the low byte of the argument for a _Bool
int old_style_bool(void) { return of_bool(-1, 256) + 1000 * of_bool(257, 1); }

// also through a pointer
int old_style_bool_pointer(void) {
	int (*p)() = of_bool;
	return p(-1, 256) + 1000 * p(257, 1);
}
