/*
 * What is __craig_anylocks_f here is f where few of any number of threads are followed and misuse of locks is looked for: package thread. What a thread that is followed
 * has, and what has become of a lock before there are threads, is known exactly; a lock is neither initialised nor destroyed beside threads: __craig_makes(m) asks
 * for that. What is misuse comes to __craig_breach(). Functions of locks that are not here are not followed then.
 */

#define READY 1
#define DESTROYED 2

extern void __craig_atomic_begin(void);
extern void __craig_atomic_end(void);
extern int __craig_slot(void);
extern int __craig_index(void);
extern void __craig_breach(void);
extern void __craig_makes(void *);
extern int __craig_any_pthread_mutex_init(int *, const int *);
extern int __craig_any_pthread_mutex_destroy(int *);
extern int __craig_any_pthread_mutex_lock(int *);
extern int __craig_any_pthread_mutex_trylock(int *);
extern int __craig_any_pthread_mutex_timedlock(int *, const void *);
extern int __craig_any_pthread_mutex_unlock(int *);
extern int __craig_any_pthread_cond_wait(int *, int *);
extern int __craig_any_pthread_cond_timedwait(int *, int *, const void *);
extern int __craig_any_pthread_rwlock_init(int *, const void *);
extern int __craig_any_pthread_rwlock_rdlock(int *);
extern int __craig_any_pthread_rwlock_wrlock(int *);
extern int __craig_any_pthread_rwlock_tryrdlock(int *);
extern int __craig_any_pthread_rwlock_trywrlock(int *);
extern int __craig_any_pthread_rwlock_unlock(int *);

/* What has become of a mutex, a condition or a read-write lock is where lockuse.c has it. */
#define LIFE 2
#define KIND (sizeof(long) == 8 ? 4 : 3)
#define RECURSIVE 1
#define ERRORCHECK 2
#define READS(l) (((unsigned char *)((l) + 3))[__craig_index()])

static void is(int *m) {
	if (m[LIFE] != 0 && m[LIFE] != READY)
		__craig_breach();
	m[LIFE] = READY;
}

static void used(int *m) {
	__craig_atomic_begin();
	is(m);
	__craig_atomic_end();
}

static void begins(int *m) {
	__craig_makes(m);
	if (m[LIFE] == READY)
		__craig_breach();
}

static void ends(int *m) {
	__craig_makes(m);
	is(m);
	m[LIFE] = DESTROYED;
}

int __craig_anylocks_pthread_mutex_init(int *m, const int *attributes) {
	begins(m);
	__craig_any_pthread_mutex_init(m, attributes);
	m[LIFE] = READY;
	return 0;
}

int __craig_anylocks_pthread_mutex_destroy(int *m) {
	if (m[0] != 0)
		__craig_breach();
	ends(m);
	return 0;
}

int __craig_anylocks_pthread_mutex_lock(int *m) {
	__craig_atomic_begin();
	is(m);
	if (m[0] == __craig_slot() && m[KIND] != RECURSIVE && m[KIND] != ERRORCHECK)
		__craig_breach();
	__craig_atomic_end();
	return __craig_any_pthread_mutex_lock(m);
}

int __craig_anylocks_pthread_mutex_trylock(int *m) {
	used(m);
	return __craig_any_pthread_mutex_trylock(m);
}

int __craig_anylocks_pthread_mutex_timedlock(int *m, const void *time) {
	used(m);
	return __craig_any_pthread_mutex_timedlock(m, time);
}

int __craig_anylocks_pthread_mutex_unlock(int *m) {
	used(m);
	return __craig_any_pthread_mutex_unlock(m);
}

int __craig_anylocks_pthread_rwlock_init(int *l, const void *attributes) {
	begins(l);
	__craig_any_pthread_rwlock_init(l, attributes);
	l[LIFE] = READY;
	return 0;
}

int __craig_anylocks_pthread_rwlock_destroy(int *l) {
	if (l[0] != 0 || l[1] != 0)
		__craig_breach();
	ends(l);
	return 0;
}

/* Who writes reads nothing, and who has it does not write. */
static void again(int *l, int write) {
	__craig_atomic_begin();
	is(l);
	if (l[0] == __craig_slot() || write && READS(l) > 0)
		__craig_breach();
	__craig_atomic_end();
}

int __craig_anylocks_pthread_rwlock_rdlock(int *l) {
	again(l, 0);
	return __craig_any_pthread_rwlock_rdlock(l);
}

int __craig_anylocks_pthread_rwlock_wrlock(int *l) {
	again(l, 1);
	return __craig_any_pthread_rwlock_wrlock(l);
}

int __craig_anylocks_pthread_rwlock_tryrdlock(int *l) {
	used(l);
	return __craig_any_pthread_rwlock_tryrdlock(l);
}

int __craig_anylocks_pthread_rwlock_trywrlock(int *l) {
	used(l);
	return __craig_any_pthread_rwlock_trywrlock(l);
}

int __craig_anylocks_pthread_rwlock_unlock(int *l) {
	used(l);
	return __craig_any_pthread_rwlock_unlock(l);
}

int __craig_anylocks_pthread_cond_init(int *c, const void *attributes) {
	begins(c);
	c[LIFE] = READY;
	return 0;
}

int __craig_anylocks_pthread_cond_destroy(int *c) {
	ends(c);
	return 0;
}

int __craig_anylocks_pthread_cond_signal(int *c) {
	used(c);
	return 0;
}

int __craig_anylocks_pthread_cond_broadcast(int *c) {
	used(c);
	return 0;
}

/* Only a mutex that checks for errors can tell a thread that waits that it does not have it. */
static void waits(int *c, int *m) {
	__craig_atomic_begin();
	is(c);
	is(m);
	if (m[0] != __craig_slot() && m[KIND] != ERRORCHECK)
		__craig_breach();
	__craig_atomic_end();
}

int __craig_anylocks_pthread_cond_wait(int *c, int *m) {
	waits(c, m);
	return __craig_any_pthread_cond_wait(c, m);
}

int __craig_anylocks_pthread_cond_timedwait(int *c, int *m, const void *time) {
	waits(c, m);
	return __craig_any_pthread_cond_timedwait(c, m, time);
}
