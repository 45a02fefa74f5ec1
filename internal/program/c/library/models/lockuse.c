/*
 * What is __craig_locks_f here is f where misuse of locks is looked for (property locks): package thread. It is __craig_thread_f of threads.c elsewhere.
 *
 * A lock has, besides what it is for, a word that says what has become of it: 0 if nothing has, or what follows. Who has it are the numbers
 * __craig_slot() of threads, which begin with 1. __craig_misuse(text) is where an execution misuses a lock, as the text says.
 */

#define READY 1     /* it has been initialised, or locked as one that a static initialiser, or 0, makes */
#define DESTROYED 2 /* it has been destroyed */
#define UNSET 3     /* it has no value: package thread, Births */

extern void __craig_atomic_begin(void);
extern void __craig_atomic_end(void);
extern void __craig_acquired(void);
extern void __craig_waits(void);
extern void __craig_until(int);
extern int __craig_slot(void);
extern void __craig_misuse(const char *);

/* A mutex: who has it, how often that one has locked it besides, what has become of it, and its kind. */
#define LIFE 2
#define KIND (sizeof(long) == 8 ? 4 : 3)
#define RECURSIVE 1
#define ERRORCHECK 2

/* A mutex, a condition or a read-write lock is used, of which life says what has become. */
static void used(int life) {
	if (life == DESTROYED)
		__craig_misuse("a lock is used that has been destroyed");
	if (life != 0 && life != READY)
		__craig_misuse("a lock is used that has not been initialised");
}

/* A semaphore, a barrier or a spin lock is used, which static storage does not initialise. */
static void made(int life) {
	if (life == 0)
		__craig_misuse("a lock is used that has not been initialised");
	used(life);
}

static void fresh(int life) {
	if (life == READY)
		__craig_misuse("a lock is initialised that is initialised already");
}

int __craig_locks_pthread_mutex_init(int *m, const int *attributes) {
	int kind = attributes ? *attributes : 0;
	__craig_atomic_begin();
	fresh(m[LIFE]);
	m[0] = 0;
	m[1] = 0;
	m[KIND] = kind;
	m[LIFE] = READY;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_mutex_destroy(int *m) {
	__craig_atomic_begin();
	used(m[LIFE]);
	if (m[0] != 0)
		__craig_misuse("a mutex is destroyed that is locked");
	m[LIFE] = DESTROYED;
	__craig_atomic_end();
	return 0;
}

/* In an atomic section: waits for m, and says what pthread_mutex_lock gives; to lock it again is misuse if strict. */
static int lock(int *m, int strict) {
	int me = __craig_slot();
	used(m[LIFE]);
	if (m[0] == me) {
		int kind = m[KIND];
		if (kind == ERRORCHECK)
			return 35; /* EDEADLK */
		if (kind == RECURSIVE) {
			m[1]++;
			return 0;
		}
		if (strict)
			__craig_misuse("a mutex that is not recursive is locked again by the thread that has it");
	}
	__craig_until(m[0] == 0 || m[LIFE] == DESTROYED);
	used(m[LIFE]);
	m[0] = me;
	m[LIFE] = READY;
	return 0;
}

/* In an atomic section: what pthread_mutex_unlock gives; checks says that m may tell that the thread does not have it. */
static int unlock(int *m, int checks) {
	used(m[LIFE]);
	if (m[0] != __craig_slot()) {
		int kind = m[KIND];
		if (checks && (kind == RECURSIVE || kind == ERRORCHECK))
			return 1; /* EPERM */
		if (m[0] == 0)
			__craig_misuse("a mutex is unlocked that is not locked");
		__craig_misuse("a mutex is unlocked by a thread that does not have it");
	}
	if (m[1] > 0 && m[KIND] == RECURSIVE)
		m[1]--;
	else
		m[0] = 0;
	return 0;
}

int __craig_locks_pthread_mutex_lock(int *m) {
	__craig_waits();
	int result = lock(m, 1);
	__craig_acquired();
	return result;
}

int __craig_locks_pthread_mutex_trylock(int *m) {
	__craig_atomic_begin();
	used(m[LIFE]);
	__craig_atomic_end();
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	int result = lock(m, 0);
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

int __craig_locks_pthread_mutex_timedlock(int *m, const void *time) {
	__craig_atomic_begin();
	used(m[LIFE]);
	__craig_atomic_end();
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	__craig_atomic_begin();
	int result = lock(m, 0);
	__craig_acquired();
	return result;
}

int __craig_locks_pthread_mutex_unlock(int *m) {
	__craig_atomic_begin();
	int result = unlock(m, 1);
	__craig_atomic_end();
	return result;
}

/* A read-write lock: how many read, who writes, what has become of it, and how often each thread reads. */
#define READS(l) (((unsigned char *)((l) + 3))[__craig_slot()])

int __craig_locks_pthread_rwlock_init(int *l, const void *attributes) {
	__craig_atomic_begin();
	fresh(l[LIFE]);
	l[0] = 0;
	l[1] = 0;
	for (int i = 3; i < 8; i++)
		l[i] = 0;
	l[LIFE] = READY;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_rwlock_destroy(int *l) {
	__craig_atomic_begin();
	used(l[LIFE]);
	if (l[0] != 0 || l[1] != 0)
		__craig_misuse("a read-write lock is destroyed that is locked");
	l[LIFE] = DESTROYED;
	__craig_atomic_end();
	return 0;
}

static void read(int *l, int strict) {
	used(l[LIFE]);
	if (strict && l[1] == __craig_slot())
		__craig_misuse("a read-write lock is locked again by the thread that writes");
	__craig_until(l[1] == 0 || l[LIFE] == DESTROYED);
	used(l[LIFE]);
	if (READS(l) == 255)
		__VERIFIER_assume(__craig_guess());
	l[0]++;
	READS(l)++;
	l[LIFE] = READY;
}

static void write(int *l, int strict) {
	used(l[LIFE]);
	if (strict && (l[1] == __craig_slot() || READS(l) > 0))
		__craig_misuse("a read-write lock is locked for writing by a thread that has it");
	__craig_until(l[0] == 0 && l[1] == 0 || l[LIFE] == DESTROYED);
	used(l[LIFE]);
	l[1] = __craig_slot();
	l[LIFE] = READY;
}

int __craig_locks_pthread_rwlock_rdlock(int *l) {
	__craig_waits();
	read(l, 1);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_rwlock_wrlock(int *l) {
	__craig_waits();
	write(l, 1);
	__craig_acquired();
	return 0;
}

static int tries(int *l) {
	__craig_atomic_begin();
	used(l[LIFE]);
	__craig_atomic_end();
	return __VERIFIER_nondet_int();
}

int __craig_locks_pthread_rwlock_tryrdlock(int *l) {
	if (tries(l))
		return 16; /* EBUSY */
	__craig_atomic_begin();
	read(l, 0);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_rwlock_trywrlock(int *l) {
	if (tries(l))
		return 16; /* EBUSY */
	__craig_atomic_begin();
	write(l, 0);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_rwlock_timedrdlock(int *l, const void *time) {
	if (tries(l))
		return 110; /* ETIMEDOUT */
	if (invalid())
		return 22;
	__craig_atomic_begin();
	read(l, 0);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_rwlock_timedwrlock(int *l, const void *time) {
	if (tries(l))
		return 110; /* ETIMEDOUT */
	if (invalid())
		return 22;
	__craig_atomic_begin();
	write(l, 0);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_rwlock_unlock(int *l) {
	__craig_atomic_begin();
	used(l[LIFE]);
	if (l[1] == __craig_slot())
		l[1] = 0;
	else if (READS(l) > 0) {
		READS(l)--;
		l[0]--;
	} else if (l[0] == 0 && l[1] == 0)
		__craig_misuse("a read-write lock is unlocked that is not locked");
	else
		__craig_misuse("a read-write lock is unlocked by a thread that does not have it");
	__craig_atomic_end();
	return 0;
}

/*
 * A spin lock has one word: who has it, or what has become of it. That one is initialised twice is not looked for: who begins without a value may have
 * any.
 */
#define FREE 256
#define GONE 512

static void spins(int state) {
	if (state == GONE)
		__craig_misuse("a lock is used that has been destroyed");
	if (state <= 0 || state >= FREE + 1)
		__craig_misuse("a lock is used that has not been initialised");
}

int __craig_locks_pthread_spin_init(int *l, int shared) {
	l[0] = FREE;
	return 0;
}

int __craig_locks_pthread_spin_destroy(int *l) {
	__craig_atomic_begin();
	spins(l[0]);
	if (l[0] != FREE)
		__craig_misuse("a spin lock is destroyed that is locked");
	l[0] = GONE;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_spin_lock(int *l) {
	__craig_waits();
	spins(l[0]);
	if (l[0] == __craig_slot())
		__craig_misuse("a spin lock is locked again by the thread that has it");
	__craig_until(l[0] == FREE || l[0] == GONE);
	spins(l[0]);
	l[0] = __craig_slot();
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_spin_trylock(int *l) {
	__craig_atomic_begin();
	spins(l[0]);
	__craig_atomic_end();
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	spins(l[0]);
	__craig_until(l[0] == FREE);
	l[0] = __craig_slot();
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_spin_unlock(int *l) {
	__craig_atomic_begin();
	spins(l[0]);
	if (l[0] == FREE)
		__craig_misuse("a spin lock is unlocked that is not locked");
	if (l[0] != __craig_slot())
		__craig_misuse("a spin lock is unlocked by a thread that does not have it");
	l[0] = FREE;
	__craig_atomic_end();
	return 0;
}

/* A condition: what has become of it, at its LIFE, and which threads wait for it, each at its number: 1 for one that does, and 2 for one that has been woken up. */
#define WAITER(c, n) (((unsigned char *)((c) + 3))[n])
#define SLOTS 10

static int waited(int *c) {
	for (int i = 1; i < SLOTS; i++)
		if (WAITER(c, i) == 1)
			return 1;
	return 0;
}

int __craig_locks_pthread_cond_init(int *c, const void *attributes) {
	__craig_atomic_begin();
	fresh(c[LIFE]);
	for (int i = 0; i < 12; i++)
		c[i] = 0;
	c[LIFE] = READY;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_cond_destroy(int *c) {
	__craig_atomic_begin();
	used(c[LIFE]);
	if (waited(c))
		__craig_misuse("a condition is destroyed for which a thread waits");
	c[LIFE] = DESTROYED;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_cond_signal(int *c) {
	__craig_atomic_begin();
	used(c[LIFE]);
	if (waited(c)) {
		unsigned one = __VERIFIER_nondet_uint();
		__VERIFIER_assume(one > 0 && one < SLOTS);
		__VERIFIER_assume(WAITER(c, one) == 1);
		WAITER(c, one) = 2;
	}
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_cond_broadcast(int *c) {
	__craig_atomic_begin();
	used(c[LIFE]);
	for (int i = 1; i < SLOTS; i++)
		if (WAITER(c, i) == 1)
			WAITER(c, i) = 2;
	__craig_atomic_end();
	return 0;
}

/* Waits with m, which only a mutex that checks for errors can tell the thread not to have; c11 if none can. */
static int waits(int *c, int *m, int c11) {
	__craig_atomic_begin();
	used(c[LIFE]);
	used(m[LIFE]);
	if (m[0] != __craig_slot()) {
		if (!c11 && m[KIND] == ERRORCHECK) {
			__craig_atomic_end();
			return 1; /* EPERM */
		}
		__craig_misuse("a thread waits for a condition with a mutex that it has not locked");
	}
	unlock(m, 0);
	WAITER(c, __craig_slot()) = 1;
	c[LIFE] = READY;
	__craig_atomic_end();
	__craig_atomic_begin(); /* it may wake up for no reason */
	WAITER(c, __craig_slot()) = 0;
	__craig_atomic_end();
	__craig_waits();
	lock(m, 1);
	__craig_acquired();
	return 0;
}

int __craig_locks_pthread_cond_wait(int *c, int *m) {
	return waits(c, m, 0);
}

int __craig_locks_pthread_cond_timedwait(int *c, int *m, const void *time) {
	__craig_atomic_begin();
	used(c[LIFE]);
	used(m[LIFE]);
	__craig_atomic_end();
	if (invalid())
		return 22;
	if (waits(c, m, 0))
		return 1; /* EPERM */
	return __VERIFIER_nondet_int() ? 110 : 0; /* ETIMEDOUT */
}

/* A barrier: how many it waits for, how many have come, how often all have, and what has become of it. */
#define BARRIER 3

int __craig_locks_pthread_barrier_init(unsigned *b, const void *attributes, unsigned n) {
	if (n == 0)
		return 22; /* EINVAL */
	__craig_atomic_begin();
	fresh(b[BARRIER]);
	if (b[BARRIER] != DESTROYED) /* threads that have not come out of it yet look for another round */
		b[2] = 0;
	b[0] = n;
	b[1] = 0;
	b[BARRIER] = READY;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_barrier_destroy(unsigned *b) {
	__craig_atomic_begin();
	made(b[BARRIER]);
	if (b[1] != 0)
		__craig_misuse("a barrier is destroyed at which a thread waits");
	b[BARRIER] = DESTROYED;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_pthread_barrier_wait(unsigned *b) {
	__craig_atomic_begin();
	made(b[BARRIER]);
	unsigned round = b[2];
	int last = ++b[1] == b[0];
	if (last) {
		b[1] = 0;
		b[2]++;
	}
	__craig_atomic_end();
	if (last)
		return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
	__craig_waits();
	__craig_until(b[2] != round);
	__craig_atomic_end();
	return 0;
}

/* A semaphore: its value, and what has become of it. */
#define SEMAPHORE 1

int __craig_locks_sem_init(unsigned *s, int shared, unsigned value) {
	if (value > 2147483647u) {
		errno = 22; /* EINVAL */
		return -1;
	}
	__craig_atomic_begin();
	fresh(s[SEMAPHORE]);
	s[0] = value;
	s[SEMAPHORE] = READY;
	__craig_atomic_end();
	return 0;
}

int __craig_locks_sem_destroy(unsigned *s) {
	__craig_atomic_begin();
	made(s[SEMAPHORE]);
	s[SEMAPHORE] = DESTROYED;
	__craig_atomic_end();
	return 0;
}

/* Who waits for a semaphore when it is destroyed uses one that has been. */
static void take(unsigned *s) {
	made(s[SEMAPHORE]);
	__craig_until(s[0] > 0 || s[SEMAPHORE] == DESTROYED);
	made(s[SEMAPHORE]);
	--s[0];
}

int __craig_locks_sem_wait(unsigned *s) {
	__craig_waits();
	take(s);
	__craig_atomic_end();
	return 0;
}

int __craig_locks_sem_trywait(unsigned *s) {
	__craig_atomic_begin();
	made(s[SEMAPHORE]);
	__craig_atomic_end();
	if (__VERIFIER_nondet_int()) {
		errno = 11; /* EAGAIN */
		return -1;
	}
	__craig_atomic_begin();
	take(s);
	__craig_atomic_end();
	return 0;
}

int __craig_locks_sem_timedwait(unsigned *s, const void *time) {
	__craig_atomic_begin();
	made(s[SEMAPHORE]);
	__craig_atomic_end();
	if (invalid()) {
		errno = 22;
		return -1;
	}
	if (__VERIFIER_nondet_int()) {
		errno = 110; /* ETIMEDOUT */
		return -1;
	}
	__craig_atomic_begin();
	take(s);
	__craig_atomic_end();
	return 0;
}

int __craig_locks_sem_post(unsigned *s) {
	__craig_atomic_begin();
	made(s[SEMAPHORE]);
	++s[0];
	__craig_atomic_end();
	return 0;
}

int __craig_locks_sem_getvalue(unsigned *s, int *value) {
	__craig_atomic_begin();
	made(s[SEMAPHORE]);
	int now = (int)s[0];
	__craig_atomic_end();
	*value = now;
	return 0;
}

/* threads.h: a mutex that a thread unlocks it shall have, whatever kind it is. */
#define THRD_BUSY 1
#define THRD_ERROR 2
#define THRD_TIMEDOUT 4

/* What thrd_ functions give for a number of an error. */
static int result(int error) {
	return error == 110 ? THRD_TIMEDOUT : error ? THRD_ERROR : 0;
}

int __craig_locks_mtx_init(int *m, int type) {
	int kind = type & 1 ? RECURSIVE : 0; /* mtx_recursive, with or without mtx_timed */
	return __craig_locks_pthread_mutex_init(m, &kind);
}

void __craig_locks_mtx_destroy(int *m) {
	__craig_locks_pthread_mutex_destroy(m);
}

int __craig_locks_mtx_lock(int *m) {
	return __craig_locks_pthread_mutex_lock(m);
}

int __craig_locks_mtx_trylock(int *m) {
	return __craig_locks_pthread_mutex_trylock(m) ? THRD_BUSY : 0;
}

int __craig_locks_mtx_timedlock(int *m, const void *time) {
	return result(__craig_locks_pthread_mutex_timedlock(m, time));
}

int __craig_locks_mtx_unlock(int *m) {
	__craig_atomic_begin();
	unlock(m, 0);
	__craig_atomic_end();
	return 0;
}

int __craig_locks_cnd_init(int *c) {
	return __craig_locks_pthread_cond_init(c, 0);
}

void __craig_locks_cnd_destroy(int *c) {
	__craig_locks_pthread_cond_destroy(c);
}

int __craig_locks_cnd_signal(int *c) {
	return __craig_locks_pthread_cond_signal(c);
}

int __craig_locks_cnd_broadcast(int *c) {
	return __craig_locks_pthread_cond_broadcast(c);
}

int __craig_locks_cnd_wait(int *c, int *m) {
	return waits(c, m, 1);
}

int __craig_locks_cnd_timedwait(int *c, int *m, const void *time) {
	if (invalid())
		return THRD_ERROR;
	waits(c, m, 1);
	return __VERIFIER_nondet_int() ? THRD_TIMEDOUT : 0;
}
