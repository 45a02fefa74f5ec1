extern void reach_error(void);
extern int input(void);

int main(void)
{
	unsigned bits = 0, ones = 0;

	for (int i = 0; i < 4; i++) {
		unsigned bit = input() != 0;
		bits = 2 * bits + bit;
		ones = ones + bit;
	}
	if (bits == 9 && ones != 2)
		reach_error();
	return 0;
}
