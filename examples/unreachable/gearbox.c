// A gearbox is told how fast the car goes, and chooses a gear. Five parts of this file are never executed: can you
// see them? craig verify --property unreachable-code examples/unreachable/gearbox.c
#include <assert.h>

extern int speed_sensor(void); // kilometres per hour, or -1
extern int lever(void);

#define SIMULATION 0
#define MAX_SPEED 240

enum gear { PARK, FIRST, SECOND, THIRD };

static int last_speed;

static int filter(int raw)
{
	if (raw < 0)
		return last_speed;
	if (raw > MAX_SPEED)
		raw = MAX_SPEED;
	last_speed = raw;
	return raw;
}

static enum gear choose(int speed)
{
	if (speed < 0)
		return PARK;
	if (speed < 30)
		return FIRST;
	if (speed >= 60)
		return THIRD;
	if (speed < 60)
		return SECOND;
	return FIRST;
}

static int ratio(enum gear g)
{
	switch (g) {
	case PARK:
		return 0;
	case FIRST:
		return 40;
	case SECOND:
		return 25;
	case THIRD:
		return 10;
	default:
		assert(0);
		return 0;
	}
}

static int emergency_ratio(void)
{
	return 40;
}

int main(void)
{
	int force = 0;
	for (;;) {
		int speed = filter(speed_sensor());
		if (SIMULATION)
			speed = 50;
		force = ratio(choose(speed));
		if (lever() == 0)
			break;
		if (force > 40)
			force = 40;
	}
	return force;
}
