extern void reach_error(void);
extern int input(void);

int main(void)
{
	int level = 0;

	while (input()) {
		if (input())
			level = level + 3;
		else
			level = level - 1;
		if (level == 5)
			reach_error();
	}
	return 0;
}
