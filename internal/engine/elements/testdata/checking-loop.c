// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
/* One cell that blocks where another element is read would never see the second round. */
int a[100];
int main(void) {
	int i = 0, seen = 0;
	for (int j = 0; j < 100; j++) a[j] = 1;
	while (i < 100) { if (a[i] == 1) seen++; i++; }
	if (seen == 2 || seen == 100) reach_error();
}
