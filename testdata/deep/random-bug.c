// verdict: FALSE
// The low bits of a linear congruential generator have a short period. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned x = 1, i;
	for (i = 0; i < 1000000000u; i++) x = x * 1103515245u + 12345u;
	if (!((x & 3) == 3)) reach_error();
	return 0;
}
