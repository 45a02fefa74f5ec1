// verdict: TRUE
// Two machines under a scheduler; after each round both are in the same state.
extern void reach_error(void);
extern int input(void);

int main(void)
{
	int first = 0, second = 0, turn = 0, rounds = 0;
	while (input()) {
		turn = 1;
		while (turn != 0) {
			if (turn == 1) {
				first = first == 0 ? 1 : first == 1 ? 2 : 0;
				turn = 2;
			} else {
				second = second == 0 ? 1 : second == 1 ? 2 : 0;
				turn = 0;
			}
		}
		rounds = rounds == 2 ? 0 : rounds + 1;
		while (turn < 2 && input())
			turn = turn + 1;
		if (first != second)
			reach_error();
		if (first != rounds)
			reach_error();
	}
	return 0;
}
