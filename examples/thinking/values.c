extern void reach_error(void);
extern int input(void);

enum { CLOSED = 0, OPEN = 4, LOCKED = 9 };

int main(void)
{
	int door = CLOSED, light = 0;

	while (input()) {
		if (door == CLOSED) {
			door = OPEN;
			light = 1;
		} else if (door == OPEN) {
			door = LOCKED;
			light = 0;
		} else {
			door = CLOSED;
		}
		if (door == LOCKED && light)
			reach_error();
	}
	return 0;
}
