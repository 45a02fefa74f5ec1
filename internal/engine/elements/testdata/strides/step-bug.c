// verdict: FALSE
// Those between are looked at, too.
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int a[2000];
	int n = nondet();
	if (n < 0 || n > 2000) return 0;
	for (int i = 0; i < n; i += 2) a[i] = 5;
	for (int i = 0; i < n; i++) if (a[i] != 5) reach_error();
}
