/* What CBMC's harnesses ask about pointers */

void *__craig_start(const void *p);
size_t __craig_extent(const void *p);
size_t __craig_offset(const void *p);

size_t __CPROVER_OBJECT_SIZE(const void *p) {
	return __craig_extent(p);
}

size_t __CPROVER_POINTER_OFFSET(const void *p) {
	return __craig_offset(p);
}

size_t __CPROVER_POINTER_OBJECT(const void *p) {
	/* which object, rather than where: no two have the same distance, wherever a block of the heap lies */
	return (const char *)__craig_start(p) - (const char *)0;
}

_Bool __CPROVER_same_object(const void *p, const void *q) {
	return __CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(q);
}

/* An object of n bytes from p on: all are in the object that p points into. */
_Bool __CPROVER_r_ok(const void *p, size_t n) {
	const char *start = __craig_start(p);
	size_t size = __craig_extent(p);
	if (p == 0 || start == 0)
		return 0;
	size_t offset = __craig_offset(p);
	return offset <= size && n <= size - offset;
}

_Bool __CPROVER_w_ok(const void *p, size_t n) {
	return __CPROVER_r_ok(p, n);
}

_Bool __CPROVER_rw_ok(const void *p, size_t n) {
	return __CPROVER_r_ok(p, n);
}

void *__CPROVER_allocate(size_t n, _Bool zero) {
	return zero ? calloc(n, 1) : malloc(n);
}

void __CPROVER_havoc_object(void *p) {
	__craig_unknown(__craig_start(p), __craig_extent(p));
}
