// A program in which every check is needed: blocks made in a loop, one that is made once, local objects in blocks, and a literal.
#include <stdlib.h>

struct item {
	int value;
	struct item *next;
};

extern int __VERIFIER_nondet_int(void);
static int table[4];

static int at(int *from, int i)
{
	return from[i];
}

int main(void)
{
	struct item *list = 0;
	int sum = 0;
	for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
		struct item *fresh = malloc(sizeof *fresh);
		int pair[2] = {i, 1};
		fresh->next = list;
		list = fresh;
		if (at(__VERIFIER_nondet_int() ? pair : table, i & 1) == 7)
			break;
		sum += pair[i & 1];
	}
	while (list) {
		struct item *next = list->next;
		free(list);
		list = next;
	}
	char *text = malloc(8);
	static char word[4];
	char *spelt = sum ? (char *)"xyz" : word;
	if (!sum)
		*spelt = 'x';
	char *last = text + (sum & 7);
	*last = 0;
	free(text);
	return 0;
}
