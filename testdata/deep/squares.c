// verdict: TRUE
// 6s is a cubic polynomial of i modulo 2^65.
extern void reach_error(void);
int main(void) {
	unsigned long s = 0; unsigned i;
	for (i = 1; i <= 1000000000u; i++) s += (unsigned long)i * i;
	if (!(s == 4338615082255021824u)) reach_error();
	return 0;
}
