// verdict: FALSE
// A counter of which twice the value is compared.
extern void reach_error(void);
int main(void) {
	int x = 0;
	while (2 * x < 2 * 10000000)
		x += 2;
	if (x != 10000002)
		reach_error();
	return 0;
}
