// verdict: FALSE
// How many elements are 7.
extern void reach_error(void);
extern int nondet(void);
int a[100000];
int main(void) {
	int n = nondet(), c = 0;
	if (n < 0 || n > 100000) return 0;
	for (int i = 0; i < n; i++) a[i] = 7;
	for (int i = 0; i < n; i++)
		if (a[i] == 8) c++;
	if (c != n) reach_error();
}
