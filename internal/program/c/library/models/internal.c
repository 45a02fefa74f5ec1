/* What the models share. A program cannot call these. */

void __craig_unknown(char *s, size_t n) {
	for (size_t i = 0; i < n; i++)
		s[i] = __VERIFIER_nondet_char();
}
