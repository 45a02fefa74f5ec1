// verdict: TRUE
// 2s = i(i - 1) modulo 2^33.
extern void reach_error(void);
int main(void) {
	unsigned s = 0, i;
	for (i = 0; i < 1000000000u; i++) s += i;
	if (!(s == 3051657984u)) reach_error();
	return 0;
}
