/*
 * pthread.h, threads.h and semaphore.h, of programs that make threads: what is __craig_thread_f here is f there. The objects are looked at as numbers, which are
 * 0 where they are initialised without a call but for the kind of a mutex, which is where glibc has it.
 *
 * Between __craig_atomic_begin() and __craig_atomic_end() no other thread moves. __craig_acquired() is the latter where what was done only waited for a
 * lock. __craig_waits() is the former where what follows waits: it changes nothing before it comes to __craig_until(c), which waits until c, and may say
 * by __craig_held_by(t) that only the thread t can end that. __craig_deadlock_f is f where deadlocks are looked for. What tries something may always
 * fail. __craig_join(t) waits until the thread t has ended, __craig_returned() is what that has returned, __craig_returns(p) says what this one returns,
 * and __craig_end() ends it. __craig_many_keys() says that there are more keys than are followed.
 */

extern void __craig_atomic_begin(void);
extern void __craig_atomic_end(void);
extern void __craig_acquired(void);
extern void __craig_waits(void);
extern void __craig_until(int);
extern void __craig_held_by(unsigned long);
extern unsigned long pthread_self(void);
extern void __craig_join(unsigned long);
extern void __craig_end(void);
extern void __craig_returns(void *);
extern void *__craig_returned(void);
extern void __craig_many_keys(void);

int __craig_thread_pthread_join(unsigned long thread, void **result) {
	__craig_join(thread);
	if (result)
		*result = __craig_returned();
	return 0;
}

void __craig_thread_pthread_exit(void *result) {
	__craig_returns(result);
	__craig_end();
	__VERIFIER_assume(0);
}

int __craig_thread_thrd_join(unsigned long thread, int *result) {
	__craig_join(thread);
	if (result)
		*result = (int)(long)__craig_returned();
	return 0;
}

void __craig_thread_thrd_exit(int result) {
	__craig_returns((void *)(long)result);
	__craig_end();
	__VERIFIER_assume(0);
}

/* A mutex: whether it is locked, how often its owner has locked it besides, and its owner. */
#define KIND (sizeof(long) == 8 ? 4 : 3)
#define OWNER(m) (*(unsigned long *)((m) + 2))
#define RECURSIVE 1
#define ERRORCHECK 2

int __craig_thread_pthread_mutex_init(int *m, const int *attributes) {
	m[0] = 0;
	m[1] = 0;
	m[KIND] = attributes ? *attributes : 0;
	return 0;
}

int __craig_thread_pthread_mutex_destroy(int *m) {
	m[1] = 0;
	return 0;
}

/* In an atomic section: waits for m, and says what pthread_mutex_lock gives. */
static int lock(int *m) {
	int kind = m[KIND];
	if (kind == RECURSIVE || kind == ERRORCHECK) {
		unsigned long self = pthread_self();
		if (m[0] != 0 && OWNER(m) == self) {
			if (kind == ERRORCHECK)
				return 35; /* EDEADLK */
			if (m[1] == 2147483647)
				return 11; /* EAGAIN */
			m[1]++;
			return 0;
		}
		__craig_until(m[0] == 0);
		OWNER(m) = self;
	} else
		__craig_until(m[0] == 0);
	m[0] = 1;
	return 0;
}

static int unlock(int *m) {
	int kind = m[KIND];
	if (kind == RECURSIVE || kind == ERRORCHECK) {
		if (m[0] == 0 || OWNER(m) != pthread_self())
			return 1; /* EPERM */
		if (m[1] > 0) {
			m[1]--;
			return 0;
		}
	}
	m[0] = 0;
	return 0;
}

int __craig_thread_pthread_mutex_lock(int *m) {
	__craig_waits();
	int result = lock(m);
	__craig_acquired();
	return result;
}

int __craig_thread_pthread_mutex_trylock(int *m) {
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

int __craig_thread_pthread_mutex_timedlock(int *m, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	__craig_atomic_begin();
	int result = lock(m);
	__craig_acquired();
	return result;
}

int __craig_thread_pthread_mutex_unlock(int *m) {
	__craig_atomic_begin();
	int result = unlock(m);
	__craig_atomic_end();
	return result;
}

int __craig_thread_pthread_mutexattr_init(int *a) {
	*a = 0;
	return 0;
}

int __craig_thread_pthread_mutexattr_destroy(int *a) {
	return 0;
}

int __craig_thread_pthread_mutexattr_settype(int *a, int type) {
	if (type < 0 || type > 3)
		return 22; /* EINVAL */
	*a = type;
	return 0;
}

int __craig_thread_pthread_mutexattr_gettype(const int *a, int *type) {
	*type = *a;
	return 0;
}

/* A read-write lock: how many read, and whether one writes. */
int __craig_thread_pthread_rwlock_init(int *l, const void *attributes) {
	l[0] = 0;
	l[1] = 0;
	return 0;
}

int __craig_thread_pthread_rwlock_destroy(int *l) {
	l[1] = 0;
	return 0;
}

int __craig_thread_pthread_rwlock_rdlock(int *l) {
	__craig_waits();
	__craig_until(l[1] == 0);
	l[0]++;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_tryrdlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	__craig_until(l[1] == 0);
	l[0]++;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_wrlock(int *l) {
	__craig_waits();
	__craig_until(l[0] == 0 && l[1] == 0);
	l[1] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_trywrlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	__craig_until(l[0] == 0 && l[1] == 0);
	l[1] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_unlock(int *l) {
	__craig_atomic_begin();
	if (l[1])
		l[1] = 0;
	else
		l[0]--;
	__craig_atomic_end();
	return 0;
}

int __craig_thread_pthread_spin_init(int *l, int shared) {
	l[0] = 0;
	return 0;
}

int __craig_thread_pthread_spin_destroy(int *l) {
	l[0] = 0;
	return 0;
}

int __craig_thread_pthread_spin_lock(int *l) {
	__craig_waits();
	__craig_until(l[0] == 0);
	l[0] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_spin_trylock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	__craig_until(l[0] == 0);
	l[0] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_spin_unlock(int *l) {
	__craig_atomic_begin();
	l[0] = 0;
	__craig_atomic_end();
	return 0;
}

/* Who waits for a condition may wake up at any time. */
int __craig_thread_pthread_cond_init(int *c, const void *attributes) {
	c[0] = 0;
	return 0;
}

int __craig_thread_pthread_cond_destroy(int *c) {
	c[0] = 0;
	return 0;
}

int __craig_thread_pthread_cond_signal(int *c) {
	return 0;
}

int __craig_thread_pthread_cond_broadcast(int *c) {
	return 0;
}

int __craig_thread_pthread_cond_wait(int *c, int *m) {
	if (__craig_thread_pthread_mutex_unlock(m))
		return 1; /* EPERM, and m is not locked */
	__craig_thread_pthread_mutex_lock(m);
	return 0;
}

int __craig_thread_pthread_cond_timedwait(int *c, int *m, const void *time) {
	if (invalid())
		return 22;
	if (__craig_thread_pthread_cond_wait(c, m))
		return 1; /* EPERM */
	return __VERIFIER_nondet_int() ? 110 : 0; /* ETIMEDOUT */
}

/*
 * Where deadlocks are looked for, a thread that nobody wakes up waits for ever, though POSIX allows that it wakes up. A condition is the threads that
 * wait for it then: 1 for each that does, and 2 for each that has been woken up.
 */

/* In an atomic section that waits: lock, with the owner of m whatever its kind is. */
static int own(int *m) {
	unsigned long self = pthread_self();
	int kind = m[KIND];
	if (m[0] != 0 && OWNER(m) == self) {
		if (kind == ERRORCHECK)
			return 35; /* EDEADLK */
		if (kind == RECURSIVE) {
			if (m[1] == 2147483647)
				return 11; /* EAGAIN */
			m[1]++;
			return 0;
		}
	}
	__craig_held_by(OWNER(m));
	__craig_until(m[0] == 0);
	OWNER(m) = self;
	m[0] = 1;
	return 0;
}

int __craig_deadlock_pthread_mutex_lock(int *m) {
	__craig_waits();
	int result = own(m);
	__craig_acquired();
	return result;
}

int __craig_deadlock_pthread_mutex_trylock(int *m) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	__craig_atomic_begin();
	int result = own(m);
	if (result == 35)
		result = 16;
	__craig_acquired();
	return result;
}

int __craig_deadlock_pthread_mutex_timedlock(int *m, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	__craig_atomic_begin();
	int result = own(m);
	__craig_acquired();
	return result;
}

int __craig_deadlock_pthread_cond_init(int *c, const void *attributes) {
	c[0] = 0;
	c[1] = 0;
	c[2] = 0;
	c[3] = 0;
	return 0;
}

int __craig_deadlock_pthread_cond_signal(int *c) {
	__craig_atomic_begin();
	if (c[0] == 1 || c[1] == 1 || c[2] == 1 || c[3] == 1) {
		unsigned one = __VERIFIER_nondet_uint();
		__VERIFIER_assume(one < 4);
		__VERIFIER_assume(c[one] == 1);
		c[one] = 2;
	}
	__craig_atomic_end();
	return 0;
}

int __craig_deadlock_pthread_cond_broadcast(int *c) {
	__craig_atomic_begin();
	if (c[0])
		c[0] = 2;
	if (c[1])
		c[1] = 2;
	if (c[2])
		c[2] = 2;
	if (c[3])
		c[3] = 2;
	__craig_atomic_end();
	return 0;
}

/* Lets go of m and waits for c, with the place that it gives; -1 if others have m. */
static int enter(int *c, int *m) {
	__craig_atomic_begin();
	int place = c[0] == 0 ? 0 : c[1] == 0 ? 1 : c[2] == 0 ? 2 : 3;
	if (unlock(m))
		place = -1;
	else
		c[place] = 1;
	__craig_atomic_end();
	return place;
}

int __craig_deadlock_pthread_cond_wait(int *c, int *m) {
	int place = enter(c, m);
	if (place < 0)
		return 1; /* EPERM */
	if (__VERIFIER_nondet_int()) { /* as it may happen for no reason */
		__craig_atomic_begin();
	} else {
		__craig_waits();
		__craig_until(c[place] == 2);
	}
	c[place] = 0;
	__craig_atomic_end();
	__craig_waits();
	own(m);
	__craig_acquired();
	return 0;
}

int __craig_deadlock_pthread_cond_timedwait(int *c, int *m, const void *time) {
	if (invalid())
		return 22;
	int place = enter(c, m);
	if (place < 0)
		return 1; /* EPERM */
	__craig_atomic_begin(); /* the time may be up */
	c[place] = 0;
	__craig_atomic_end();
	__craig_waits();
	own(m);
	__craig_acquired();
	return __VERIFIER_nondet_int() ? 110 : 0; /* ETIMEDOUT */
}

/* A barrier: how many it waits for, how many have come, and how often all have. */
int __craig_thread_pthread_barrier_init(unsigned *b, const void *attributes, unsigned n) {
	if (n == 0)
		return 22; /* EINVAL */
	b[0] = n;
	b[1] = 0;
	b[2] = 0;
	return 0;
}

int __craig_thread_pthread_barrier_destroy(unsigned *b) {
	b[1] = 0;
	return 0;
}

int __craig_thread_pthread_barrier_wait(unsigned *b) {
	__craig_atomic_begin();
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

int __craig_thread_pthread_once(int *once, void (*f)(void)) {
	__craig_atomic_begin();
	int first = *once == 0;
	if (first)
		*once = 1;
	__craig_atomic_end();
	if (first) {
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

int __craig_thread_sem_init(unsigned *s, int shared, unsigned value) {
	if (value > 2147483647u) {
		errno = 22; /* EINVAL */
		return -1;
	}
	*s = value;
	return 0;
}

int __craig_thread_sem_destroy(unsigned *s) {
	*s = 0;
	return 0;
}

int __craig_thread_sem_wait(unsigned *s) {
	__craig_waits();
	__craig_until(*s > 0);
	--*s;
	__craig_atomic_end();
	return 0;
}

int __craig_thread_sem_trywait(unsigned *s) {
	if (__VERIFIER_nondet_int()) {
		errno = 11; /* EAGAIN */
		return -1;
	}
	__craig_atomic_begin();
	__craig_until(*s > 0);
	--*s;
	__craig_atomic_end();
	return 0;
}

int __craig_thread_sem_post(unsigned *s) {
	__craig_atomic_begin();
	++*s;
	__craig_atomic_end();
	return 0;
}

int __craig_thread_sem_getvalue(unsigned *s, int *value) {
	__craig_atomic_begin();
	int now = (int)*s;
	__craig_atomic_end();
	*value = now;
	return 0;
}

/* Where others may have it. */
int __craig_any_sem_getvalue(unsigned *s, int *value) {
	__craig_thread_sem_getvalue(s, value);
	*value = __VERIFIER_nondet_int();
	return 0;
}

int __craig_thread_pthread_equal(unsigned long a, unsigned long b) {
	return __craig_truth(a == b);
}

int __craig_thread_pthread_detach(unsigned long thread) {
	return 0;
}

int __craig_thread_pthread_yield(void) {
	return 0;
}

/* Programs do not look into attributes, and these are not among what is followed. */
int __craig_thread_pthread_attr_init(void *a) {
	return 0;
}

int __craig_thread_pthread_attr_destroy(void *a) {
	return 0;
}

int __craig_thread_pthread_attr_setdetachstate(void *a, int state) {
	return 0;
}

int __craig_thread_pthread_attr_setscope(void *a, int scope) {
	return 0;
}

int __craig_thread_pthread_attr_setstacksize(void *a, size_t n) {
	return 0;
}

int __craig_thread_pthread_rwlock_timedrdlock(int *l, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	return __craig_thread_pthread_rwlock_rdlock(l);
}

int __craig_thread_pthread_rwlock_timedwrlock(int *l, const void *time) {
	if (invalid())
		return 22;
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	return __craig_thread_pthread_rwlock_wrlock(l);
}

int __craig_thread_sem_timedwait(unsigned *s, const void *time) {
	if (invalid()) {
		errno = 22;
		return -1;
	}
	if (__VERIFIER_nondet_int()) {
		errno = 110; /* ETIMEDOUT */
		return -1;
	}
	return __craig_thread_sem_wait(s);
}

/*
 * Keys: the destructors of those that there are, the lowest first as with glibc, and the values that each thread has for them. A key that is deleted is
 * not made again: there are no more than KEYS in one execution.
 */
#define KEYS 4
static int made, lives[KEYS];
static void (*destructors[KEYS])(void *);
static _Thread_local void *values[KEYS];

int __craig_thread_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
	__craig_atomic_begin();
	int k = made;
	if (k >= KEYS) {
		__craig_many_keys();
		__VERIFIER_assume(0);
	}
	made = k + 1;
	lives[k] = 1;
	destructors[k] = destructor;
	__craig_atomic_end();
	*key = (unsigned)k;
	return 0;
}

int __craig_thread_pthread_key_delete(unsigned key) {
	int result = 22; /* EINVAL */
	__craig_atomic_begin();
	if (key < KEYS && lives[key]) {
		lives[key] = 0;
		result = 0;
	}
	__craig_atomic_end();
	return result;
}

int __craig_thread_pthread_setspecific(unsigned key, const void *value) {
	int result = 22; /* EINVAL */
	__craig_atomic_begin();
	if (key < KEYS && lives[key]) {
		values[key] = (void *)value;
		result = 0;
	}
	__craig_atomic_end();
	return result;
}

void *__craig_thread_pthread_getspecific(unsigned key) {
	void *value = 0;
	__craig_atomic_begin();
	if (key < KEYS && lives[key])
		value = values[key];
	__craig_atomic_end();
	return value;
}

/* What is done when a thread ends: up to PTHREAD_DESTRUCTOR_ITERATIONS times. */
void __craig_thread_leaves(void) {
	for (int n = 0; n < 4; n++) {
		int more = 0;
		for (int k = 0; k < KEYS; k++) {
			void *value = values[k];
			if (!value)
				continue;
			values[k] = 0;
			__craig_atomic_begin();
			void (*destructor)(void *) = lives[k] ? destructors[k] : 0;
			__craig_atomic_end();
			if (destructor) {
				destructor(value);
				more = 1;
			}
		}
		if (!more)
			break;
	}
}

/* threads.h, whose objects are as those of pthread.h. */
#define THRD_BUSY 1
#define THRD_ERROR 2
#define THRD_TIMEDOUT 4

/* What thrd_ functions give for a number of an error. */
static int result(int error) {
	return error == 110 ? THRD_TIMEDOUT : error ? THRD_ERROR : 0;
}

int __craig_thread_tss_create(unsigned *key, void (*destructor)(void *)) {
	return __craig_thread_pthread_key_create(key, destructor);
}

void __craig_thread_tss_delete(unsigned key) {
	__craig_thread_pthread_key_delete(key);
}

int __craig_thread_tss_set(unsigned key, void *value) {
	return __craig_thread_pthread_setspecific(key, value) ? THRD_ERROR : 0;
}

void *__craig_thread_tss_get(unsigned key) {
	return __craig_thread_pthread_getspecific(key);
}

int __craig_thread_thrd_equal(unsigned long a, unsigned long b) {
	return __craig_truth(a == b);
}

int __craig_thread_thrd_detach(unsigned long thread) {
	return 0;
}

void __craig_thread_thrd_yield(void) {
	return;
}

void __craig_thread_call_once(int *once, void (*f)(void)) {
	__craig_thread_pthread_once(once, f);
}

int __craig_thread_mtx_init(int *m, int type) {
	m[0] = 0;
	m[1] = 0;
	m[KIND] = type & 1 ? RECURSIVE : 0; /* mtx_recursive, with or without mtx_timed */
	return 0;
}

void __craig_thread_mtx_destroy(int *m) {
	m[1] = 0;
}

int __craig_thread_mtx_lock(int *m) {
	return __craig_thread_pthread_mutex_lock(m);
}

int __craig_thread_mtx_trylock(int *m) {
	return __craig_thread_pthread_mutex_trylock(m) ? THRD_BUSY : 0;
}

int __craig_thread_mtx_timedlock(int *m, const void *time) {
	return result(__craig_thread_pthread_mutex_timedlock(m, time));
}

int __craig_thread_mtx_unlock(int *m) {
	return __craig_thread_pthread_mutex_unlock(m) ? THRD_ERROR : 0;
}

int __craig_thread_cnd_init(int *c) {
	c[0] = 0;
	return 0;
}

void __craig_thread_cnd_destroy(int *c) {
	c[0] = 0;
}

int __craig_thread_cnd_signal(int *c) {
	return 0;
}

int __craig_thread_cnd_broadcast(int *c) {
	return 0;
}

int __craig_thread_cnd_wait(int *c, int *m) {
	return result(__craig_thread_pthread_cond_wait(c, m));
}

int __craig_thread_cnd_timedwait(int *c, int *m, const void *time) {
	return result(__craig_thread_pthread_cond_timedwait(c, m, time));
}

int __craig_deadlock_mtx_lock(int *m) {
	return __craig_deadlock_pthread_mutex_lock(m);
}

int __craig_deadlock_mtx_trylock(int *m) {
	return __craig_deadlock_pthread_mutex_trylock(m) ? THRD_BUSY : 0;
}

int __craig_deadlock_mtx_timedlock(int *m, const void *time) {
	return result(__craig_deadlock_pthread_mutex_timedlock(m, time));
}

int __craig_deadlock_cnd_init(int *c) {
	return __craig_deadlock_pthread_cond_init(c, 0);
}

int __craig_deadlock_cnd_signal(int *c) {
	return __craig_deadlock_pthread_cond_signal(c);
}

int __craig_deadlock_cnd_broadcast(int *c) {
	return __craig_deadlock_pthread_cond_broadcast(c);
}

int __craig_deadlock_cnd_wait(int *c, int *m) {
	return result(__craig_deadlock_pthread_cond_wait(c, m));
}

int __craig_deadlock_cnd_timedwait(int *c, int *m, const void *time) {
	return result(__craig_deadlock_pthread_cond_timedwait(c, m, time));
}
