// Loses the rest of the list when it inserts.
// verdict: FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };

static void insert(struct node **at, int v)
{
	while (*at && (*at)->v < v)
		at = &(*at)->next;
	struct node *n = malloc(sizeof *n);
	n->v = v;
	n->next = 0;
	*at = n;
}

int main(void)
{
	struct node *list = 0;
	for (int i = 0; i < 3; i++)
		insert(&list, __VERIFIER_nondet_int());
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
