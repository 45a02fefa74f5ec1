// craig verify --property constant-time --entry csubq --secret a
typedef short i16;
typedef int i32;

/* a - q if a is at least q, else a */
i16 csubq(i16 a) {
	i32 t = a - 3329;
	t += (t >> 31) & 3329;
	return (i16)t;
}
