// craig verify --property constant-time --entry cswap --secret bit,p,q
typedef unsigned int u32;

/* exchanges p and q if bit is 1 */
void cswap(u32 p[8], u32 q[8], u32 bit) {
	u32 mask = -(bit & 1);
	for (int i = 0; i < 8; i++) {
		u32 t = mask & (p[i] ^ q[i]);
		p[i] ^= t;
		q[i] ^= t;
	}
}
