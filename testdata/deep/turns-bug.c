// verdict: FALSE
// Two counters take turns: each gets 1 in a period of 2. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned i = 0, x = 0, y = 0;
	while (i < 1000000000u) { if (i % 2 == 0) x++; else y++; i++; }
	if (!(x == 500000001u)) reach_error();
	return 0;
}
