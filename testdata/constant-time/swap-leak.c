// craig verify --property constant-time --entry cswap --secret bit,p,q
typedef unsigned int u32;

void cswap(u32 p[8], u32 q[8], u32 bit) {
	if (!(bit & 1))
		return;
	for (int i = 0; i < 8; i++) {
		u32 t = p[i];
		p[i] = q[i];
		q[i] = t;
	}
}
