// From a float to a number with 16 bits after the point, and back: it fits, and stays in range.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid,float-cast examples/fixed.c
extern double input(void);
extern void assert_fail(void);

int main(void)
{
	for (;;) {
		double x = input();
		if (!(x >= -32767 && x <= 32767))
			continue;
		int fixed = (int)(x * 65536.0);
		if (fixed < -2147418112 || fixed > 2147418112)
			assert_fail();
		double back = fixed / 65536.0;
		if (!(back >= -32767 && back <= 32767))
			assert_fail();
	}
}
