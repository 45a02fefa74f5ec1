// verdict: TRUE
// A loop with two phases.
extern void reach_error(void);
int main(void) {
	unsigned i = 0, x = 0;
	while (i < 1000000000u) { if (i < 400000000u) x++; else x += 2; i++; }
	if (!(x == 1600000000u)) reach_error();
	return 0;
}
