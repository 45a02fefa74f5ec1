package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
)

// threadsHead declares what programs with threads use, as headers do.
const threadsHead = `typedef unsigned long pthread_t, size_t; typedef union { int __data[10]; long __align; } pthread_mutex_t; typedef union { int __data[14]; long __align; } pthread_rwlock_t;
typedef union { int __data[8]; long __align; } sem_t; typedef int pthread_once_t; typedef volatile int pthread_spinlock_t; typedef union { int __data[12]; long __align; } pthread_cond_t, pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_join(pthread_t, void **), pthread_detach(pthread_t);
extern int pthread_mutex_init(pthread_mutex_t *, const void *), pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_trylock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *), pthread_rwlock_wrlock(pthread_rwlock_t *), pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_spin_init(pthread_spinlock_t *, int), pthread_spin_lock(pthread_spinlock_t *), pthread_spin_unlock(pthread_spinlock_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), pthread_cond_signal(pthread_cond_t *), pthread_once(pthread_once_t *, void (*)(void));
extern int sem_init(sem_t *, int, unsigned), sem_wait(sem_t *), sem_trywait(sem_t *), sem_post(sem_t *);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void), *malloc(size_t), free(void *);
extern int __VERIFIER_nondet_int(void);
`

// TestErrorBehindALimit: an error with few threads is found where an execution may make more than are followed, also if what is reduced shows it by an
// execution that the program does not have.
func TestErrorBehindALimit(t *testing.T) {
	const text = threadsHead + `int data; pthread_mutex_t m;
static void *f(void *p) { pthread_mutex_lock(&m); data = 1; pthread_mutex_unlock(&m); return p; }
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0) return 0;
	pthread_t *t = malloc(n * sizeof *t);
	for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0);
	for (int i = 0; i < n; i += 2) pthread_join(t[i], 0);
	free(t);
	return data;
}
`
	res := verify(t, cfront.Options{Properties: []string{"no-data-race"}}, text)
	if res.Verdict != verdict.False {
		t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
	}
}
