#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <sys/types.h>
#include <time.h>
typedef union { char __size[__SIZEOF_LONG__ == 8 ? 32 : 16]; long __align; } sem_t;
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
int sem_wait(sem_t *);
int sem_timedwait(sem_t *__restrict, const struct timespec *__restrict);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *__restrict, int *__restrict);
#endif
