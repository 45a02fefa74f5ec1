// verdict: TRUE
// A square is never 2 or 3 modulo 4, also when it wraps.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned x = __VERIFIER_nondet_uint();
	if ((x * x) & 2)
		reach_error();
}
