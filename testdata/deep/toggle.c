// verdict: TRUE
// A flag of period 2.
extern void reach_error(void);
int main(void) {
	int f = 0; unsigned i;
	for (i = 0; i < 1000000001u; i++) f = !f;
	if (!(f == 1)) reach_error();
	return 0;
}
