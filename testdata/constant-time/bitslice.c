// craig verify --property constant-time --entry layer --secret state
typedef unsigned int u32;

/* the S-box 0 of Serpent on 32 blocks at once */
void layer(u32 state[4]) {
	u32 a = state[0], b = state[1], c = state[2], d = state[3], t;
	d ^= a; t = b; b &= d; t ^= c; b ^= a; a |= d; a ^= t;
	t ^= d; d ^= c; c |= b; c ^= t; t = ~t; t |= b; b ^= d;
	b ^= t; d |= a; b ^= d; t ^= d;
	state[0] = b; state[1] = t; state[2] = c; state[3] = a;
}
