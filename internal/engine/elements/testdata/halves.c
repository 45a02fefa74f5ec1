// verdict: TRUE
extern void reach_error(void);
extern int nondet(void);
int main(void) {
	int half = nondet();
	if (half < 1 || half > 1000) return 0;
	int from[2 * half], to[2 * half];
	for (int i = 0; i < 2 * half; i++) from[i] = nondet();
	for (int i = 0; i < half; i++) { /* from both ends */
		to[2 * half - (i + 1)] = from[2 * half - (i + 1)];
		to[i] = from[i];
	}
	for (int i = 0; i < 2 * half; i++)
		if (to[i] != from[i]) reach_error();
}
