// verdict: TRUE
// A power of 2 until it is 0: 32 rounds, and then a constant.
extern void reach_error(void);
int main(void) {
	unsigned x = 1, i;
	for (i = 0; i < 1000000000u; i++) x *= 2;
	if (!(x == 0)) reach_error();
	return 0;
}
