// verdict: FALSE
// Blanks at the end of a text are taken away from behind, by a pointer into a block of any size.
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

struct text { int length; char *bytes; };

int main(void) {
	struct text t;
	t.length = __VERIFIER_nondet_int();
	if (t.length <= 0 || t.length > 4096)
		return 0;
	t.bytes = malloc(t.length);
	char *p = t.bytes + t.length;
	while (p >= t.bytes && p[-1] == ' ')
		*--p = 0;
	return 0;
}
