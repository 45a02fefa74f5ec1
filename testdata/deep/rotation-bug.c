// verdict: FALSE
// Three values change places. The number at the end is wrong.
extern void reach_error(void);
int main(void) {
	unsigned i, a = 0, b = 1, c = 2;
	for (i = 0; i < 1000000000u; i++) { unsigned t = a; a = b; b = c; c = t; }
	if (!(a == 0)) reach_error();
	return 0;
}
