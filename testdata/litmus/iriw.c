// Independent reads of independent writes: two readers see two writes in one order. main is the second writer.
// In the twin both read in the same order.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
static atomic_int x, y;
static int a, b, c, d;
static void *writer(void *p) {
	x = 1;
	return p;
}
static void *one(void *p) {
	a = x;
	b = y;
	return p;
}
static void *other(void *p) {
#ifdef TWIN
	d = x;
	c = y;
#else
	c = y;
	d = x;
#endif
	return p;
}
int main(void) {
	pthread_t t, u, v;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, one, 0);
	pthread_create(&v, 0, other, 0);
	y = 1;
	pthread_join(t, 0);
	pthread_join(u, 0);
	pthread_join(v, 0);
	if (a == 1 && b == 0 && c == 1 && d == 0)
		reach_error();
}
