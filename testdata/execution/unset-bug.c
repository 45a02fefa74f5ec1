// verdict: FALSE
// An array whose elements are unknown until the loop has set them; the last one stays unknown.
extern void reach_error(void);
int main(void) {
	int a[2001], spare;
	for (int i = 0; i < 2000; i++)
		a[i] = 3 * i;
	for (int i = 0; i < 2000; i++)
		if (a[i] % 3 != 0)
			reach_error();
	spare = a[2000];
	if (a[2000] != 5997)
		reach_error();
	return 0;
}
