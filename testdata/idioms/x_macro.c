// One list makes the enumeration, the names and the sizes.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#define LIST(X) X(nop, 1) X(load, 3) X(jump, 2)
#define AS_ENUM(n, s) op_##n,
#define AS_NAME(n, s) [op_##n] = #n,
#define AS_CASE(n, s) case op_##n: return s;
enum op { LIST(AS_ENUM) ops };
static const char *const names[] = {LIST(AS_NAME)};
static int size(enum op o) { switch (o) { LIST(AS_CASE) default: return 0; } }

// TRUE: the lists agree.
void holds(void) {
	unsigned o = __VERIFIER_nondet_int();
	assert(ops == 3 && sizeof names / sizeof names[0] == ops);
	if (o < ops) assert(size(o) > 0 && strlen(names[o]) >= 3);
	else assert(size(o) == 0);
	assert(strcmp(names[op_jump], "jump") == 0);
}

// FALSE: one of them has three bytes.
void fails(void) { assert(size(__VERIFIER_nondet_int()) < 3); }

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
