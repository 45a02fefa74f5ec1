// A value with its kind.
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum kind { INT, PAIR, TEXT };
struct value { enum kind kind; union { int i; struct { short a, b; } p; const char *s; } u; };

static int weight(const struct value *v) {
	switch (v->kind) {
	case INT: return v->u.i;
	case PAIR: return v->u.p.a + v->u.p.b;
	case TEXT: return v->u.s[0];
	}
	return -1;
}

// UNKNOWN(approximation): each kind is read as it was written.
void holds(void) {
	struct value v = {.kind = __VERIFIER_nondet_int() & 1};
	if (v.kind == INT) v.u.i = 70000; else v.u.p.a = v.u.p.b = 100;
	assert(weight(&v) == (v.kind == INT ? 70000 : 200));
	v = (struct value){TEXT, {.s = "z"}};
	assert(weight(&v) == 'z');
}

// FALSE: a pair of the parts of a number.
void fails(void) {
	struct value v = {INT, {.i = __VERIFIER_nondet_int()}};
	int before = weight(&v);
	v.kind = PAIR;
	if (before > 70000) assert(weight(&v) != before % 1000);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
