// craig verify --property constant-time --entry sort --secret x
typedef unsigned int u32;

static void comparator(u32 *a, u32 *b) {
	u32 *low = *b < *a ? b : a, *high = *b < *a ? a : b, l = *low, h = *high;
	*a = l;
	*b = h;
}
void sort(u32 x[4]) {
	comparator(&x[0], &x[1]); comparator(&x[2], &x[3]);
	comparator(&x[0], &x[2]); comparator(&x[1], &x[3]);
	comparator(&x[1], &x[2]);
}
