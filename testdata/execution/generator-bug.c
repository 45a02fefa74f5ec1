// verdict: FALSE
// A linear congruential generator of 64 bits is somewhere else after 200,000 steps.
extern void reach_error(void);
int main(void) {
	unsigned long long state = 42;
	for (int i = 0; i < 200000; i++)
		state = state * 6364136223846793005ull + 1442695040888963407ull;
	if (state == 16032605837726549098u)
		reach_error();
	return 0;
}
