// verdict: TRUE
// Bits that are turned over in each round.
extern void reach_error(void);
int main(void) {
	unsigned s = 0x55, i;
	for (i = 0; i < 1000000000u; i++) s ^= 0xff;
	if (!(s == 0x55)) reach_error();
	return 0;
}
