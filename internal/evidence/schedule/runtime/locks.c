/*
 * Whether a compiled program misuses locks, in the words of lockuse.c: craig_judge is called before functions of locks, and behind them with what they have
 * given. It keeps who has a lock, by itself: a thread has one from behind the call that has locked it to before the one that unlocks it. That a mutex, a condition or a
 * read-write lock has no value cannot be told here, since a static initialiser is no call.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define LOCKS 4096
#define THREADS 64
#define RECURSIVE 1
#define ERRORCHECK 2
#define READY 1
#define DESTROYED 2

struct lock {
	void *at;
	int life, owner, count; /* the number of the thread that has it, or that writes, and how often it has it besides */
	int reads[THREADS], readers, waiters;
};

static struct lock locks[LOCKS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int threads;
static _Thread_local int me;
static _Thread_local char said[200];
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);

static void misuse(const char *text) {
	strcpy(said, "craig: misuse of a lock: ");
	strcat(said, text);
	strcat(said, "\n");
	write(2, said, strlen(said));
	_exit(0);
}

static struct lock *find(void *at) {
	unsigned long h = (unsigned long)at / 4 % LOCKS;
	for (int n = 0; n < LOCKS; n++, h = (h + 1) % LOCKS)
		if (!locks[h].at || locks[h].at == at) {
			locks[h].at = at;
			return &locks[h];
		}
	_exit(0); /* too many */
}

static int is(const char *f, const char *a, const char *b) { return strcmp(f, a) == 0 || strcmp(f, b) == 0; }
static int ends(const char *f, const char *end) {
	size_t n = strlen(f), k = strlen(end);
	return n >= k && strcmp(f + n - k, end) == 0;
}
static int begins(const char *f, const char *with) { return strncmp(f, with, strlen(with)) == 0; }

static void before(const char *f, struct lock *l, void *with) {
	int kind = begins(f, "pthread_mutex_") || begins(f, "mtx_") ? ((pthread_mutex_t *)l->at)->__data.__kind & 3 : 0;
	int called = begins(f, "pthread_barrier_") || begins(f, "sem_") || begins(f, "pthread_spin_");
	if (ends(f, "_init")) {
		if (l->life == READY && !begins(f, "pthread_spin_"))
			misuse("a lock is initialised that is initialised already");
		return;
	}
	if (l->life == DESTROYED)
		misuse("a lock is used that has been destroyed");
	if (called && l->life != READY)
		misuse("a lock is used that has not been initialised");
	if (is(f, "pthread_mutex_destroy", "mtx_destroy")) {
		if (l->owner)
			misuse("a mutex is destroyed that is locked");
	} else if (is(f, "pthread_mutex_lock", "mtx_lock")) {
		if (l->owner == me && kind != RECURSIVE && kind != ERRORCHECK)
			misuse("a mutex that is not recursive is locked again by the thread that has it");
	} else if (is(f, "pthread_mutex_unlock", "mtx_unlock")) {
		if (l->owner != me && (f[0] == 'm' || kind != RECURSIVE && kind != ERRORCHECK))
			misuse(l->owner ? "a mutex is unlocked by a thread that does not have it" : "a mutex is unlocked that is not locked");
		if (l->owner == me && l->count-- == 0) {
			l->owner = 0;
			l->count = 0;
		}
	} else if (strcmp(f, "pthread_rwlock_destroy") == 0) {
		if (l->owner || l->readers)
			misuse("a read-write lock is destroyed that is locked");
	} else if (strcmp(f, "pthread_rwlock_rdlock") == 0) {
		if (l->owner == me)
			misuse("a read-write lock is locked again by the thread that writes");
	} else if (strcmp(f, "pthread_rwlock_wrlock") == 0) {
		if (l->owner == me || l->reads[me])
			misuse("a read-write lock is locked for writing by a thread that has it");
	} else if (strcmp(f, "pthread_rwlock_unlock") == 0) {
		if (l->owner == me)
			l->owner = 0;
		else if (l->reads[me]) {
			l->reads[me]--;
			l->readers--;
		} else
			misuse(l->owner || l->readers ? "a read-write lock is unlocked by a thread that does not have it" : "a read-write lock is unlocked that is not locked");
	} else if (strcmp(f, "pthread_spin_destroy") == 0) {
		if (l->owner)
			misuse("a spin lock is destroyed that is locked");
	} else if (strcmp(f, "pthread_spin_lock") == 0) {
		if (l->owner == me)
			misuse("a spin lock is locked again by the thread that has it");
	} else if (strcmp(f, "pthread_spin_unlock") == 0) {
		if (l->owner != me)
			misuse(l->owner ? "a spin lock is unlocked by a thread that does not have it" : "a spin lock is unlocked that is not locked");
		l->owner = 0;
	} else if (is(f, "pthread_cond_destroy", "cnd_destroy")) {
		if (l->waiters > 0)
			misuse("a condition is destroyed for which a thread waits");
	} else if (is(f, "pthread_cond_signal", "cnd_signal")) {
		l->waiters -= l->waiters > 0;
	} else if (is(f, "pthread_cond_broadcast", "cnd_broadcast")) {
		l->waiters = 0;
	} else if (is(f, "pthread_cond_wait", "cnd_wait")) {
		struct lock *m = find(with);
		int of = ((pthread_mutex_t *)with)->__data.__kind & 3;
		if (m->life == DESTROYED)
			misuse("a lock is used that has been destroyed");
		if (m->owner != me && (f[0] == 'c' || of != ERRORCHECK))
			misuse("a thread waits for a condition with a mutex that it has not locked");
		if (m->owner == me)
			m->owner = 0;
		l->waiters++;
	} else if (strcmp(f, "pthread_barrier_destroy") == 0) {
		if (l->waiters > 0)
			misuse("a barrier is destroyed at which a thread waits");
	} else if (strcmp(f, "pthread_barrier_wait") == 0) {
		if (++l->waiters == l->count)
			l->waiters = 0;
	}
	if (ends(f, "_destroy"))
		l->life = DESTROYED;
}

static void after(const char *f, struct lock *l, void *with, int result) {
	if (l->life == DESTROYED && !ends(f, "_init")) {
		if (ends(f, "lock") || is(f, "sem_wait", "sem_trywait"))
			misuse("a lock is used that has been destroyed");
		return;
	}
	if (result != 0)
		return;
	if (ends(f, "_init")) {
		memset(&l->life, 0, sizeof *l - sizeof l->at);
		l->life = READY;
		if (begins(f, "pthread_barrier_"))
			l->count = (int)(long)with;
	} else if (ends(f, "unlock")) {
	} else if (begins(f, "pthread_mutex_") || begins(f, "mtx_") || begins(f, "pthread_spin_") || ends(f, "wrlock")) {
		if (l->owner == me)
			l->count++;
		else
			l->count = 0;
		l->owner = me;
		l->life = READY;
	} else if (ends(f, "rdlock")) {
		l->reads[me]++;
		l->readers++;
		l->life = READY;
	} else if (is(f, "pthread_cond_wait", "cnd_wait")) {
		l->waiters -= l->waiters > 0;
		struct lock *m = find(with);
		if (m->life == DESTROYED)
			misuse("a lock is used that has been destroyed");
		m->owner = me;
	}
}

void craig_judge(int is_after, const char *f, void *lock, void *with, int result) {
	if (!begins(f, "pthread_mutex_") && !begins(f, "mtx_") && !begins(f, "pthread_rwlock_") && !begins(f, "pthread_spin_") && !begins(f, "pthread_cond_") && !begins(f, "cnd_") && !begins(f, "pthread_barrier_") && !begins(f, "sem_"))
		return;
	__real_pthread_mutex_lock(&mutex);
	if (!me && (me = ++threads) >= THREADS)
		_exit(0);
	if (!is_after)
		before(f, find(lock), with);
	else if (!ends(f, "_destroy"))
		after(f, find(lock), with, result);
	__real_pthread_mutex_unlock(&mutex);
}
