/*
 * What gcc's and clang's -fsanitize=thread have called before accesses, and functions of threads. A thread waits there for its turn, in the order of the
 * steps in the file that CRAIG_ORDER names, or, without one, for a while or not, by chance. With RACES, ThreadSanitizer is called then, which sees
 * nothing of the waiting. What is called here waits for no longer than a while: whatever the order, the program does what it may do.
 *
 * The file has numbers: how many threads are made, and which of the order's each is, or -1; how many steps, and the thread, the kind and the place of each;
 * how many lines, and the address (from the program's beginning) and the place of each; how many functions that are atomic sections, and where they begin and end. A
 * place is a number, the same in the steps and the lines; HARNESS has the inputs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define HARNESS 1000000000
#define MILLISECOND 1000000L
#define GRACE (10 * MILLISECOND)  /* after which an access has been made that was let go on */
#define STALL (200 * MILLISECOND) /* after which a step is left out for which others wait */
#define HOLD (300 * MILLISECOND)  /* for which threads rest behind the last step that have none */

struct step {
	int thread, kind, place;
	char done;  /* or left out */
	long since; /* when it was let go on, if that needs no call to end; else 0 */
};

struct line {
	unsigned long at;
	int place;
};

struct range {
	unsigned long from, to;
};

/* A thread: its number in the order, and its steps there. */
struct self {
	int id, n, at, *own;
	int pending, last;   /* the step that it makes, or -1; the place of the one before */
	int depth, owns;     /* of atomic sections; whether it has the lock for them */
	unsigned long random;
};

static struct step *steps;
static struct line *lines;
static struct range *sections;
static int n_steps, n_lines, n_sections, n_made, *made_ids;
static int forced, first, created, seeds, arrived;
static struct access {
	unsigned long at, n;
	int writes, atomic;
} about[2]; /* the accesses that threads are about to make that race */
static long progress, finished;
static int watched, alive = 1, waiting; /* how many threads there are, and are in calls that wait */
static long changes;
static void *watch(void *);
static int over; /* all steps have been made */
static _Thread_local struct self *me;
static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;
extern char __executable_start;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);

static long now(void) {
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void leave(void);
static int made(void);
static void rest(long nanoseconds) {
	struct timespec t = {0, nanoseconds};
	syscall(SYS_nanosleep, &t, 0);
}

static struct self *thread(int id) {
	struct self *s = calloc(1, sizeof *s);
	s->id = id;
	s->pending = s->last = -1;
	for (int i = 0; i < n_steps; i++)
		s->n += steps[i].thread == id;
	s->own = calloc(s->n + 1, sizeof *s->own);
	for (int i = 0, k = 0; i < n_steps; i++)
		if (steps[i].thread == id)
			s->own[k++] = i;
	return s;
}

static int number(FILE *f) {
	int n = 0;
	return fscanf(f, "%d", &n) == 1 ? n : 0;
}

/* The program ends when the order does: until then the thread that ends it does not wait for others. */
static void finish(void) {
	if (!me)
		return;
	leave();
	while (made() < n_steps || now() - finished < HOLD)
		rest(50000);
}

__attribute__((constructor(101))) static void begin(void) {
	char *name = getenv("CRAIG_ORDER");
	FILE *f = name ? fopen(name, "r") : 0;
	if (f) {
		n_made = number(f);
		made_ids = calloc(n_made + 1, sizeof *made_ids);
		for (int i = 0; i < n_made; i++)
			made_ids[i] = number(f);
		n_steps = number(f);
		steps = calloc(n_steps + 1, sizeof *steps);
		for (int i = 0; i < n_steps; i++) {
			steps[i].thread = number(f);
			steps[i].kind = number(f);
			steps[i].place = number(f);
		}
		n_lines = number(f);
		lines = calloc(n_lines + 1, sizeof *lines);
		for (int i = 0; i < n_lines; i++) {
			lines[i].at = number(f);
			lines[i].place = number(f);
		}
		n_sections = number(f);
		sections = calloc(n_sections + 1, sizeof *sections);
		for (int i = 0; i < n_sections; i++) {
			sections[i].from = number(f);
			sections[i].to = number(f);
		}
		fclose(f);
		forced = 1;
		atexit(finish);
	}
	progress = now();
	me = thread(0);
	pthread_t t;
	if (getenv("CRAIG_WATCH") && !__real_pthread_create(&t, 0, watch, 0))
		watched = 1;
}

/* The place of the call that returns to pc. */
static int place(void *pc) {
	unsigned long at = (unsigned long)((char *)pc - &__executable_start) - 1;
	int low = 0, high = n_lines;
	while (low < high) {
		int middle = (low + high) / 2;
		if (lines[middle].at <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? lines[low - 1].place : -1;
}

static void chance(void) {
	unsigned long r = me->random;
	if (!r) {
		const char *text = getenv("CRAIG_SCHEDULE");
		r = ((text ? (unsigned long)atol(text) : 1) * 1000003u + __atomic_add_fetch(&seeds, 1, __ATOMIC_SEQ_CST)) * 0x9E3779B97F4A7C15u | 1;
	}
	r ^= r << 13;
	r ^= r >> 7;
	r ^= r << 17;
	me->random = r;
	if (r % 3 == 0)
		sched_yield();
	else if (r % 3 == 1)
		rest((long)(r / 3 % 100) * 2000);
}

static void end(int i) {
	__atomic_store_n(&steps[i].done, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&progress, now(), __ATOMIC_SEQ_CST);
}

/* What the thread was let go on for is done. */
static void settle(void) {
	if (me->pending >= 0)
		end(me->pending);
	me->pending = -1;
}

/* Leaves out the thread's steps before the one with the number to. */
static void leave_out(int to) {
	for (; me->at < to; me->at++)
		end(me->own[me->at]);
}

/* How many steps have been made, in their order. What others wait for too long is left out. */
static int made(void) {
	int i = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
	long time = now();
	while (i < n_steps) {
		long since = __atomic_load_n(&steps[i].since, __ATOMIC_SEQ_CST);
		if (!__atomic_load_n(&steps[i].done, __ATOMIC_SEQ_CST) && !(since && time - since > GRACE))
			break;
		i++;
	}
	__atomic_store_n(&first, i, __ATOMIC_SEQ_CST);
	if (i < n_steps && time - __atomic_load_n(&progress, __ATOMIC_SEQ_CST) > STALL)
		end(i);
	if (i == n_steps && !__atomic_exchange_n(&over, 1, __ATOMIC_SEQ_CST)) {
		__atomic_store_n(&finished, time, __ATOMIC_SEQ_CST);
		syscall(SYS_futex, &over, FUTEX_WAKE_PRIVATE, 1 << 30, 0, 0, 0);
	}
	return i;
}

/*
 * The number of the thread's step of a kind at a place that it comes to; -1 if that is none of the order. Steps may be left out which the compiler has no
 * call for, but for calls, which are in both.
 */
static int match(int kind, int at) {
	int here = at == me->last;
	for (int i = me->at; i < me->n; i++) {
		struct step *s = &steps[me->own[i]];
		here = here || s->place == at;
		if (here && s->place != at)
			break;
		if (s->place == at && (s->kind == kind || s->kind == 'x' || (kind == 'u' && (s->kind == 'r' || s->kind == 'w'))))
			return i;
		if (s->kind == 'c')
			break;
	}
	return -1;
}

/* The thread is about to make one of the accesses that race, and waits for the other one: no step is left that either has to wait for. */
static void meet(struct access a) {
	static const char text[] = "craig: two threads are about to access the same bytes\n";
	static int numbers;
	int k = a.n ? __atomic_fetch_add(&numbers, 1, __ATOMIC_SEQ_CST) : 2;
	if (k > 1)
		return;
	about[k] = a;
	__atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
	for (long from = now(); __atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < 2 && now() - from < HOLD;)
		rest(20000);
	if (k == 1 && __atomic_load_n(&arrived, __ATOMIC_SEQ_CST) == 2 && about[0].at < a.at + a.n && a.at < about[0].at + about[0].n && (a.writes || about[0].writes) && !(a.atomic && about[0].atomic))
		write(2, text, sizeof text - 1);
}

static void turn(int kind, void *pc, int ends, struct access a) {
	if (!me)
		return;
	if (!forced) {
		chance();
		return;
	}
	settle();
	int at = place(pc), i = kind ? match(kind, at) : -1;
	if (i < 0) {
		struct timespec second = {1, 0};
		while (me->id == -1 && !__atomic_load_n(&over, __ATOMIC_SEQ_CST)) /* there may be thousands */
			if (syscall(SYS_futex, &over, FUTEX_WAIT_PRIVATE, 0, &second, 0, 0) && errno == ETIMEDOUT)
				made();
		if (me->at == me->n && me->id >= -1)
			while (made() < n_steps || now() - finished < HOLD)
				rest(50000);
	} else {
		leave_out(i);
		if (kind == 'u' && i + 1 < me->n && steps[me->own[i]].kind == 'r' && steps[me->own[i + 1]].kind == 'w' && steps[me->own[i + 1]].place == at)
			i++;
		if (steps[me->own[i]].kind == 'x') {
			me->id = -2; /* goes on behind the last step */
			while (made() < n_steps - 2)
				rest(20000);
			meet(a);
		} else
			while (made() < me->own[me->at])
				rest(20000);
		leave_out(i);
		me->pending = me->own[i];
		me->at = i + 1;
		me->last = at;
		if (!ends)
			__atomic_store_n(&steps[me->pending].since, now(), __ATOMIC_SEQ_CST);
	}
	if (me->depth && !me->owns && kind && kind != 'c') {
		me->owns = 1;
		__real_pthread_mutex_lock(&section);
	}
}

/* The thread has ended. */
static void leave(void) {
	if (forced && me) {
		settle();
		leave_out(me->n);
	}
}

static void section_begin(void) {
	if (me->depth++ == 0 && !forced) {
		me->owns = 1;
		__real_pthread_mutex_lock(&section);
	}
}

static void section_end(void) {
	if (me->depth > 0 && --me->depth == 0 && me->owns) {
		me->owns = 0;
		if (forced)
			settle();
		__real_pthread_mutex_unlock(&section);
	}
}

__attribute__((weak)) void __VERIFIER_atomic_begin(void) { section_begin(); }
__attribute__((weak)) void __VERIFIER_atomic_end(void) { section_end(); }

static int in_section(void *pc) {
	unsigned long at = (unsigned long)((char *)pc - &__executable_start) - 1;
	for (int i = 0; i < n_sections; i++)
		if (sections[i].from <= at && at < sections[i].to)
			return 1;
	return 0;
}

#define PC __builtin_return_address(0)
#define NONE ((struct access){0})

#ifdef RACES
#define NAME(f) __wrap_##f
#define REAL(f, ...) __real_##f(__VA_ARGS__)
#define DECLARE(type, f, ...) type __real_##f(__VA_ARGS__);
#else
#define NAME(f) f
#define REAL(f, ...)
#define DECLARE(type, f, ...)
void __tsan_init(void) {}
void __tsan_vptr_update(void **p, void *q) {}
void __tsan_vptr_read(void **p) {}
#endif

DECLARE(void, __tsan_func_entry, void *)
DECLARE(void, __tsan_func_exit, void)

void NAME(__tsan_func_entry)(void *caller) {
	if (forced && me) {
		if (in_section(PC))
			section_begin();
		if (place(PC) == HARNESS)
			turn('i', caller, 0, NONE);
	}
	REAL(__tsan_func_entry, caller);
}

void NAME(__tsan_func_exit)(void) {
	if (forced && me) {
		if (in_section(PC))
			section_end();
		turn(0, PC, 0, NONE);
	}
	REAL(__tsan_func_exit);
}

/* The last call is a jump: ThreadSanitizer takes the place from where it returns to. */
#define ACCESS(name, kind, n) \
	DECLARE(void, __tsan_##name, void *) \
	void NAME(__tsan_##name)(void *p) { turn(kind, PC, 0, (struct access){(unsigned long)p, n, kind == 'w', 0}); REAL(__tsan_##name, p); }
#define ACCESSES(n) \
	ACCESS(read##n, 'r', n) ACCESS(write##n, 'w', n) ACCESS(unaligned_read##n, 'r', n) ACCESS(unaligned_write##n, 'w', n) \
	ACCESS(volatile_read##n, 'r', n) ACCESS(volatile_write##n, 'w', n) ACCESS(unaligned_volatile_read##n, 'r', n) ACCESS(unaligned_volatile_write##n, 'w', n)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)

#define RANGE(name, kind) \
	DECLARE(void, __tsan_##name, void *, unsigned long) \
	void NAME(__tsan_##name)(void *p, unsigned long n) { turn(kind, PC, 0, (struct access){(unsigned long)p, n, kind == 'w', 0}); REAL(__tsan_##name, p, n); }
RANGE(read_range, 'r') RANGE(write_range, 'w')

#ifdef RACES
#define OTHERWISE(...)
#define DO return
#else
#define OTHERWISE(...) return __VA_ARGS__;
#define DO
#endif
#define UPDATE(bits, type, name) \
	DECLARE(type, __tsan_atomic##bits##_fetch_##name, volatile type *, type, int) \
	type NAME(__tsan_atomic##bits##_fetch_##name)(volatile type *p, type x, int order) { \
		turn('u', PC, 0, (struct access){(unsigned long)p, bits / 8, 1, 1}); \
		DO REAL(__tsan_atomic##bits##_fetch_##name, p, x, order); \
		OTHERWISE(__atomic_fetch_##name(p, x, __ATOMIC_SEQ_CST)) \
	}
#define EXCHANGES(bits, type, how) \
	DECLARE(int, __tsan_atomic##bits##_compare_exchange_##how, volatile type *, type *, type, int, int) \
	int NAME(__tsan_atomic##bits##_compare_exchange_##how)(volatile type *p, type *e, type x, int a, int b) { \
		turn('u', PC, 0, (struct access){(unsigned long)p, bits / 8, 1, 1}); \
		DO REAL(__tsan_atomic##bits##_compare_exchange_##how, p, e, x, a, b); \
		OTHERWISE(__atomic_compare_exchange_n(p, e, x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
	}
#define ATOMIC(bits, type) \
	DECLARE(type, __tsan_atomic##bits##_load, const volatile type *, int) \
	type NAME(__tsan_atomic##bits##_load)(const volatile type *p, int order) { \
		turn('r', PC, 0, (struct access){(unsigned long)p, bits / 8, 0, 1}); \
		DO REAL(__tsan_atomic##bits##_load, p, order); \
		OTHERWISE(__atomic_load_n(p, __ATOMIC_SEQ_CST)) \
	} \
	DECLARE(void, __tsan_atomic##bits##_store, volatile type *, type, int) \
	void NAME(__tsan_atomic##bits##_store)(volatile type *p, type x, int order) { \
		turn('w', PC, 0, (struct access){(unsigned long)p, bits / 8, 1, 1}); \
		REAL(__tsan_atomic##bits##_store, p, x, order); \
		OTHERWISE(__atomic_store_n(p, x, __ATOMIC_SEQ_CST)) \
	} \
	DECLARE(type, __tsan_atomic##bits##_exchange, volatile type *, type, int) \
	type NAME(__tsan_atomic##bits##_exchange)(volatile type *p, type x, int order) { \
		turn('u', PC, 0, (struct access){(unsigned long)p, bits / 8, 1, 1}); \
		DO REAL(__tsan_atomic##bits##_exchange, p, x, order); \
		OTHERWISE(__atomic_exchange_n(p, x, __ATOMIC_SEQ_CST)) \
	} \
	EXCHANGES(bits, type, strong) EXCHANGES(bits, type, weak) \
	UPDATE(bits, type, add) UPDATE(bits, type, sub) UPDATE(bits, type, and) UPDATE(bits, type, or) UPDATE(bits, type, xor) UPDATE(bits, type, nand)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)
#ifndef RACES
void __tsan_atomic_thread_fence(int order) {
	turn(0, PC, 0, NONE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) {}
#endif

/*
 * Deadlocks: all threads that have not ended are in calls that only other threads let return, for a while, and none of them could run. Who waits with a timeout
 * or sleeps is in none of these calls.
 */
static void waits(int n) {
	__atomic_fetch_add(&waiting, n, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&changes, 1, __ATOMIC_SEQ_CST);
}

static int asleep(int but) {
	DIR *d = opendir("/proc/self/task");
	int all = d != 0;
	for (struct dirent *e; d && (e = readdir(d));) {
		char name[300], text[500], *state;
		if (e->d_name[0] == '.' || atoi(e->d_name) == but)
			continue;
		snprintf(name, sizeof name, "/proc/self/task/%s/stat", e->d_name);
		FILE *f = fopen(name, "r");
		if (!f || !fgets(text, sizeof text, f) || !(state = strrchr(text, ')')) || !strchr("SZX", state[2]))
			all = 0;
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
	return all;
}

static void *watch(void *p) {
	static const char text[] = "craig: all threads wait, and none can go on\n";
	long last = -1;
	for (int same = 0; same < 20;) {
		rest(20 * MILLISECOND);
		long now = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
		same = now == last && waiting == alive && alive > 0 && asleep((int)syscall(SYS_gettid)) ? same + 1 : 0;
		last = now;
	}
	write(2, text, sizeof text - 1);
	_exit(0);
}

/* What locks.c says of functions of locks, if it is there. */
void craig_judge(int is_after, const char *f, void *lock, void *with, int result) __attribute__((weak));
#define LOCK(lock, ...) (void *)(unsigned long)(lock)
#define JUDGE(is_after, f, lock, with, result) (craig_judge ? craig_judge(is_after, f, lock, with, result) : (void)0)

/* Functions of threads: before they are called a thread waits for its turn, and the step has been made when they return. */
#define CALL(type, f, parameters, ...) \
	type __real_##f parameters; \
	type __wrap_##f parameters { \
		turn('c', PC, 1, NONE); \
		JUDGE(0, #f, LOCK(__VA_ARGS__, 0), 0, 0); \
		waits(1); \
		type result = __real_##f(__VA_ARGS__); \
		waits(-1); \
		JUDGE(1, #f, LOCK(__VA_ARGS__, 0), 0, result); \
		if (forced && me) \
			settle(); \
		return result; \
	}
CALL(int, pthread_join, (pthread_t t, void **p), t, p)
CALL(int, pthread_mutex_lock, (pthread_mutex_t *m), m)
CALL(int, pthread_mutex_trylock, (pthread_mutex_t *m), m)
int __real_pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
int __wrap_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t) {
	turn('c', PC, 1, NONE);
	JUDGE(0, "pthread_mutex_timedlock", m, 0, 0);
	int result = __real_pthread_mutex_timedlock(m, t);
	JUDGE(1, "pthread_mutex_timedlock", m, 0, result);
	if (forced && me)
		settle();
	return result;
}
CALL(int, pthread_mutex_unlock, (pthread_mutex_t *m), m)
CALL(int, pthread_rwlock_rdlock, (pthread_rwlock_t *l), l)
CALL(int, pthread_rwlock_wrlock, (pthread_rwlock_t *l), l)
CALL(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t *l), l)
CALL(int, pthread_rwlock_trywrlock, (pthread_rwlock_t *l), l)
CALL(int, pthread_rwlock_unlock, (pthread_rwlock_t *l), l)
CALL(int, pthread_spin_lock, (pthread_spinlock_t *l), l)
CALL(int, pthread_spin_trylock, (pthread_spinlock_t *l), l)
CALL(int, pthread_spin_unlock, (pthread_spinlock_t *l), l)
CALL(int, pthread_barrier_wait, (pthread_barrier_t *b), b)
CALL(int, pthread_once, (pthread_once_t *o, void (*f)(void)), o, f)
CALL(int, sem_wait, (sem_t *s), s)
CALL(int, sem_trywait, (sem_t *s), s)
CALL(int, sem_post, (sem_t *s), s)
CALL(int, pthread_mutex_init, (pthread_mutex_t *m, const pthread_mutexattr_t *a), m, a)
CALL(int, pthread_mutex_destroy, (pthread_mutex_t *m), m)
CALL(int, pthread_rwlock_init, (pthread_rwlock_t *l, const pthread_rwlockattr_t *a), l, a)
CALL(int, pthread_rwlock_destroy, (pthread_rwlock_t *l), l)
CALL(int, pthread_spin_init, (pthread_spinlock_t *l, int shared), l, shared)
CALL(int, pthread_spin_destroy, (pthread_spinlock_t *l), l)
CALL(int, pthread_cond_init, (pthread_cond_t *c, const pthread_condattr_t *a), c, a)
CALL(int, pthread_cond_signal, (pthread_cond_t *c), c)
CALL(int, pthread_cond_broadcast, (pthread_cond_t *c), c)
CALL(int, pthread_cond_destroy, (pthread_cond_t *c), c)
CALL(int, pthread_barrier_destroy, (pthread_barrier_t *b), b)
CALL(int, sem_init, (sem_t *s, int shared, unsigned value), s, shared, value)
CALL(int, sem_destroy, (sem_t *s), s)
int __real_pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int __wrap_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned n) {
	turn('c', PC, 1, NONE);
	JUDGE(0, "pthread_barrier_init", b, 0, 0);
	int result = __real_pthread_barrier_init(b, a, n);
	JUDGE(1, "pthread_barrier_init", b, (void *)(unsigned long)n, result);
	if (forced && me)
		settle();
	return result;
}

/* ThreadSanitizer knows those of pthread.h alone; glibc's of threads.h have the same objects. */
static int result_of(int error) { return error == ETIMEDOUT ? thrd_timedout : error == EBUSY ? thrd_busy : error ? thrd_error : thrd_success; }
#define LIKE(f, parameters, real, ...) \
	int __wrap_##f parameters { \
		turn('c', PC, 1, NONE); \
		JUDGE(0, #f, LOCK(__VA_ARGS__, 0), 0, 0); \
		waits(1); \
		int result = result_of(real(__VA_ARGS__)); \
		waits(-1); \
		JUDGE(1, #f, LOCK(__VA_ARGS__, 0), 0, result); \
		if (forced && me) \
			settle(); \
		return result; \
	}
LIKE(mtx_lock, (mtx_t *m), __real_pthread_mutex_lock, (pthread_mutex_t *)m)
LIKE(mtx_trylock, (mtx_t *m), __real_pthread_mutex_trylock, (pthread_mutex_t *)m)
int __wrap_mtx_timedlock(mtx_t *m, const struct timespec *t) { return result_of(__wrap_pthread_mutex_timedlock((pthread_mutex_t *)m, t)); }
LIKE(mtx_unlock, (mtx_t *m), __real_pthread_mutex_unlock, (pthread_mutex_t *)m)
int __real_mtx_init(mtx_t *, int);
LIKE(mtx_init, (mtx_t *m, int type), __real_mtx_init, m, type)
#define VOID(f, parameters, arg) \
	void __real_##f parameters; \
	void __wrap_##f parameters { \
		turn('c', PC, 1, NONE); \
		JUDGE(0, #f, arg, 0, 0); \
		__real_##f(arg); \
		if (forced && me) \
			settle(); \
	}
VOID(mtx_destroy, (mtx_t *m), m)
VOID(cnd_destroy, (cnd_t *c), c)
int __real_cnd_init(cnd_t *), __real_cnd_signal(cnd_t *), __real_cnd_broadcast(cnd_t *);
LIKE(cnd_init, (cnd_t *c), __real_cnd_init, c)
LIKE(cnd_signal, (cnd_t *c), __real_cnd_signal, c)
LIKE(cnd_broadcast, (cnd_t *c), __real_cnd_broadcast, c)

int __wrap_thrd_join(thrd_t t, int *p) {
	void *result;
	turn('c', PC, 1, NONE);
	waits(1);
	int error = __real_pthread_join(t, &result);
	waits(-1);
	if (forced && me)
		settle();
	if (!error && p)
		*p = (int)(long)result;
	return result_of(error);
}

void __wrap_call_once(once_flag *o, void (*f)(void)) {
	turn('c', PC, 1, NONE);
	__real_pthread_once((pthread_once_t *)o, f);
	if (forced && me)
		settle();
}

/* A thread may wake up for no reason: in an order it does so as soon as it may. */
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
static int wait_for(const char *f, pthread_cond_t *c, pthread_mutex_t *m, void *pc) {
	turn('c', pc, 1, NONE);
	JUDGE(0, f, c, m, 0);
	if (!forced || watched) {
		waits(1);
		int error = __real_pthread_cond_wait(c, m);
		waits(-1);
		JUDGE(1, f, c, m, error);
		if (forced && me)
			settle();
		return error;
	}
	int error = __real_pthread_mutex_unlock(m);
	settle();
	if (error)
		return error;
	if (now() - finished > HOLD && finished) /* nobody says when */
		rest(MILLISECOND);
	me->last = -1;
	turn('c', pc, 1, NONE);
	error = __real_pthread_mutex_lock(m);
	JUDGE(1, f, c, m, error);
	settle();
	return error;
}
int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { return wait_for("pthread_cond_wait", c, m, PC); }
int __wrap_cnd_wait(cnd_t *c, mtx_t *m) { return result_of(wait_for("cnd_wait", (pthread_cond_t *)c, (pthread_mutex_t *)m, PC)); }

struct start {
	void *(*f)(void *);
	int (*c11)(void *);
	void *arg;
	int id;
};

static void *start(void *p) {
	struct start s = *(struct start *)p;
	free(p);
	me = thread(s.id);
	void *result = s.c11 ? (void *)(long)s.c11(s.arg) : s.f(s.arg);
	__atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST);
	leave();
	return result;
}

static int create(pthread_t *t, const pthread_attr_t *attributes, struct start s, void *pc) {
	turn('c', pc, 1, NONE);
	int k = __atomic_fetch_add(&created, 1, __ATOMIC_SEQ_CST);
	struct start *p = malloc(sizeof *p);
	s.id = k < n_made ? made_ids[k] : -1;
	*p = s;
	__atomic_fetch_add(&alive, 1, __ATOMIC_SEQ_CST);
	int error = __real_pthread_create(t, attributes, start, p);
	if (error)
		__atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST);
	if (forced && me)
		settle();
	return error;
}
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attributes, void *(*f)(void *), void *arg) {
	return create(t, attributes, (struct start){.f = f, .arg = arg}, PC);
}
int __wrap_thrd_create(thrd_t *t, int (*f)(void *), void *arg) {
	return result_of(create(t, 0, (struct start){.c11 = f, .arg = arg}, PC));
}

void __real_pthread_exit(void *) __attribute__((noreturn));
void __wrap_pthread_exit(void *p) {
	__atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST);
	leave();
	__real_pthread_exit(p);
}
void __wrap_thrd_exit(int n) {
	__wrap_pthread_exit((void *)(long)n);
}

/* Sleeping says nothing about who goes on. */
unsigned __wrap_sleep(unsigned seconds) {
	rest(MILLISECOND);
	return 0;
}
int __wrap_usleep(unsigned microseconds) {
	rest(MILLISECOND / 10);
	return 0;
}
