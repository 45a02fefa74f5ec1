// verdict: TRUE
// The inner loop computes nothing that is asked for: it is left out, and its head with one way in stays.
extern void reach_error(void);
int main(void) {
	unsigned char b = 200;
	unsigned a = 2, i, j;
	for (i = 0; i < 200000000; i++) { b += 3; for (j = 0; j < 10; j++) a += 7; }
	if (!(b == 200)) reach_error();
	return 0;
}
