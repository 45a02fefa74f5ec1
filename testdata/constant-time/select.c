// craig verify --property constant-time --entry ct_select --secret bit
typedef unsigned int u32;

/* a if bit is 1, b if it is 0 */
u32 ct_select(u32 bit, u32 a, u32 b) {
	u32 mask = -(bit & 1);
	return b ^ (mask & (a ^ b));
}
