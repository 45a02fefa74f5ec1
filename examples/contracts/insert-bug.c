// One step of sorting by insertion: this one stops before the first element.
//
//     craig verify --entry insert examples/contracts/insert-bug.c

/*@ requires 1 <= n <= 5 && \valid(a + (0 .. n - 1));
    requires n < 3 || a[0] <= a[1];
    requires n < 4 || a[1] <= a[2];
    requires n < 5 || a[2] <= a[3];
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < 4 ==> i < n - 1 ==> a[i] <= a[i + 1]; */
void insert(int *a, int n)
{
	int x = a[n - 1], i = n - 1;
	/*@ loop invariant 0 <= i < n; */
	while (i > 1 && a[i - 1] > x) {
		a[i] = a[i - 1];
		i--;
	}
	a[i] = x;
}
