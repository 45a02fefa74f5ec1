#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#include <bits/timeval.h>
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))
typedef struct {
	long __fds_bits[FD_SETSIZE / (8 * sizeof(long))];
} fd_set;
typedef long fd_mask;
#define FD_ZERO(set) do { \
	fd_set *__set = (set); \
	for (unsigned __i = 0; __i < sizeof(fd_set) / sizeof(long); __i++) \
		__set->__fds_bits[__i] = 0; \
} while (0)
#define FD_SET(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] |= (long)(1UL << (fd) % NFDBITS)))
#define FD_CLR(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] &= ~(long)(1UL << (fd) % NFDBITS)))
#define FD_ISSET(fd, set) (((set)->__fds_bits[(fd) / NFDBITS] & (long)(1UL << (fd) % NFDBITS)) != 0)
int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
#endif
