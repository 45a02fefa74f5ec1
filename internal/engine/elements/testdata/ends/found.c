// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
/* What was put at one index is found at it or before it: a fact about one element meets one about all. */
int a[5000];
int main(void) {
	int n = nondet(), x = nondet(), i = 0;
	if (n < 1 || n > 5000) return 0;
	for (int j = 0; j < n; j++) a[j] = nondet();
	int at = nondet();
	if (at < 0 || at >= n) return 0;
	a[at] = x;
	while (i < n && a[i] != x) i++;
	if (i == n) reach_error();
}
