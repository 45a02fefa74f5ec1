// A binary search tree: numbers are inserted, and the smallest is taken out.
// verdict: TRUE
// proved: valid-deref, valid-free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int v; struct tree *left, *right; };
static struct tree *root;

static void insert(int v)
{
	struct tree **at = &root, *n = malloc(sizeof *n);
	n->v = v;
	n->left = n->right = 0;
	while (*at)
		at = v < (*at)->v ? &(*at)->left : &(*at)->right;
	*at = n;
}

static void smallest(void)
{
	struct tree *above = 0, *n = root;
	if (!n)
		return;
	while (n->left) {
		above = n;
		n = n->left;
	}
	if (above)
		above->left = n->right;
	else
		root = n->right;
	free(n);
}

int main(void)
{
	while (__VERIFIER_nondet_int())
		if (__VERIFIER_nondet_int())
			insert(__VERIFIER_nondet_int());
		else
			smallest();
	while (root)
		smallest();
	return 0;
}
