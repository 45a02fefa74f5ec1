// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
/* The length of a string is the index of its first zero byte. */
char s[1000];
int main(void) {
	unsigned end = nondet(), n = 0;
	if (end >= 1000) return 0;
	for (int i = 0; i < 1000; i++) s[i] = nondet();
	s[end] = 0;
	while (s[n] != 0) n++;
	if (n > end || s[n] != 0) reach_error();
	for (unsigned i = 0; i < n; i++)
		if (s[i] == 0) reach_error();
}
