// verdict: FALSE
// Another remainder is looked at.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[1000];
	int n = nondet();
	if (n < 0 || n > 1000) return 0;
	for (int i = 0; i < n; i++) if (i%2 == 0) a[i] = 1;
	else a[i] = -1;
	for (int i = 0; i < n; i++) if (i%3 == 0 && a[i] != 1 || i%2 != 0 && a[i] != -1) reach_error();
}
