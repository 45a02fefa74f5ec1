// Frees a number that has no left branch, and leaves it in the tree.
// verdict: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { struct tree *left, *right; int v; };
static struct tree *root;

static struct tree **find(int v)
{
	struct tree **at = &root;
	while (*at && (*at)->v != v)
		at = v < (*at)->v ? &(*at)->left : &(*at)->right;
	return at;
}

int main(void)
{
	while (__VERIFIER_nondet_int()) {
		int v = __VERIFIER_nondet_int();
		struct tree **at = find(v), *n = *at;
		if (!n) {
			n = malloc(sizeof *n);
			n->v = v;
			n->left = n->right = 0;
			*at = n;
		} else if (!n->left) {
			free(n);
		} else if (!n->right) {
			*at = n->left;
			free(n);
		} else {
			struct tree **low = &n->right, *m;
			while ((*low)->left)
				low = &(*low)->left;
			m = *low;
			n->v = m->v;
			*low = m->right;
			free(m);
		}
	}
	return 0;
}
