// From a float to a number with 16 bits after the point, and back: 32768 does not fit.
//
//     craig verify --error-function assert_fail --property unreach-call,float-cast examples/fixed-bug.c
extern double input(void);
extern void assert_fail(void);

int main(void)
{
	for (;;) {
		double x = input();
		if (!(x >= -32767 && x <= 32768))
			continue;
		int fixed = (int)(x * 65536.0);
		if (fixed < -2147418112 || fixed > 2147418112)
			assert_fail();
		double back = fixed / 65536.0;
		if (!(back >= -32767 && back <= 32767))
			assert_fail();
	}
}
