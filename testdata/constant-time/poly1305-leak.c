// craig verify --property constant-time --entry finish --secret 'state->h'
typedef unsigned int u32;

struct poly { int rounds; u32 h[5]; };
void finish(struct poly *state) {
	u32 h[5], g[5], c = 0, mask;
	for (int i = 0; i < 5; i++) {
		h[i] = state->h[i];
		if (c)
			h[i] += c;
		c = h[i] >> 26;
		h[i] &= 0x3ffffff;
	}
	h[0] += c * 5;
	c = 5;
	for (int i = 0; i < 5; i++) {
		g[i] = h[i] + c;
		c = g[i] >> 26;
		g[i] &= 0x3ffffff;
	}
	mask = -(c & 1);
	for (int i = 0; i < 5; i++)
		state->h[i] = (h[i] & ~mask) | (g[i] & mask);
}
