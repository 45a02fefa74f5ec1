// verdict: FALSE
extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long);

// Nodes are appended; a second loop raises what is below zero.
struct node { struct node *next; int level; };

int main(void) {
	struct node *first = malloc(sizeof *first), *last = first;
	first->level = 0;
	first->next = 0;
	while (input()) {
		struct node *n = malloc(sizeof *n);
		int level = input();
		n->level = level;
		n->next = 0;
		last->next = n;
		last = n;
	}
	for (struct node *p = first; p; p = p->next)
		if (p->level < -1) p->level = 0;
	for (struct node *p = first; p; p = p->next)
		if (p->level < 0) reach_error();
}
