// verdict: FALSE
// The error is only reached after the loop, by an input that is easy to guess.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int key = __VERIFIER_nondet_int(), n = 0;
	for (int i = 0; i < 1000; i++)
		n = (n * 31 + i) % 1009;
	if (key == 4711 && n < 1009)
		reach_error();
	return 0;
}
