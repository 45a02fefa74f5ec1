// Operations in a constant structure of pointers; callbacks get a context.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct counter { int n; };
struct ops { int (*open)(void *ctx); int (*put)(void *ctx, int v); };

static int open_(void *ctx) { ((struct counter *)ctx)->n = 0; return 0; }
static int put(void *ctx, int v) { struct counter *c = ctx; if (v < 0) return -1; c->n++; return v; }
static int nothing(void *ctx, int v) { (void)ctx; return v; }
static const struct ops devices[] = {{.open = open_, .put = put}, {.open = open_, .put = nothing}};

static int drive(const struct ops *o, void *ctx, int v) { return o->open(ctx) ? -2 : o->put(ctx, v); }

// TRUE: a device counts exactly what it accepts.
void holds(void) {
	struct counter c;
	int v = __VERIFIER_nondet_int(), r = drive(&devices[0], &c, v);
	assert(c.n == (v >= 0) && (r == v || r == -1));
}

// FALSE: the second device counts nothing.
void fails(void) {
	struct counter c;
	int v = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	drive(&devices[k & 1], &c, v);
	assert(v < 0 || c.n == 1);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
