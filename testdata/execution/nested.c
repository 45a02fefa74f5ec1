// verdict: TRUE
// Loops in loops, all with constant bounds.
extern void reach_error(void);
int main(void) {
	unsigned long sum = 0;
	for (int a = 0; a < 12; a++)
		for (int b = 0; b < 12; b++)
			for (int c = 0; c < 12; c++)
				for (int d = 0; d < 12; d++)
					for (int e = a; e < 12; e++)
						sum += a * b + c * d * e;
	if (sum != 32617728ul)
		reach_error();
	return 0;
}
