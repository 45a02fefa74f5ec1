// verdict: TRUE
// Three values change places.
extern void reach_error(void);
int main(void) {
	unsigned i, a = 0, b = 1, c = 2;
	for (i = 0; i < 1000000000u; i++) { unsigned t = a; a = b; b = c; c = t; }
	if (!(a == 1 && b == 2 && c == 0)) reach_error();
	return 0;
}
