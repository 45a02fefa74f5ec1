// verdict: FALSE
// How many primes there are below 10,000.
extern void reach_error(void);
char composite[10000];
int main(void) {
	int count = 0;
	for (int i = 2; i < 10000; i++) {
		if (composite[i])
			continue;
		count++;
		for (int k = 2 * i; k < 10000; k += i)
			composite[k] = 1;
	}
	if (count != 1228)
		reach_error();
	return 0;
}
