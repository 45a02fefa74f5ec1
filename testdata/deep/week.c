// verdict: TRUE
// Weeks and days: a linear relation, and a period of 7.
extern void reach_error(void);
int main(void) {
	unsigned s = 0, i, n = 0;
	for (i = 0; i < 1000000000u; i++) { s++; if (s == 7) { s = 0; n++; } }
	if (!(n == 142857142u && s == 6)) reach_error();
	return 0;
}
