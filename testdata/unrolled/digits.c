// verdict: TRUE
// The input decides how many rounds there are, but they are few.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), n = 0, y = x;
	while (y) {
		y /= 10;
		n++;
	}
	if (n > 10 || (x >= 1000 && n < 4))
		reach_error();
	return 0;
}
