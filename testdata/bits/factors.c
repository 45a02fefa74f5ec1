// verdict: FALSE
// 62615533 has two factors of 16 bits.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
	if (x > 1 && y > 1 && x < 65536 && y < 65536 && x * y == 62615533u)
		reach_error();
}
