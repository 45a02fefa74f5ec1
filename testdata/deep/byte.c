// verdict: TRUE
// A sum modulo 2^8.
extern void reach_error(void);
int main(void) {
	unsigned char c = 0; unsigned i;
	for (i = 0; i < 1000000001u; i++) c += 3;
	if (!(c == 3)) reach_error();
	return 0;
}
