// verdict: TRUE
extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long);

// All nodes have the same number.
struct node { int number; struct node *next; };

int main(void) {
	struct node *list = 0;
	int number = input();
	while (input()) {
		struct node *n = malloc(sizeof *n);
		n->number = number;
		n->next = list;
		list = n;
	}
	for (struct node *p = list; p; p = p->next)
		if (p->number != number) reach_error();
}
