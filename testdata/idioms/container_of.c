// From a member back to the structure that contains it.
#include <assert.h>
#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
int __VERIFIER_nondet_int(void);
struct link { struct link *next; };
struct job { int id; char tag; struct link link; short prio; };

static struct job *of(struct link *l) { return container_of(l, struct job, link); }

// TRUE: the structure found is the one whose member was given.
void holds(void) {
	struct job a = {.id = __VERIFIER_nondet_int(), .prio = 3}, b = {.id = 7};
	a.link.next = &b.link;
	assert(of(a.link.next)->id == 7);
	assert(of(&a.link) == &a && of(&a.link)->prio == 3);
}

// FALSE: nothing is known of the id of the first.
void fails(void) {
	struct job a = {.id = __VERIFIER_nondet_int(), .prio = 3}, b = {.id = 7};
	b.link.next = &a.link;
	assert(of(b.link.next)->id != -12345);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
