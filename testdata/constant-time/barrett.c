// craig verify --property constant-time --entry reduce --secret a
typedef short i16;
typedef int i32;

/* a mod 3329, by Barrett: from -1664 to 1664 */
i16 reduce(i16 a) {
	const i32 v = ((1 << 26) + 3329 / 2) / 3329;
	i32 t = (v * (i32)a + (1 << 25)) >> 26;
	return (i16)(a - t * 3329);
}
