// verdict: TRUE
// Cubes by differences of differences.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned end = __VERIFIER_nondet_uint(), n = 0, cube = 0, first = 1, second = 6;
	while (n < end) {
		n++;
		cube += first;
		first += second;
		second += 6;
	}
	if (cube != n * n * n)
		reach_error();
	return 0;
}
