// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
int a[5000], small[5000], large[5000];
int main(void) {
	int n = nondet(), p = nondet(), s = 0, l = 0;
	if (n < 0 || n > 5000) return 0;
	for (int i = 0; i < n; i++) a[i] = nondet();
	for (int i = 0; i < n; i++)
		if (a[i] <= p) small[s++] = a[i];
		else large[l++] = a[i];
	for (int i = 0; i < s; i++)
		if (small[i] >= p) reach_error();
}
