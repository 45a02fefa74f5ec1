// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
char s[1000], t[1000];
int main(void) {
	for (int i = 0; i < 999; i++) s[i] = nondet();
	s[999] = 0;
	int n = 0;
	do { t[n] = s[n]; } while (s[n++] != 0);
	for (int i = 0; i < n; i++)
		if (t[i] == 0) reach_error();
}
