// Load buffering: of two threads that read one variable each and then write the other, not both see what the other writes.
// The twin writes first.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int x, y;
static int r, s;
static void *f(void *p) {
#ifdef TWIN
	y = 1;
	r = x;
#else
	r = x;
	y = 1;
#endif
	return p;
}
static void *g(void *p) {
	s = y;
	x = 1;
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (r == 1 && s == 1)
		reach_error();
}
