#include <setjmp.h>

static jmp_buf here;

CASE(setjmp) {
	out(setjmp(here));
}

CASE(_setjmp) {
	out(_setjmp(here));
}
