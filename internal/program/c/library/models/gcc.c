/* Functions that GCC has built in */

static int ones(unsigned long long x) {
	int n = 0;
	while (x) {
		n += (int)(x % 2);
		x /= 2;
	}
	return n;
}

static int trailing_zeros(unsigned long long x) {
	int n = 0;
	while (x && x % 2 == 0) {
		n++;
		x /= 2;
	}
	return n;
}

static int width(unsigned long long x) {
	int n = 0;
	while (x) {
		n++;
		x /= 2;
	}
	return n;
}

int __builtin_popcount(unsigned x) {
	return ones(x);
}

int __builtin_popcountl(unsigned long x) {
	return ones(x);
}

int __builtin_popcountll(unsigned long long x) {
	return ones(x);
}

int __builtin_parity(unsigned x) {
	return ones(x) % 2;
}

int __builtin_parityl(unsigned long x) {
	return ones(x) % 2;
}

int __builtin_parityll(unsigned long long x) {
	return ones(x) % 2;
}

int __builtin_clz(unsigned x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return 8 * (int)sizeof x - width(x);
}

int __builtin_clzl(unsigned long x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return 8 * (int)sizeof x - width(x);
}

int __builtin_clzll(unsigned long long x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return 8 * (int)sizeof x - width(x);
}

int __builtin_ctz(unsigned x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return trailing_zeros(x);
}

int __builtin_ctzl(unsigned long x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return trailing_zeros(x);
}

int __builtin_ctzll(unsigned long long x) {
	if (!x)
		return __VERIFIER_nondet_int(); /* left open */
	return trailing_zeros(x);
}

int __builtin_ffs(int x) {
	return x ? trailing_zeros((unsigned)x) + 1 : 0;
}

int __builtin_ffsl(long x) {
	return x ? trailing_zeros((unsigned long)x) + 1 : 0;
}

int __builtin_ffsll(long long x) {
	return x ? trailing_zeros((unsigned long long)x) + 1 : 0;
}

__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__ x) {
	return (unsigned short)(x % 256 * 256 + x / 256);
}

__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__ x) {
	return x % 256 * 16777216 + x / 256 % 256 * 65536 + x / 65536 % 256 * 256 + x / 16777216;
}

__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__ x) {
	return (__UINT64_TYPE__)__builtin_bswap32((__UINT32_TYPE__)(x % 4294967296)) * 4294967296 + __builtin_bswap32((__UINT32_TYPE__)(x / 4294967296));
}

int __builtin_clrsb(int x) {
	return 8 * (int)sizeof x - 1 - width(x < 0 ? (unsigned)-(x + 1) : (unsigned)x);
}

int __builtin_clrsbl(long x) {
	return 8 * (int)sizeof x - 1 - width(x < 0 ? (unsigned long)-(x + 1) : (unsigned long)x);
}

int __builtin_clrsbll(long long x) {
	return 8 * (int)sizeof x - 1 - width(x < 0 ? (unsigned long long)-(x + 1) : (unsigned long long)x);
}

#ifdef __SIZEOF_INT128__
unsigned __int128 __builtin_bswap128(unsigned __int128 x) {
	unsigned __int128 base = (unsigned __int128)1 << 64;
	return __builtin_bswap64((__UINT64_TYPE__)(x % base)) * base + __builtin_bswap64((__UINT64_TYPE__)(x / base));
}
#endif

void __VERIFIER_nondet_memory(void *p, size_t n) {
	__craig_unknown(p, n);
}

long long __VERIFIER_declassify(long long x) {
	return x;
}
