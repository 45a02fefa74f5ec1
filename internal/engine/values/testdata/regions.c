// verdict: TRUE
// A machine whose levels are computed: only in which region each is matters, and the path that leads there makes no difference.
extern int in(void);
extern void reach_error(void);

int mode = 1, level = -49, pressure = 312;

static int step(int input) {
	if (mode == 1 && level <= -43 && input == 1) {
		level = level / 5 + 345781;
		mode = 2;
		return 21;
	}
	if (mode == 2 && 80 < level && input == 2) {
		level = (level - 600000) / 5 - 404132;
		pressure = (pressure % 83 + 242) * 9 / 10;
		mode = 3;
		return 22;
	}
	if (mode == 3 && level <= -43 && 139 < pressure && input == 3) {
		pressure = pressure / 5 + 148383;
		mode = 4;
		return 23;
	}
	if (mode == 4 && 306 < pressure && input == 4) {
		level = level % 299978 - 300020;
		pressure = pressure % 299846 - 300152;
		mode = 1;
		return 24;
	}
	if (mode == 1 && pressure <= -43 && input == 5) {
		pressure = pressure % 50 + 200;
		return 25;
	}
	if (mode == 1 && 139 < pressure && pressure <= 306 && input == 6) {
		pressure = pressure * 2 / 3 - 400000;
		return 26;
	}
	return -1;
}

int main(void) {
	while (1) {
		int input = in();
		if (input < 1 || input > 6)
			return 0;
		step(input);
		if (mode == 2 && level <= 80 || mode == 4 && pressure <= 306)
			reach_error();
	}
}
