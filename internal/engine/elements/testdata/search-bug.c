// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
int a[5000];
int main(void) {
	int n = nondet(), x = nondet(), i = 0;
	if (n < 0 || n > 5000) return 0;
	for (int j = 0; j < n; j++) a[j] = nondet();
	while (i < n && a[i] != x) i++;
	for (int j = 0; j <= i && j < n; j++)
		if (a[j] == x) reach_error();
}
