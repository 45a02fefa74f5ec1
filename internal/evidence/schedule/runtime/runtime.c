/* What gcc's -fsanitize=thread has called before accesses, instead of ThreadSanitizer: it waits for a while or not, by chance. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <time.h>

static unsigned threads;
static _Thread_local unsigned long random_state;

static void turn(void) {
	unsigned long r = random_state, seed;
	if (!r) {
		const char *text = getenv("CRAIG_SCHEDULE");
		seed = text ? (unsigned long)atol(text) : 1;
		r = (seed * 1000003u + __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST)) * 0x9E3779B97F4A7C15u | 1;
	}
	r ^= r << 13;
	r ^= r >> 7;
	r ^= r << 17;
	random_state = r;
	if (r % 3 == 0)
		sched_yield();
	else if (r % 3 == 1) {
		struct timespec t = {0, (long)(r / 3 % 100) * 2000};
		nanosleep(&t, 0);
	}
}

void __tsan_init(void) {}
void __tsan_func_entry(void *p) {}
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **p, void *q) {}
void __tsan_vptr_read(void **p) {}
void __tsan_read_range(void *p, unsigned long n) { turn(); }
void __tsan_write_range(void *p, unsigned long n) { turn(); }
#define ACCESS(n) \
	void __tsan_read##n(void *p) { turn(); } \
	void __tsan_write##n(void *p) { turn(); } \
	void __tsan_unaligned_read##n(void *p) { turn(); } \
	void __tsan_unaligned_write##n(void *p) { turn(); } \
	void __tsan_volatile_read##n(void *p) { turn(); } \
	void __tsan_volatile_write##n(void *p) { turn(); } \
	void __tsan_unaligned_volatile_read##n(void *p) { turn(); } \
	void __tsan_unaligned_volatile_write##n(void *p) { turn(); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
#define UPDATE(bits, type, name) \
	type __tsan_atomic##bits##_fetch_##name(volatile type *p, type x, int order) { turn(); return __atomic_fetch_##name(p, x, __ATOMIC_SEQ_CST); }
#define ATOMIC(bits, type) \
	type __tsan_atomic##bits##_load(const volatile type *p, int order) { turn(); return __atomic_load_n(p, __ATOMIC_SEQ_CST); } \
	void __tsan_atomic##bits##_store(volatile type *p, type x, int order) { turn(); __atomic_store_n(p, x, __ATOMIC_SEQ_CST); } \
	type __tsan_atomic##bits##_exchange(volatile type *p, type x, int order) { turn(); return __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST); } \
	int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *e, type x, int a, int b) { \
		turn(); \
		return __atomic_compare_exchange_n(p, e, x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	} \
	int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *e, type x, int a, int b) { \
		turn(); \
		return __atomic_compare_exchange_n(p, e, x, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	} \
	UPDATE(bits, type, add) UPDATE(bits, type, sub) UPDATE(bits, type, and) UPDATE(bits, type, or) UPDATE(bits, type, xor) UPDATE(bits, type, nand)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)
void __tsan_atomic_thread_fence(int order) { turn(); __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) {}
