/* Blocks that change their size. */
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

// TRUE: the contents stay when a block grows
void grows(void) {
	int *p = malloc(2 * sizeof *p);
	p[0] = 3;
	p[1] = 4;
	p = realloc(p, 5 * sizeof *p);
	p[4] = 5;
	if (p[0] + p[1] + p[4] != 12)
		reach_error();
}

// FALSE: what stays is what was there
void is_kept(void) {
	char *p = malloc(4);
	memset(p, 'x', 4);
	p = realloc(p, 9);
	if (p[3] == 'x')
		reach_error();
}

// TRUE: a part of the contents stays when a block shrinks
void shrinks(void) {
	long *p = calloc(3, sizeof *p);
	p[0] = 7;
	p = realloc(p, sizeof *p);
	if (p[0] != 7)
		reach_error();
}

// TRUE: realloc of no block gives one
void of_null(void) {
	int *p = realloc(0, 8);
	p[1] = 1;
	if (!p || p[1] != 1)
		reach_error();
}

// UNKNOWN(approximation): realloc to nothing gives null with glibc, a block with other libraries
void to_nothing(void) {
	char *p = malloc(3);
	if (!realloc(p, 0))
		reach_error();
}

struct list {
	int *items, used, room;
};

static void push(struct list *l, int item) {
	if (l->used == l->room) {
		l->room = 2 * l->room + 1;
		l->items = realloc(l->items, l->room * sizeof *l->items);
	}
	l->items[l->used++] = item;
}

// TRUE: a list that grows keeps its items
void list_keeps(void) {
	struct list l = {0};
	int first = __VERIFIER_nondet_int();
	push(&l, first);
	push(&l, 2);
	push(&l, 3);
	if (l.items[0] != first || l.items[2] != 3)
		reach_error();
}

static void *(*allocate)(size_t) = malloc;

// TRUE: malloc can be called through a pointer
void by_pointer(void) {
	int *p = allocate(sizeof *p), *q = allocate(sizeof *q);
	*p = 1;
	*q = 2;
	if (*p != 1)
		reach_error();
}

// UNKNOWN(approximation): half of a number stays, as a number of its own type it does not
void odd_sizes(void) {
	int *p = malloc(6);
	((char *)p)[5] = 1;
	p = realloc(p, 8);
	if (((char *)p)[5] != 1)
		reach_error();
}

// TRUE: blocks are aligned as they are asked to be
void aligned(void) {
	char *first = malloc(3), *p = aligned_alloc(64, 64);
	if (first && (uintptr_t)p % 64)
		reach_error();
}

// FALSE: an alignment that is no power of 2 is an error
void not_aligned(void) {
	void *p = 0;
	if (posix_memalign(&p, 24, 8) && !p)
		reach_error();
}

// TRUE: posix_memalign stores the block
void posix_stores(void) {
	void *p = 0;
	for (int i = 0; i < 2; i++)
		if (posix_memalign(&p, 32, 8) || !p || (uintptr_t)p % 32)
			reach_error();
}

// UNKNOWN(approximation): which block of one call of malloc has the lower address is open
void order_in_loop(void) {
	char *p[2];
	for (int i = 0; i < 2; i++)
		p[i] = malloc(8);
	if (p[0] > p[1])
		reach_error();
}

// TRUE: in one block it is not
void order_in_block(void) {
	for (int i = 0; i < 2; i++) {
		char *p = malloc(40), *end = p + 40;
		if (p > end || end - p != 40)
			reach_error();
	}
}

// UNKNOWN(approximation): nor is it known of two variables, when each pointer may point to either
void order_of_either(void) {
	char a[8], b[8];
	char *p = __VERIFIER_nondet_int() ? a : b, *q = __VERIFIER_nondet_int() ? a + 1 : b + 1;
	if (p > q)
		reach_error();
}

// UNKNOWN(approximation): a block may lie where a freed one was
void freed_place(void) {
	char *p = malloc(8);
	free(p);
	char *q = malloc(8);
	if (p == q)
		reach_error();
}

// TRUE: not where one is that is freed later
void freed_later(void) {
	char *p = malloc(8), *q = malloc(8);
	int equal = p == q;
	free(p);
	free(q);
	if (equal)
		reach_error();
}

// UNKNOWN(approximation): realloc may move the block, or not
void realloc_moves(void) {
	char *p = malloc(8), *q = realloc(p, 100);
	if (p != q)
		reach_error();
}
