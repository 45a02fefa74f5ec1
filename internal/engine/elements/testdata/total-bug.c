// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
/* A sum of elements none of which is negative. */
int main(void) {
	int a[1000], over[1000];
	int n = nondet(), least = nondet(), total = 0;
	if (n < 0 || n > 1000 || least > 100) return 0;
	for (int i = 0; i < n; i++) {
		a[i] = nondet();
		if (a[i] < -100 || a[i] > 100) return 0;
		if (a[i] < least) least = a[i];
	}
	for (int i = 0; i < n; i++) over[i] = least - a[i];
	for (int i = 0; i < n; i++) total += over[i];
	if (total < 0) reach_error();
}
