/* qsort and bsearch. */
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int by_value(const void *p, const void *q) {
	int a = *(const int *)p, b = *(const int *)q;
	return a < b ? -1 : a > b;
}

struct item {
	int key, tag;
};

static int by_key(const void *p, const void *q) {
	const struct item *a = p, *b = q;
	return by_value(&a->key, &b->key);
}

static int by_text(const void *p, const void *q) {
	return strcmp(*(char *const *)p, *(char *const *)q);
}

static int calls;

static int counting(const void *p, const void *q) {
	calls++;
	return by_value(p, q);
}

// TRUE: three numbers are in order
void sorts(void) {
	int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
	qsort(a, 3, sizeof(int), by_value);
	if (a[0] > a[1] || a[1] > a[2])
		reach_error();
}

// FALSE: the first is the least
void least_first(void) {
	int a[4] = {7, 3, 9, 5};
	qsort(a, 4, sizeof *a, by_value);
	if (a[0] == 3 && a[1] == 5 && a[2] == 7 && a[3] == 9)
		reach_error();
}

// TRUE: nothing is lost
void keeps(void) {
	int x = __VERIFIER_nondet_int();
	int a[2] = {x, 4};
	qsort(a, 2, sizeof *a, by_value);
	if (a[0] != x && a[1] != x)
		reach_error();
}

// UNKNOWN(approximation): equal elements may be exchanged
void not_stable(void) {
	struct item a[2] = {{1, 10}, {1, 20}};
	qsort(a, 2, sizeof *a, by_key);
	if (a[0].tag == 20)
		reach_error();
}

// UNKNOWN(approximation): or not
void perhaps_stable(void) {
	struct item a[2] = {{1, 10}, {1, 20}};
	qsort(a, 2, sizeof *a, by_key);
	if (a[0].tag == 10)
		reach_error();
}

// TRUE: elements are moved as a whole
void whole(void) {
	struct item a[2] = {{2, 20}, {1, 10}};
	qsort(a, 2, sizeof *a, by_key);
	if (a[0].tag != 10 || a[1].tag != 20)
		reach_error();
}

// FALSE: pointers are sorted
void texts(void) {
	char *a[2] = {"b", "a"};
	qsort(a, 2, sizeof *a, by_text);
	if (a[0][0] == 'a')
		reach_error();
}

// UNKNOWN(unsupported): how often elements are compared is not known
void counted(void) {
	int a[3] = {3, 2, 1};
	qsort(a, 3, sizeof *a, counting);
	if (calls > 2)
		reach_error();
}

// FALSE: what is there is found
void finds(void) {
	int a[4] = {1, 3, 5, 7}, key = 5;
	int *p = bsearch(&key, a, 4, sizeof *a, by_value);
	if (p == a + 2)
		reach_error();
}

// TRUE: and nothing else
void finds_only(void) {
	int a[4] = {1, 3, 5, 7}, key = __VERIFIER_nondet_int();
	int *p = bsearch(&key, a, 4, sizeof *a, by_value);
	if (p && *p != key || !p && key == 7)
		reach_error();
}

// UNKNOWN(approximation): of two equal ones either may be found
void finds_either(void) {
	int a[4] = {1, 3, 3, 7}, key = 3;
	if (bsearch(&key, a, 4, sizeof *a, by_value) == a + 1)
		reach_error();
}
