// verdict: FALSE
// As sendmail takes addresses in angles apart: two pointers, and a limit that each bracket moves by one, but too late.
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);

int main(void) {
	int size = __VERIFIER_nondet_int();
	if (size < 4 || size > 1000)
		return 0;
	char *to = malloc(size);
	char *p = to, *limit = to + size;
	int inside = 0;
	while (p < limit) {
		int c = __VERIFIER_nondet_int();
		if (c == 0)
			break;
		if (c == '<' && !inside) {
			inside = 1;
			limit--;
		} else if (c == '>' && inside) {
			inside = 0;
			limit++;
		}
		*p++ = (char)c;
	}
	if (inside)
		*p++ = '>';
	*p = 0;
	return 0;
}
