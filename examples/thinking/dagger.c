extern void reach_error(void);
extern int input(void);

int main(void)
{
	int asked = 0, given = 0;

	while (input() && asked < 1000) {
		if (given < asked) {
			given = given + 1;
		} else {
			asked = asked + 1;
		}
	}
	if (given > asked)
		reach_error();
	return 0;
}
