// Binary search in a table that is sorted, with a contract. The loop invariants are checked like anything else.
//
//     craig verify --entry search --property unreach-call,bounds,no-overflow examples/contracts/search.c

/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == x; */
int search(const int *a, int n, int x)
{
	int low = 0, high = n - 1;
	/*@ loop invariant 0 <= low && -1 <= high < n; */
	while (low <= high) {
		int middle = low + (high - low) / 2;
		if (a[middle] == x)
			return middle;
		if (a[middle] < x)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}
