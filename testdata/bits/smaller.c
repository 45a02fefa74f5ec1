// verdict: TRUE
// The smaller of two numbers without a branch.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), least = y ^ ((x ^ y) & -(x < y));
	if (least != (x < y ? x : y))
		reach_error();
}
