// A low-pass filter over an unbounded number of samples: its output stays as near to 0 as its input, up to
// rounding.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid examples/lowpass.c
extern double sample(void);
extern void assert_fail(void);

int main(void)
{
	double y = 0;
	for (;;) {
		double x = sample();
		if (!(x >= -1 && x <= 1))
			continue;
		y = 0.9 * y + 0.1 * x;
		if (!(y >= -1.001 && y <= 1.001))
			assert_fail();
	}
}
