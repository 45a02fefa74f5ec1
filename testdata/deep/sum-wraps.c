// verdict: TRUE
// A sum of constants that wraps: linear modulo 2^32.
extern void reach_error(void);
int main(void) {
	unsigned x = 5, i;
	for (i = 0; i < 1000000000u; i++) x += 7;
	if (!(x == 2705032709u)) reach_error();
	return 0;
}
