// craig verify --property constant-time --entry power --secret exponent
typedef unsigned int u32;
typedef unsigned long long u64;

/* base ^ exponent mod 2^31 - 1, by a ladder */
static u32 times(u32 a, u32 b) {
	u64 t = (u64)a * b;
	t = (t & 0x7fffffff) + (t >> 31);
	return (u32)((t & 0x7fffffff) + (t >> 31));
}
u32 power(u32 base, u32 exponent) {
	u32 a = 1, b = base & 0x7fffffff;
	for (int i = 31; i >= 0; i--) {
		u32 swap = -(exponent >> i & 1), t = swap & (a ^ b);
		a ^= t; b ^= t;
		b = times(a, b); a = times(a, a);
		t = swap & (a ^ b);
		a ^= t; b ^= t;
	}
	return a;
}
