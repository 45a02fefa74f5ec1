// A table with interpolation between its entries: the result stays in range, and no index
// is outside.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid,float-cast examples/lookup.c
extern float input(void);
extern void assert_fail(void);

static const float curve[5] = {0, 10, 40, 90, 160};

int main(void)
{
	for (;;) {
		float x = input();
		if (!(x >= 0 && x < 4))
			continue;
		int i = (int)x;
		if (i < 0 || i > 3)
			assert_fail();
		float part = x - (float)i;
		float y = curve[i] + part * (curve[i + 1] - curve[i]);
		if (!(y >= -1 && y <= 400))
			assert_fail();
	}
}
