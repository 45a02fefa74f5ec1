/*
 * pthread.h and semaphore.h, of programs that make threads: what is __craig_thread_f here is f there. The objects are looked at as numbers, which are
 * 0 where they are initialised without a call but for the kind of a mutex, which is where glibc has it.
 *
 * Between __craig_atomic_begin() and __craig_atomic_end() no other thread moves. __craig_acquired() is the latter where what was done only waited for a
 * lock. What tries something may always fail. __craig_join(t) waits until the thread t has ended, __craig_returned() is what that has returned,
 * __craig_returns(p) says what this one returns, and __craig_end() ends it.
 */

extern void __craig_atomic_begin(void);
extern void __craig_atomic_end(void);
extern void __craig_acquired(void);
extern unsigned long pthread_self(void);
extern void __craig_join(unsigned long);
extern void __craig_end(void);
extern void __craig_returns(void *);
extern void *__craig_returned(void);

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
			m[1]++;
			return 0;
		}
		__VERIFIER_assume(m[0] == 0);
		OWNER(m) = self;
	} else
		__VERIFIER_assume(m[0] == 0);
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
	__craig_atomic_begin();
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

int __craig_thread_pthread_mutex_timedlock(int *m, const void *time) {
	if (__VERIFIER_nondet_int())
		return 110; /* ETIMEDOUT */
	return __craig_thread_pthread_mutex_lock(m);
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
	__craig_atomic_begin();
	__VERIFIER_assume(l[1] == 0);
	l[0]++;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_tryrdlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	return __craig_thread_pthread_rwlock_rdlock(l);
}

int __craig_thread_pthread_rwlock_wrlock(int *l) {
	__craig_atomic_begin();
	__VERIFIER_assume(l[0] == 0 && l[1] == 0);
	l[1] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_rwlock_trywrlock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	return __craig_thread_pthread_rwlock_wrlock(l);
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
	__craig_atomic_begin();
	__VERIFIER_assume(l[0] == 0);
	l[0] = 1;
	__craig_acquired();
	return 0;
}

int __craig_thread_pthread_spin_trylock(int *l) {
	if (__VERIFIER_nondet_int())
		return 16; /* EBUSY */
	return __craig_thread_pthread_spin_lock(l);
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
	__craig_thread_pthread_mutex_unlock(m);
	__craig_thread_pthread_mutex_lock(m);
	return 0;
}

int __craig_thread_pthread_cond_timedwait(int *c, int *m, const void *time) {
	__craig_thread_pthread_cond_wait(c, m);
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
	__craig_atomic_begin();
	__VERIFIER_assume(b[2] != round);
	__craig_atomic_end();
	return 0;
}

int __craig_thread_pthread_once(int *once, void (*f)(void)) {
	__craig_atomic_begin();
	int first = *once == 0;
	if (first)
		*once = 1;
	__craig_atomic_end();
	if (first)
		f();
	__craig_atomic_begin();
	if (first)
		*once = 2;
	else
		__VERIFIER_assume(*once == 2);
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
	__craig_atomic_begin();
	__VERIFIER_assume(*s > 0);
	--*s;
	__craig_atomic_end();
	return 0;
}

int __craig_thread_sem_trywait(unsigned *s) {
	if (__VERIFIER_nondet_int()) {
		errno = 11; /* EAGAIN */
		return -1;
	}
	return __craig_thread_sem_wait(s);
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
