// A device gets its settings as records, one behind the other: a tag, a length, and that many bytes.

#include <assert.h>

extern unsigned char receive(void);

// find returns where the bytes of the record with this tag begin, or -1.
static int find(const unsigned char *message, int size, unsigned char tag)
{
	int at = 0;
	while (at + 1 < size) {
		int length = message[at + 1];
		if (length > size - at - 2)
			return -1;
		if (message[at] == tag)
			return at + 2;
		at += 2 + length;
	}
	return -1;
}

int main(void)
{
	unsigned char message[6];
	for (int i = 0; i < 6; i++)
		message[i] = receive();
	int volume = find(message, 6, 7);
	if (volume >= 0)
		assert(volume + message[volume - 1] <= 6);
	return 0;
}
