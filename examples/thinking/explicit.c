// A lock that opens after the digits 2, 7, 5, and sounds an alarm after a wrong one: never both, it is hoped.
extern int key(void);
extern void reach_error(void);

int main(void)
{
	int digits = 0, alarm = 0;

	while (1) {
		int k = key();
		if (alarm)
			digits = 0;
		else if (digits == 0 && k == 2 || digits == 1 && k == 7 || digits == 2 && k == 5)
			digits++;
		else
			alarm = 1;
		if (digits == 3 && alarm)
			reach_error();
	}
}
