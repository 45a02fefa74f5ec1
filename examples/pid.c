// A PID controller with an integral that is kept within limits, over an unbounded number of samples: what it
// gives to the actuator is a number from 0 to 100, whatever the sensor says, and the conversion to a byte
// fits.
//
//     craig verify --error-function assert_fail --property unreach-call,float-invalid,float-cast examples/pid.c
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
		if (!(measured >= -50 && measured <= 150))
			measured = 20; /* also where it is not a number */
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
