// A low-pass filter over an unbounded number of samples: its gain is 2, so that the output leaves the range.
//
//     craig verify --error-function assert_fail examples/lowpass-bug.c
extern double sample(void);
extern void assert_fail(void);

int main(void)
{
	double y = 0;
	for (;;) {
		double x = sample();
		if (!(x >= -1 && x <= 1))
			continue;
		y = 0.9 * y + 0.2 * x;
		if (!(y >= -1.001 && y <= 1.001))
			assert_fail();
	}
}
