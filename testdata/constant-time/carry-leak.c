// craig verify --property constant-time --entry add --secret a,b
typedef unsigned int u32;

u32 add(u32 *r, const u32 *a, const u32 *b, unsigned long n) {
	u32 c = 0;
	for (unsigned long i = 0; i < n; i++) {
		u32 t = a[i] + b[i];
		if (t < a[i] || (c && t + 1 == 0))
			r[i] = t + c, c = 1;
		else
			r[i] = t + c, c = 0;
	}
	return c;
}
