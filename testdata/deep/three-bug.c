// verdict: FALSE
// A counter modulo 3. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned s = 0, i;
	for (i = 0; i < 1000000000u; i++) { s++; if (s == 3) s = 0; }
	if (!(s == 2)) reach_error();
	return 0;
}
