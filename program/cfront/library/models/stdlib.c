/* stdlib.h */

int rand(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

long random(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x >= 0);
	return x;
}

/* The new object's contents are unknown: the size of the old one is not known here. */
void *realloc(void *p, size_t n) {
	return malloc(n);
}

void *reallocarray(void *p, size_t k, size_t n) {
	return malloc(k * n);
}

int posix_memalign(void **p, size_t align, size_t n) {
	*p = malloc(n);
	return *p ? 0 : 12;
}
