// A PID controller whose integral stands still while its output is at a limit: the output keeps to the range of
// the actuator, and the integral to its own.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid examples/windup.c
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
		if (!(measured >= -100 && measured <= 100))
			continue; /* also where it is not a number */
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
