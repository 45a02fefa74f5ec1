// The PID controller of pid.c, where what the sensor says is compared the other way round: a NaN is neither too small
// nor too large.
//
//     craig verify --error-function assert_fail --property unreach-call,float-cast examples/pid-bug.c
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
		if (measured < -50 || measured > 150)
			measured = 20;
		float error = 20 - measured;
		integral = clamp(integral + error * 0.01f, -10, 10);
		float slope = (error - last) / 0.01f;
		last = error;
		float out = clamp(2 * error + 0.5f * integral + 0.05f * slope, 0, 100);
		if (!(out >= 0 && out <= 100))
			assert_fail();
		unsigned char duty = out * 2.55f;
		(void)duty;
	}
}
