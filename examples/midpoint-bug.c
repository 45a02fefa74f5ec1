// Binary search as it stood in textbooks for decades: the sum of two large indices overflows.
//
//     craig verify --property no-overflow examples/midpoint-bug.c
extern int size(void);
extern int is_below(int index);

int main(void)
{
	int n = size();
	if (n < 0)
		return 1;
	int low = 0, high = n;
	while (low < high) {
		int middle = (low + high) / 2;
		if (is_below(middle))
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}
