extern void reach_error(void);
extern int input(void);

int main(void)
{
	int busy = 0;
	int before, now = 0;

	do {
		if (busy)
			reach_error();
		busy = 1;
		before = now;
		if (input()) {
			busy = 0;
			now = now + 1;
		}
	} while (before != now);
	if (!busy)
		reach_error();
	return 0;
}
