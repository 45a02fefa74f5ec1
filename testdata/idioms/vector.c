// A growing vector of elements of any size.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct vec { char *data; size_t len, cap, size; };

static int push(struct vec *v, const void *e) {
	if (v->len == v->cap) {
		size_t cap = v->cap ? v->cap * 2 : 1;
		void *p = realloc(v->data, cap * v->size);
		if (!p) return -1;
		v->data = p;
		v->cap = cap;
	}
	memcpy(v->data + v->len++ * v->size, e, v->size);
	return 0;
}
static void *at(struct vec *v, size_t i) { return i < v->len ? v->data + i * v->size : 0; }

// TRUE: elements keep their values when it grows.
void holds(void) {
	struct vec v = {.size = sizeof(int)};
	int x = __VERIFIER_nondet_int(), y = 2;
	if (push(&v, &x) || push(&v, &y) || push(&v, &x)) return;
	assert(v.len == 3 && v.cap == 4 && !at(&v, 3));
	assert(*(int *)at(&v, 0) == x && *(int *)at(&v, 1) == 2 && *(int *)at(&v, 2) == x);
	free(v.data);
}

// FALSE: the last is not known.
void fails(void) {
	struct vec v = {.size = sizeof(int)};
	int x = __VERIFIER_nondet_int(), y = 2;
	if (push(&v, &y) || push(&v, &x)) return;
	int got = *(int *)at(&v, 1);
	free(v.data);
	assert(got != 77);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
