// A state machine by a table of next states.
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum state { IDLE, HEAD, BODY, STATES };
enum event { START, DATA, END, EVENTS };
static const unsigned char next[STATES][EVENTS] = {
	[IDLE] = {[START] = HEAD, [DATA] = IDLE, [END] = IDLE},
	[HEAD] = {[START] = HEAD, [DATA] = BODY, [END] = IDLE},
	[BODY] = {[START] = HEAD, [DATA] = BODY, [END] = IDLE},
};

// TRUE: the body follows data only, never the idle state directly.
void holds(void) {
	enum state s = IDLE;
	for (;;) {
		unsigned e = __VERIFIER_nondet_int();
		if (e >= EVENTS) break;
		enum state t = next[s][e];
		assert(t < STATES);
		assert(t != BODY || (e == DATA && s != IDLE));
		s = t;
	}
}

// FALSE: START and DATA lead to the body.
void fails(void) {
	enum state s = IDLE;
	for (;;) {
		unsigned e = __VERIFIER_nondet_int();
		if (e >= EVENTS) break;
		s = next[s][e];
		assert(s != BODY);
	}
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
