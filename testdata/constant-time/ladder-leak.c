// craig verify --property constant-time --entry power --secret exponent
typedef unsigned int u32;
typedef unsigned long long u64;

static u32 times(u32 a, u32 b) {
	u64 t = (u64)a * b;
	t = (t & 0x7fffffff) + (t >> 31);
	return (u32)((t & 0x7fffffff) + (t >> 31));
}
u32 power(u32 base, u32 exponent) {
	u32 r = 1, b = base & 0x7fffffff;
	while (exponent) { /* as many rounds as it has bits */
		u32 m = -(exponent & 1), t = times(r, b);
		r = (t & m) | (r & ~m);
		b = times(b, b);
		exponent >>= 1;
	}
	return r;
}
