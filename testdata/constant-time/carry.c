// craig verify --property constant-time --entry add --secret a,b
typedef unsigned int u32;
typedef unsigned long long u64;

/* r = a + b, n limbs; returns the carry */
u32 add(u32 *r, const u32 *a, const u32 *b, unsigned long n) {
	u32 c = 0;
	for (unsigned long i = 0; i < n; i++) {
		u64 t = (u64)a[i] + b[i] + c;
		r[i] = (u32)t;
		c = (u32)(t >> 32);
	}
	return c;
}
