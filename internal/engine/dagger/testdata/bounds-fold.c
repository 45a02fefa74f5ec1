// verdict: TRUE
// A header is copied with a blank in front of each continued line: the copy walks faster than its source.
extern char __VERIFIER_nondet_char(void);

int main(void) {
	char from[6], to[12];
	char *s, *d = to;
	for (s = from; s < from + 6; s++)
		*s = __VERIFIER_nondet_char();
	for (s = from; s < from + 6; s++) {
		if (*s == '\n')
			*d++ = ' ';
		*d++ = *s;
	}
	return 0;
}
