// verdict: TRUE
// A quotient by a divisor that may be negative and is not 0, on one of two ways.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
	int way = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), x = 5;
	if (way) {
		if (y == 0)
			return 0;
		x = 8640 / y;
	}
	if (x > 2880 && x < 4320) /* between a third and half of it */
		reach_error();
	return 0;
}
