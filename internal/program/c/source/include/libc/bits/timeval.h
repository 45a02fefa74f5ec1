/* struct timeval, which several headers define. */
#ifndef _BITS_TIMEVAL_H
#define _BITS_TIMEVAL_H
struct timeval {
	long tv_sec;
	long tv_usec;
};
#endif
