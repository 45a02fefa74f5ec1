// Two threads count what has arrived. The second one has forgotten the lock.
//
//     craig verify --property no-data-race examples/playground/race.c
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int arrived;

static void *first(void *unused)
{
	pthread_mutex_lock(&lock);
	arrived++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *second(void *unused)
{
	arrived++;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
