// A doubly linked ring whose links lie in the elements.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *prev, *next; };
struct item { int v; struct node node; };
#define item_of(n) ((struct item *)((char *)(n) - offsetof(struct item, node)))

static void init(struct node *h) { h->prev = h->next = h; }
static void add(struct node *h, struct node *n) { n->prev = h->prev; n->next = h; h->prev->next = n; h->prev = n; }
static void del(struct node *n) { n->prev->next = n->next; n->next->prev = n->prev; init(n); }

// TRUE: what is taken out of the middle is not seen.
void holds(void) {
	struct node h;
	struct item a = {.v = 1}, b = {.v = __VERIFIER_nondet_int()}, c = {.v = 3};
	init(&h);
	add(&h, &a.node); add(&h, &b.node); add(&h, &c.node);
	del(&b.node);
	int sum = 0;
	for (struct node *n = h.next; n != &h; n = n->next) sum += item_of(n)->v;
	assert(sum == 4 && h.prev == &c.node && b.node.next == &b.node);
}

// FALSE: with it, the sum is not known.
void fails(void) {
	struct node h;
	struct item a = {.v = 1}, b = {.v = __VERIFIER_nondet_int() & 255};
	init(&h);
	add(&h, &a.node); add(&h, &b.node);
	int sum = 0;
	for (struct node *n = h.prev; n != &h; n = n->prev) sum += item_of(n)->v;
	assert(sum != 78);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
