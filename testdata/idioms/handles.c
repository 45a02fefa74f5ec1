// Opaque handles of an index and a generation.
#include <assert.h>
int __VERIFIER_nondet_int(void);
typedef unsigned handle;
enum { SLOTS = 4 };
static struct { unsigned generation; int used, value; } slots[SLOTS];

static handle add(int value) {
	for (unsigned i = 0; i < SLOTS; i++)
		if (!slots[i].used) {
			slots[i].used = 1;
			slots[i].value = value;
			return slots[i].generation << 8 | (i + 1);
		}
	return 0;
}
static int *get(handle h) {
	unsigned i = (h & 255) - 1;
	if (i >= SLOTS || !slots[i].used || slots[i].generation != h >> 8) return 0;
	return &slots[i].value;
}
static void drop(handle h) {
	if (!get(h)) return;
	slots[(h & 255) - 1].used = 0;
	slots[(h & 255) - 1].generation++;
}

// TRUE: an old handle leads nowhere, though its slot is used again.
void holds(void) {
	int v = __VERIFIER_nondet_int();
	handle a = add(v), b = add(2);
	assert(get(a) && *get(a) == v && *get(b) == 2);
	drop(a);
	handle c = add(3);
	assert(!get(a) && *get(c) == 3 && (c & 255) == (a & 255));
	assert(!get(0));
}

// FALSE: some number is a handle.
void fails(void) {
	add(1);
	assert(!get((handle)__VERIFIER_nondet_int()));
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
