// verdict: FALSE
// 2s = i(i - 1) modulo 2^33. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned s = 0, i;
	for (i = 0; i < 1000000000u; i++) s += i;
	if (!(s == 3051657985u)) reach_error();
	return 0;
}
