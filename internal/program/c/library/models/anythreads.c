/*
 * What is __craig_any_f here is f where few of any number of threads are followed: package thread. It is __craig_thread_f of threads.c elsewhere.
 *
 * A lock says which of the threads that are followed has it, by their numbers __craig_slot(), which begin with 1 for the first one: that others have it
 * is left out, since they only keep these from going on. That nobody gives back what somebody else has is what makes that right, and is asked of each thread
 * that is followed, which may be any: what does not keep to it comes to __craig_breach(), from where on nothing is known.
 *
 * __craig_index() is __craig_slot() where there is a place for each thread, which there is not for any number of them.
 *
 * __craig_gets(m) is where a thread has got the lock m, whose first word says who has it, __craig_reads(m) where it has got the read-write lock m to read, __craig_gives(m) where
 * it is about to give back what it may write under, and __craig_makes(m) where m is made free whoever has it. What comes after __craig_unlocks(m) gives m back, if it does not fail.
 */

extern void __craig_atomic_begin(void);
extern void __craig_atomic_end(void);
extern void __craig_acquired(void);
extern void __craig_waits(void);
extern void __craig_until(int);
extern int __craig_slot(void);
extern int __craig_index(void);
extern void __craig_breach(void);
extern void __craig_gets(void *);
extern void __craig_reads(void *);
extern void __craig_gives(void *);
extern void __craig_makes(void *);
extern void __craig_unlocks(void *);

/* Only the first thread makes and destroys what others use: they could not see that others do. */
static void first(void) {
	if (__craig_slot() != 1)
		__craig_breach();
}

#define KIND (sizeof(long) == 8 ? 4 : 3)
#define RECURSIVE 1
#define ERRORCHECK 2

int __craig_any_pthread_mutex_init(int *m, const int *attributes) {
	first();
	__craig_makes(m);
	m[0] = 0;
	m[1] = 0;
	m[KIND] = attributes ? *attributes : 0;
	return 0;
}

int __craig_any_pthread_mutex_destroy(int *m) {
	first();
	m[1] = 0;
	return 0;
}

/* In an atomic section: waits for m, and says what pthread_mutex_lock gives. */
static int lock(int *m) {
	int me = __craig_slot();
	if (m[0] == me) {
		int kind = m[KIND];
		if (kind == ERRORCHECK)
			return 35; /* EDEADLK */
		if (kind == RECURSIVE) {
			m[1]++;
			return 0;
		}
	}
	__craig_until(m[0] == 0);
	m[0] = me;
	__craig_gets(m);
	return 0;
}

int __craig_any_pthread_mutex_lock(int *m) {
	__craig_waits();
	int result = lock(m);
	__craig_acquired();
	return result;
}

int __craig_any_pthread_mutex_trylock(int *m) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	int result = lock(m);
	if (result == 35)
		result = 16;
	__craig_acquired();
	return result;
}

/* EINVAL: what time says is not looked at. */
static int invalid(void) {
	if (!__VERIFIER_nondet_int())
		return 0;
	__VERIFIER_assume(__craig_guess());
	return 22;
}

int __craig_any_pthread_mutex_timedlock(int *m, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	__craig_atomic_begin();
	int result = lock(m);
	__craig_acquired();
	return result;
}

int __craig_any_pthread_mutex_unlock(int *m) {
	int result = 0;
	__craig_atomic_begin();
	__craig_unlocks(m);
	if (m[0] != __craig_slot()) {
		int kind = m[KIND];
		if (kind != RECURSIVE && kind != ERRORCHECK)
			__craig_breach();
		result = 1; /* EPERM */
	} else if (m[1] > 0 && m[KIND] == RECURSIVE)
		m[1]--;
	else {
		__craig_gives(m);
		m[0] = 0;
	}
	__craig_atomic_end();
	return result;
}

int __craig_any_pthread_cond_wait(int *c, int *m) {
	if (__craig_any_pthread_mutex_unlock(m))
		return 1; /* EPERM, and m is not locked */
	__craig_any_pthread_mutex_lock(m);
	return 0;
}

int __craig_any_pthread_cond_timedwait(int *c, int *m, const void *time) {
	if (invalid())
		return 22;
	if (__craig_any_pthread_cond_wait(c, m))
		return 1; /* EPERM */
	return __VERIFIER_nondet_int() ? 110 : 0; /* ETIMEDOUT */
}

int __craig_any_pthread_mutexattr_init(int *a) {
	first();
	*a = 0;
	return 0;
}

int __craig_any_pthread_mutexattr_settype(int *a, int type) {
	first();
	if (type < 0 || type > 3)
		return 22; /* EINVAL */
	*a = type;
	return 0;
}

/* A read-write lock: who writes, how many read, and how often each thread reads. */
#define READS(l) (((unsigned char *)((l) + 3))[__craig_index()])

int __craig_any_pthread_rwlock_init(int *l, const void *attributes) {
	first();
	__craig_makes(l);
	for (int i = 0; i < 8; i++)
		l[i] = 0;
	return 0;
}

int __craig_any_pthread_rwlock_destroy(int *l) {
	first();
	__craig_makes(l);
	l[0] = 0;
	return 0;
}

static void read(int *l) {
	__craig_until(l[0] == 0);
	l[1]++;
	if (++READS(l) == 0)
		__craig_breach();
	__craig_reads(l);
}

static void write(int *l) {
	__craig_until(l[0] == 0 && l[1] == 0);
	l[0] = __craig_slot();
	__craig_gets(l);
}

int __craig_any_pthread_rwlock_rdlock(int *l) {
	__craig_waits();
	read(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_rwlock_tryrdlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	read(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_rwlock_wrlock(int *l) {
	__craig_waits();
	write(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_rwlock_trywrlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	write(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_rwlock_unlock(int *l) {
	__craig_atomic_begin();
	__craig_unlocks(l);
	if (l[0] == __craig_slot()) {
		__craig_gives(l);
		l[0] = 0;
	} else if (READS(l) > 0) {
		READS(l)--;
		l[1]--;
	} else
		__craig_breach();
	__craig_atomic_end();
	return 0;
}

int __craig_any_pthread_spin_init(int *l, int shared) {
	first();
	__craig_makes(l);
	l[0] = 0;
	return 0;
}

int __craig_any_pthread_spin_destroy(int *l) {
	first();
	__craig_makes(l);
	l[0] = 0;
	return 0;
}

int __craig_any_pthread_spin_lock(int *l) {
	__craig_waits();
	__craig_until(l[0] == 0);
	l[0] = __craig_slot();
	__craig_gets(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_spin_trylock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	__craig_until(l[0] == 0);
	l[0] = __craig_slot();
	__craig_gets(l);
	__craig_acquired();
	return 0;
}

int __craig_any_pthread_spin_unlock(int *l) {
	__craig_atomic_begin();
	if (l[0] != __craig_slot())
		__craig_breach();
	__craig_gives(l);
	l[0] = 0;
	__craig_atomic_end();
	return 0;
}

/* A thread may pass a barrier as soon as others have come, whoever these are. */
int __craig_any_pthread_barrier_init(unsigned *b, const void *attributes, unsigned n) {
	if (n == 0)
		return 22; /* EINVAL */
	b[0] = n;
	b[1] = 0;
	return 0;
}

int __craig_any_pthread_barrier_destroy(unsigned *b) {
	b[1] = 0;
	return 0;
}

int __craig_any_pthread_barrier_wait(unsigned *b) {
	__craig_atomic_begin();
	b[1] = b[0];
	__craig_atomic_end();
	return __VERIFIER_nondet_int() ? -1 : 0; /* PTHREAD_BARRIER_SERIAL_THREAD */
}

/* Others may have called f already. */
int __craig_any_pthread_once(int *once, void (*f)(void)) {
	int others = __VERIFIER_nondet_int();
	__craig_atomic_begin();
	if (*once == 0 && others)
		*once = 2;
	int mine = *once == 0;
	if (mine)
		*once = 1;
	__craig_atomic_end();
	if (mine) {
		f();
		__craig_atomic_begin();
		*once = 2;
	} else {
		__craig_waits();
		__craig_until(*once == 2);
	}
	__craig_atomic_end();
	return 0;
}

/* A semaphore, as a lock for so many as it allows: its value, and how much of it each thread has taken. Who has taken nothing gives nothing. */
#define TAKEN(s) (((unsigned char *)(s) + 4)[__craig_index()])

int __craig_any_sem_init(unsigned *s, int shared, unsigned value) {
	first();
	if (value > 2147483647u) {
		errno = 22; /* EINVAL */
		return -1;
	}
	for (int i = 0; i < 12; i++)
		((unsigned char *)s + 4)[i] = 0;
	*s = value;
	return 0;
}

int __craig_any_sem_destroy(unsigned *s) {
	first();
	*s = 0;
	return 0;
}

static void take(unsigned *s) {
	__craig_until(*s > 0);
	--*s;
	if (++TAKEN(s) == 0)
		__craig_breach();
}

int __craig_any_sem_wait(unsigned *s) {
	__craig_waits();
	take(s);
	__craig_atomic_end();
	return 0;
}

int __craig_any_sem_trywait(unsigned *s) {
	if (__VERIFIER_nondet_int()) {
		errno = 11; /* EAGAIN */
		return -1;
	}
	__craig_atomic_begin();
	take(s);
	__craig_atomic_end();
	return 0;
}

int __craig_any_sem_post(unsigned *s) {
	__craig_atomic_begin();
	if (TAKEN(s) == 0)
		__craig_breach();
	--TAKEN(s);
	++*s;
	__craig_atomic_end();
	return 0;
}

/* What is made of those above. */
int __craig_any_pthread_rwlock_timedrdlock(int *l, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	return __craig_any_pthread_rwlock_rdlock(l);
}

int __craig_any_pthread_rwlock_timedwrlock(int *l, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	return __craig_any_pthread_rwlock_wrlock(l);
}

int __craig_any_sem_timedwait(unsigned *s, const void *time) {
	if (invalid()) {
		errno = 22;
		return -1;
	}
	if (__VERIFIER_nondet_int()) {
		errno = 110; /* ETIMEDOUT */
		return -1;
	}
	return __craig_any_sem_wait(s);
}

/* threads.h */
#define THRD_BUSY 1
#define THRD_ERROR 2
#define THRD_TIMEDOUT 4

/* What thrd_ functions give for a number of an error. */
static int result(int error) {
	return error == 110 ? THRD_TIMEDOUT : error ? THRD_ERROR : 0;
}

void __craig_any_call_once(int *once, void (*f)(void)) {
	__craig_any_pthread_once(once, f);
}

int __craig_any_mtx_init(int *m, int type) {
	first();
	__craig_makes(m);
	m[0] = 0;
	m[1] = 0;
	m[KIND] = type & 1 ? RECURSIVE : 0; /* mtx_recursive, with or without mtx_timed */
	return 0;
}

void __craig_any_mtx_destroy(int *m) {
	__craig_any_pthread_mutex_destroy(m);
}

int __craig_any_mtx_lock(int *m) {
	return __craig_any_pthread_mutex_lock(m);
}

int __craig_any_mtx_trylock(int *m) {
	return __craig_any_pthread_mutex_trylock(m) ? THRD_BUSY : 0;
}

int __craig_any_mtx_timedlock(int *m, const void *time) {
	return result(__craig_any_pthread_mutex_timedlock(m, time));
}

int __craig_any_mtx_unlock(int *m) {
	return __craig_any_pthread_mutex_unlock(m) ? THRD_ERROR : 0;
}

int __craig_any_cnd_wait(int *c, int *m) {
	return result(__craig_any_pthread_cond_wait(c, m));
}

int __craig_any_cnd_timedwait(int *c, int *m, const void *time) {
	return result(__craig_any_pthread_cond_timedwait(c, m, time));
}
