// A list is split in two by inputs, and both are freed.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>

extern int input(void);

struct node { int v; struct node *next; };

int main(void) {
	struct node *head = 0, *a = 0, *b = 0, *p;
	while (input()) {
		p = malloc(sizeof *p);
		if (!p)
			abort();
		p->next = head;
		head = p;
	}
	while (head) {
		p = head;
		head = head->next;
		if (input()) {
			p->next = a;
			a = p;
		} else {
			p->next = b;
			b = p;
		}
	}
	while (a) {
		p = a->next;
		free(a);
		a = p;
	}
	while (b) {
		p = b->next;
		free(b);
		b = p;
	}
	return 0;
}
