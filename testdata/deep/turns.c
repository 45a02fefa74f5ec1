// verdict: TRUE
// Two counters take turns: each gets 1 in a period of 2.
extern void reach_error(void);
int main(void) {
	unsigned i = 0, x = 0, y = 0;
	while (i < 1000000000u) { if (i % 2 == 0) x++; else y++; i++; }
	if (!(x == 500000000u && y == x)) reach_error();
	return 0;
}
