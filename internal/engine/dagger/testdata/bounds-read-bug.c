// verdict: FALSE
// A line is read into a buffer; a pointer walks through it, and no byte is kept for the end.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
	char line[20];
	char *at = line, *end = line + sizeof line;
	while (at < end) {
		char c = __VERIFIER_nondet_char();
		if (c == '\n')
			break;
		*at++ = c;
	}
	*at = 0;
	return 0;
}
