// The controller of windup.c, whose check of the range lets a NaN pass: no clamp changes it.
//
//     craig verify --error-function assert_fail examples/windup-bug.c
extern float sensor(void);
extern void assert_fail(void);

static float clamp(float v, float lo, float hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

int main(void)
{
	float integral = 0, last = 0;
	for (;;) {
		float measured = sensor();
		if (measured > 100 || measured < -100)
			continue;
		float error = 1 - measured;
		float wanted = 2 * error + integral + 0.5f * (error - last);
		float out = clamp(wanted, -10, 10);
		if (out == wanted)
			integral = clamp(integral + 0.01f * error, -5, 5);
		last = error;
		if (!(out >= -10 && out <= 10 && integral >= -5 && integral <= 5))
			assert_fail();
	}
}
