// verdict: TRUE
// CRC-32 by a table that the program makes, of the nine digits, whose CRC is known.
extern void reach_error(void);
unsigned table[256];
int main(void) {
	const char *text = "123456789";
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	unsigned c = 0xFFFFFFFFu;
	for (int i = 0; text[i]; i++)
		c = table[(c ^ (unsigned char)text[i]) & 255] ^ c >> 8;
	if ((c ^ 0xFFFFFFFFu) != 0xCBF43926u)
		reach_error();
	return 0;
}
