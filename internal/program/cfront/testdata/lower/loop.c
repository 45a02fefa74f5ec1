extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g = 1;
int main(void) {
	int n = __VERIFIER_nondet_int(), s = 0;
	for (int i = 0; i < n; i++) {
		if (i == 3)
			continue;
		s += g;
	}
	while (s > 10)
		s--;
	do
		g = g + s;
	while (g < 5);
	if (s > 10)
		reach_error();
	return 0;
}
