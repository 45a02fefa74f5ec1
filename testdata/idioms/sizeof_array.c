// The number of elements of an array, not of a parameter.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
static const struct { char key; int value; } table[] = {{'a', 3}, {'q', 5}, {'z', 9}};

static int get(char k) {
	for (unsigned i = 0; i < COUNT(table); i++) if (table[i].key == k) return table[i].value;
	return 0;
}
static unsigned wrong(int a[7]) { return COUNT(a); }

// TRUE: all are found.
void holds(void) {
	unsigned i = __VERIFIER_nondet_uint();
	assert(COUNT(table) == 3 && sizeof table == 24);
	if (i < COUNT(table)) assert(get(table[i].key) == table[i].value);
}

// FALSE: a parameter is a pointer.
void fails(void) {
	int a[7] = {0};
	unsigned i = __VERIFIER_nondet_uint();
	if (i < COUNT(a)) assert(i < wrong(a));
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
