/*
 * What calls of qsort and bsearch become. C does not say which elements are compared, how often, where equal elements come to lie, and
 * which of several equal ones is found (C11 7.22.5). The first two do not matter, since what compares does nothing else, or the answer is
 * UNKNOWN. For the others every possibility is taken: an element goes on past equal ones, or does not.
 *
 * If something in the comparison may be an error, it is looked for in the calls of binary search and of merge sort, as glibc makes them,
 * before which there may be one with any two elements.
 */

typedef int comparison(const void *, const void *);

/* A number that certify does not try for what C leaves open: an execution that needs it is none that every library has. */
#define RARELY 77777

static size_t any(size_t n) {
	size_t k = n <= __INT_MAX__ ? (size_t)__craig_open() : (size_t)__craig_guess_long();
	__VERIFIER_assume(k < n);
	return k;
}

void __craig_sort(void *base, size_t n, size_t size, comparison *compare) {
	char *a = base;
	__craig_compares();
	if (__craig_watched()) {
		if (n && __craig_open() == RARELY) {
			size_t k = any(n);
			compare(a + k * size, a + any(n) * size);
		}
		size_t parts = 1; /* into which the array is halved again and again */
		while (parts < n - parts && parts < n)
			parts *= 2;
		for (; parts > 0; parts /= 2) {
			for (size_t k = 0; k < parts; k++) {
				size_t i = 0, length = n;
				for (size_t half = parts / 2; half > 0; half /= 2) {
					if (k & half) {
						i += length / 2;
						length -= length / 2;
					} else
						length /= 2;
				}
				/* Merge the sorted halves: one element after the other moves to its place. */
				for (size_t j = i + length / 2, end = i + length; i < j && j < end; i++) {
					char *p = a + i * size, *q = a + j * size;
					int order;
					if (__craig_watched() == 2 && __craig_open() % 2) { /* where it is asked which statements are executed */
						int back = compare(q, p);
						order = back < 0 ? 1 : back > 0 ? -1 : 0;
					} else
						order = compare(p, q);
					if (order > 0 || (order == 0 && __craig_open() % 2)) {
						for (; q > p; q -= size)
							__craig_exchange(q - size, q, size);
						j++;
					}
				}
			}
		}
		return;
	}
	size_t end = n * size;
	for (size_t i = size; i < end; i += size) {
		for (size_t j = i; j > 0; j -= size) {
			int order = compare(a + j - size, a + j);
			if (order < 0 || (order == 0 && __craig_open() % 2))
				break;
			__craig_exchange(a + j - size, a + j, size);
		}
	}
}

void *__craig_search(const void *key, const void *base, size_t n, size_t size, comparison *compare) {
	const char *a = base, *found = 0;
	__craig_compares();
	if (!__craig_watched()) {
		for (size_t i = 0; i < n; i++) {
			if (compare(key, a + i * size) == 0) {
				found = a + i * size;
				if (__craig_open() % 2)
					break;
			}
		}
		return (void *)found;
	}
	if (n && __craig_open() == RARELY) {
		found = a + any(n) * size;
		if (compare(key, found) == 0)
			return (void *)found;
	}
	for (size_t low = 0, high = n; low < high;) {
		size_t middle = (low + high) / 2;
		int order = compare(key, a + middle * size);
		if (order == 0)
			return (void *)(a + middle * size);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}
