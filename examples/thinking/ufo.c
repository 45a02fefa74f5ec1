extern void reach_error(void);
extern int input(void);

int main(void)
{
	int credit = 0, paid = 0, n = input();

	for (int i = 0; i < n; i++) {
		if (input() && paid == 0) {
			credit = 5;
			paid = 1;
		}
		if (paid == 1 && credit != 5)
			reach_error();
	}
	return 0;
}
