// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
struct point { int x, y; } p[100];
int main(void) {
	int n = nondet();
	if (n < 0 || n > 100) return 0;
	for (int i = 0; i < n; i++) { p[i].x = i; p[i].y = 5; }
	for (int i = 0; i < n; i++)
		if (p[i].x >= p[i].y) reach_error();
}
