// Leaves one child of a new node unset.
// verdict: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int v; struct tree *left, *right; };
static struct tree *root;

int main(void)
{
	while (__VERIFIER_nondet_int()) {
		int v = __VERIFIER_nondet_int();
		struct tree *n = malloc(sizeof *n), *at = root;
		n->v = v;
		n->left = 0;
		if (!root)
			root = n;
		while (at) {
			if (v < at->v) {
				if (!at->left) {
					at->left = n;
					break;
				}
				at = at->left;
			} else {
				if (!at->right) {
					at->right = n;
					break;
				}
				at = at->right;
			}
		}
	}
	return 0;
}
