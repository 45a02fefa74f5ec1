// A loop over a format that takes arguments of several types.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

static long total(const char *fmt, ...) {
	va_list ap, again;
	long sum = 0;
	va_start(ap, fmt);
	va_copy(again, ap);
	for (const char *p = fmt; *p; p++) {
		switch (*p) {
		case 'd': sum += va_arg(ap, int); break;
		case 'l': sum += va_arg(ap, long); break;
		case 's': sum += *va_arg(ap, const char *); break;
		}
	}
	if (*fmt == 'd') sum -= va_arg(again, int);
	va_end(again);
	va_end(ap);
	return sum;
}

// TRUE: the first int is added and taken away again, from the copy.
void holds(void) {
	int x = __VERIFIER_nondet_int();
	assert(total("dls", x, 5L, "a") == 5 + 'a');
	assert(total("ld", 5L, x) == 5L + x);
}

// FALSE: an int that is not the first is not taken away.
void fails(void) {
	int x = __VERIFIER_nondet_int();
	assert(total("ld", 5L, x) != 1000);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
