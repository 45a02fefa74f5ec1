// verdict: TRUE
// 0 after 17 rounds.
extern void reach_error(void);
int main(void) {
	unsigned x = 0x12345, i;
	for (i = 0; i < 1000000000u; i++) x >>= 1;
	if (!(x == 0)) reach_error();
	return 0;
}
