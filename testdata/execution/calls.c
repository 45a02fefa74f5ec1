// verdict: TRUE
// Recursion: numbers that are defined by one another, and an array that is sorted.
extern void reach_error(void);
int males(int n);
int females(int n) { return n == 0 ? 1 : n - males(females(n - 1)); }
int males(int n) { return n == 0 ? 0 : n - females(males(n - 1)); }
int a[40];
void merge(int from, int to) {
	int part[40], mid = (from + to) / 2, i, k, at;
	if (to - from < 2)
		return;
	merge(from, mid);
	merge(mid, to);
	for (i = from; i < to; i++)
		part[i] = a[i];
	for (at = from, i = from, k = mid; at < to; at++)
		a[at] = k == to || (i < mid && part[i] <= part[k]) ? part[i++] : part[k++];
}
int main(void) {
	int i;
	if (females(25) != 16 || males(25) != 16)
		reach_error();
	for (i = 0; i < 40; i++)
		a[i] = i * 23 % 41;
	merge(0, 40);
	for (i = 1; i < 40; i++)
		if (a[i - 1] >= a[i])
			reach_error();
	return 0;
}
