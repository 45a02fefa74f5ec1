// craig verify --property constant-time --entry all_zero --secret key
typedef unsigned char u8;

int all_zero(const u8 *key, unsigned long key_len) {
	int zero = 1;
	for (unsigned long i = 0; i < key_len; i++)
		zero = zero && !key[i]; /* stops to look, though not to count */
	return zero;
}
