// craig verify --property constant-time --entry sort --secret x
typedef unsigned int u32;

/* sorts by a network of comparators */
static void comparator(u32 *a, u32 *b) {
	u32 d = *b - *a, less = -((d ^ ((*b ^ *a) & (d ^ *b))) >> 31), t = less & (*a ^ *b);
	*a ^= t;
	*b ^= t;
}
void sort(u32 x[4]) {
	comparator(&x[0], &x[1]); comparator(&x[2], &x[3]);
	comparator(&x[0], &x[2]); comparator(&x[1], &x[3]);
	comparator(&x[1], &x[2]);
}
