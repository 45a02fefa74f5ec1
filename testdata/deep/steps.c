// verdict: TRUE
// As many steps as an input says, modulo 2^32.
extern void reach_error(void);
extern unsigned input(void);
int main(void) {
	unsigned n = input(), i, x = 0;
	for (i = 0; i < n; i++) x += 5;
	if (!(x == 5 * n)) reach_error();
	return 0;
}
