// verdict: FALSE
// All bytes of a block of memset.
#include <string.h>
extern void reach_error(void);
int main(void) {
	unsigned char block[4096];
	memset(block, 7, sizeof block);
	for (int i = 0; i < 4096; i++)
		if (block[i] != (i < 4095 ? 7 : 8))
			reach_error();
	return 0;
}
