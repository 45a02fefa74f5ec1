// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
int at[100], a[100];
/* The index of what is written is an element, too. */
int main(void) {
	int n = nondet();
	if (n < 0 || n > 100) return 0;
	for (int i = 0; i < n; i++) at[i] = i / 2;
	for (int i = 0; i < n; i++) a[at[i]] = 1;
	for (int i = 0; i < n; i++)
		if (a[i] != 1) reach_error();
}
