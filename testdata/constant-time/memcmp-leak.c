// craig verify --property constant-time --entry ct_differ --secret key
typedef unsigned char u8;
typedef unsigned int u32;

u32 ct_differ(const u8 key[32], const u8 guess[32]) {
	for (int i = 0; i < 32; i++)
		if (key[i] != guess[i])
			return 1;
	return 0;
}
