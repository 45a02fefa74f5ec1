// A hash table with many chains: words are put in once, looked up and taken out, by pointers to the links.
// verdict: TRUE
// proved: valid-deref, valid-free
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct word { unsigned key; struct word *next; };
static struct word *table[100];

static struct word **find(unsigned key)
{
	struct word **at = &table[key % 100];
	while (*at && (*at)->key != key)
		at = &(*at)->next;
	return at;
}

int main(void)
{
	while (__VERIFIER_nondet_uint()) {
		unsigned key = __VERIFIER_nondet_uint();
		struct word **at = find(key), *w = *at;
		if (!w) {
			w = malloc(sizeof *w);
			w->key = key;
			w->next = 0;
			*at = w;
		} else if (__VERIFIER_nondet_uint()) {
			*at = w->next;
			free(w);
		}
	}
	return 0;
}
