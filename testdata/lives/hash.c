// A hash table with chains: insertion, removal of a key wherever it is, and an end that frees all.
// verdict: TRUE
// proved: valid-deref, valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry { struct entry *next; int key; };
static struct entry *table[2];

static void insert(int key)
{
	struct entry *e = malloc(sizeof *e);
	e->key = key;
	e->next = table[key & 1];
	table[key & 1] = e;
}

static void drop(int key)
{
	struct entry **at = &table[key & 1];
	while (*at) {
		struct entry *e = *at;
		if (e->key == key) {
			*at = e->next;
			free(e);
			return;
		}
		at = &e->next;
	}
}

int main(void)
{
	while (__VERIFIER_nondet_int()) {
		int key = __VERIFIER_nondet_int();
		if (__VERIFIER_nondet_int())
			insert(key);
		else
			drop(key);
	}
	for (int i = 0; i < 2; i++)
		while (table[i]) {
			struct entry *e = table[i];
			table[i] = e->next;
			free(e);
		}
	return 0;
}
