// Locks and threads in a program with one thread: what a call gives depends on the calls before it, and not on the
// surroundings.

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <threads.h>

extern void reach_error(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

// UNKNOWN(approximation): nobody holds the lock
void free_lock(void) {
	if (pthread_mutex_lock(&m) != 0)
		reach_error();
}

// UNKNOWN(approximation): the lock is held
void held_lock(void) {
	pthread_mutex_lock(&m);
	if (pthread_mutex_trylock(&m) == 0)
		reach_error();
}

// UNKNOWN(approximation): nobody reads or writes
void readers(void) {
	pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
	if (pthread_rwlock_rdlock(&l) != 0 || pthread_rwlock_trywrlock(&l) == 0)
		reach_error();
}

// UNKNOWN(approximation): an attribute is set to a value that it may have
void attributes(void) {
	pthread_attr_t a;
	if (pthread_attr_init(&a) != 0 || pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) != 0)
		reach_error();
}

// UNKNOWN(approximation): the semaphore counts one
void semaphores(void) {
	sem_t s;
	if (sem_init(&s, 0, 1) != 0 || sem_trywait(&s) != 0 || sem_trywait(&s) != -1)
		reach_error();
}

// UNKNOWN(approximation): so do the locks of C11
void locks_of_c(void) {
	mtx_t l;
	if (mtx_init(&l, mtx_plain) != thrd_success || mtx_lock(&l) != thrd_success)
		reach_error();
}

// UNKNOWN(approximation): the signal was blocked
void blocked(void) {
	sigset_t s, old;
	sigemptyset(&s);
	sigaddset(&s, SIGUSR1);
	if (sigprocmask(SIG_BLOCK, &s, NULL) != 0 || sigprocmask(SIG_BLOCK, NULL, &old) != 0)
		reach_error();
}

// TRUE: only results are approximated
void counted(void) {
	int n = 0;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
	}
	if (n != 3)
		reach_error();
}

// FALSE: and an error that does not depend on them is one
void counted_wrong(void) {
	int n = 0;
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	if (n == 1)
		reach_error();
}

static void failing(void *p) { reach_error(); }

// UNKNOWN(unsupported): a thread that is ended by itself runs its cleanup
void cancelled(void) {
	pthread_cleanup_push(failing, NULL);
	pthread_cancel(pthread_self());
	pthread_testcancel();
	pthread_cleanup_pop(0);
}

// UNKNOWN(unsupported): and nothing behind the call
void ended(void) {
	pthread_cancel(pthread_self());
	pthread_testcancel();
	reach_error();
}
