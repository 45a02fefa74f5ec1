#ifndef __CRAIG_BITS_PTHREAD_H
#define __CRAIG_BITS_PTHREAD_H
#if __SIZEOF_LONG__ == 8
#define __CRAIG_MUTEX_SIZE 40
#else
#define __CRAIG_MUTEX_SIZE 24
#endif
#endif
