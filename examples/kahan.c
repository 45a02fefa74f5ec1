// A sum with the error of each addition carried along: it stays a number, and in range.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid examples/kahan.c
extern float sample(void);
extern void assert_fail(void);

int main(void)
{
	float sum = 0, lost = 0;
	for (int i = 0; i < 5; i++) {
		float x = sample();
		if (!(x >= -1 && x <= 1))
			break;
		float y = x - lost, t = sum + y;
		lost = (t - sum) - y;
		sum = t;
	}
	if (!(sum >= -1000000 && sum <= 1000000))
		assert_fail();
}
