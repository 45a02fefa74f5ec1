/* stdlib.h: what calls through pointers to these functions call. Calls by name the front end knows itself. */

extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void free(void *);

void *malloc(size_t n) {
	return malloc(n);
}

void *calloc(size_t k, size_t n) {
	return calloc(k, n);
}

void *realloc(void *p, size_t n) {
	return realloc(p, n);
}

void free(void *p) {
	free(p);
}
