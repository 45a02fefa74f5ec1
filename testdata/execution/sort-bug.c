// verdict: FALSE
// Quicksort of numbers that a generator makes: recursion, and addresses that depend on what was sorted before.
extern void reach_error(void);
int a[64];
static void sort(int from, int to) {
	if (from >= to)
		return;
	int pivot = a[to], i = from;
	for (int j = from; j < to; j++)
		if (a[j] < pivot) {
			int t = a[i];
			a[i++] = a[j];
			a[j] = t;
		}
	a[to] = a[i];
	a[i] = pivot;
	sort(from, i - 1);
	sort(i + 1, to);
}
int main(void) {
	unsigned s = 1;
	for (int i = 0; i < 64; i++) {
		s = s * 1103515245u + 12345u;
		a[i] = (s >> 16) & 1023;
	}
	sort(0, 63);
	for (int i = 1; i < 64; i++)
		if (a[i - 1] >= a[i] - 1)
			reach_error();
	return 0;
}
