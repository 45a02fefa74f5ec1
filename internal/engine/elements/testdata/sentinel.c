// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int a[3000];
int main(void) {
	int at = nondet(), mark = nondet(), i = 0;
	if (at < 0 || at >= 3000) return 0;
	for (int j = 0; j < 3000; j++) a[j] = nondet();
	a[at] = mark;
	while (a[i] != mark) i++;
	if (i > at) reach_error();
	for (int j = 0; j < i; j++)
		if (a[j] == mark) reach_error();
}
