// Binary search: the middle of two indices must not overflow.
//
//     craig verify --property no-overflow examples/midpoint.c
extern int size(void);
extern int is_below(int index);

int main(void)
{
	int n = size();
	if (n < 0)
		return 1;
	int low = 0, high = n;
	while (low < high) {
		int middle = low + (high - low) / 2;
		if (is_below(middle))
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}
