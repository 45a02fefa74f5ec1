// answer: equal
// loops: no
struct node {
	struct node *next, *prev;
	int key;
};
void old(struct node *n) {
	n->prev->next = n->next;
	n->next->prev = n->prev;
	n->key = 0;
}
void new(struct node *n) {
	struct node *after = n->next, *before = n->prev;
	n->key = 0;
	after->prev = before;
	before->next = after;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) {
	struct node a[3], b[3];
	for (int i = 0; i < 3; i++) {
		int key = rnd();
		a[i] = (struct node){a + (i + 1) % 3, a + (i + 2) % 3, key};
		b[i] = (struct node){b + (i + 1) % 3, b + (i + 2) % 3, key};
	}
	old(a + 1);
	new(b + 1);
	for (int i = 0; i < 3; i++)
		if (a[i].next - a != b[i].next - b || a[i].prev - a != b[i].prev - b || a[i].key != b[i].key)
			return 1;
	return 0;
}
#endif
