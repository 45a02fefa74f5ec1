// verdict: FALSE
extern void reach_error(void);
extern int nondet(void);
/* What the check says of both is no word about up and down until the sum is taken back. */
int main(void) {
	int up[3000], down[3000], both[3000];
	int n = nondet();
	if (n < 0 || n > 3000) return 0;
	for (int i = 0; i < n; i++) {
		int x = nondet();
		if (x < -1000 || x > 1000) return 0;
		up[i] = x;
		down[i] = 1 - x;
	}
	for (int i = 0; i < n; i++) both[i] = up[i] + down[i];
	for (int i = 0; i < n; i++)
		if (both[i] != 0) reach_error();
}
