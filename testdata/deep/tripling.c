// verdict: TRUE
// The remainder modulo 8 of a power of 3 has period 2.
extern void reach_error(void);
int main(void) {
	unsigned x = 1, i;
	for (i = 0; i < 1000000000u; i++) x *= 3;
	if (!((x & 7) == 1)) reach_error();
	return 0;
}
