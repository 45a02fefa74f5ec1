// craig verify --property constant-time --entry ct_select --secret bit
typedef unsigned int u32;

u32 ct_select(u32 bit, u32 a, u32 b) {
	return (bit & 1) ? a : b;
}
