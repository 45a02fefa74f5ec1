// verdict: TRUE
extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long);

// Nodes are inserted where their keys belong.
struct node { int key; struct node *next; };

int main(void) {
	struct node *list = 0;
	while (input()) {
		struct node *n = malloc(sizeof *n);
		n->key = input();
		if (!list || n->key <= list->key) {
			n->next = list;
			list = n;
			continue;
		}
		struct node *p = list;
		while (p->next && p->next->key < n->key) p = p->next;
		n->next = p->next;
		p->next = n;
	}
	for (struct node *p = list; p && p->next; p = p->next)
		if (p->key > p->next->key) reach_error();
}
