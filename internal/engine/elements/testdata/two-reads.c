// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
/* One cell that blocks where another element is read would never see both. */
int a[100];
int main(void) {
	for (int i = 0; i < 100; i++) a[i] = nondet();
	if (a[0] == 1 && a[1] == 1) reach_error();
}
