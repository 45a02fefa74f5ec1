// The numbers of addresses: C promises alignment, and that one address is one number.

int round_trip(void) {
	int x = 7, *p = &x;
	uintptr_t n = (uintptr_t)p;
	*(int *)n = 9;
	return x;
}

int tagged(void) {
	long x = 3;
	uintptr_t n = (uintptr_t)&x | 1;
	int tag = n & 1;
	*(long *)(n & ~(uintptr_t)1) += tag;
	return x;
}

int aligned_int(void) {
	int x;
	return (uintptr_t)&x % sizeof(int);
}

int aligned_block(void) {
	return (uintptr_t)malloc(1) & 15;
}

int offset_in_word(void) {
	int a[2];
	char *p = (char *)a + 5;
	return (uintptr_t)p & 3;
}

int null_is_zero(void) {
	void *p = 0;
	return (uintptr_t)p == 0;
}

int not_an_error_code(void) {
	int x;
	return (uintptr_t)&x >= (uintptr_t)-4095;
}

int through_bytes(void) {
	int x = 5, *p = &x, *q;
	for (unsigned i = 0; i < sizeof p; i++)
		((char *)&q)[i] = ((char *)&p)[i];
	*q = 6;
	return x;
}

int through_union(void) {
	union { int *p; uintptr_t n; } u;
	int x = 1;
	u.p = &x;
	*(int *)u.n = 2;
	return x;
}

int order_in_array(void) {
	int a[4], *p = a + 1, *q = a + 3;
	return (p < q) * 10 + (q - p);
}

int same_number(void) {
	int x;
	return (uintptr_t)&x == (uintptr_t)&x;
}

int different_numbers(void) {
	int x, y;
	return (uintptr_t)&x == (uintptr_t)&y;
}

// open: a char may be anywhere
int aligned_char(void) {
	char c;
	return (uintptr_t)&c % 4 == 0;
}

// open: an int need not have the alignment of a long long
int aligned_more(void) {
	int x;
	uintptr_t n = (uintptr_t)&x;
	return (n & 15) == 0;
}

// open: which object comes first
int order_of_objects(void) {
	int x, y;
	return &x < &y;
}

// open: a hash of an address
int hash(void) {
	int x;
	return ((uintptr_t)&x >> 4) % 2 == 0;
}

// open: the high half of an address
int high_bits(void) {
	int x;
	return (uintptr_t)&x / 65536 % 2 == 0;
}

// open: how far apart objects are
int distance(void) {
	char x[1], y[1];
	return x - y == 8;
}
