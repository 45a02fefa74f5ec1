// verdict: TRUE
// Loops in loops, all with constant bounds.
extern void reach_error(void);
int main(void) {
	unsigned long sum = 0;
	for (int a = 0; a < 20; a++)
		for (int b = 0; b < 20; b++)
			for (int c = 0; c < 20; c++)
				for (int d = 0; d < 20; d++)
					for (int e = a; e < 20; e++)
						sum += a * b + c * d * e;
	if (sum != 2021600000ul)
		reach_error();
	return 0;
}
