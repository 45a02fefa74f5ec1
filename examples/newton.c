// The square root by Newton's method, three steps: the result is a positive number, and no step divides by 0.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid,float-div-by-zero examples/newton.c
extern float input(void);
extern void assert_fail(void);

int main(void)
{
	float a = input();
	if (!(a >= 0.25f && a <= 100))
		return 0;
	float x = a < 1 ? 1 : a;
	for (int i = 0; i < 3; i++)
		x = 0.5f * (x + a / x);
	if (!(x > 0 && x <= 1000))
		assert_fail();
}
