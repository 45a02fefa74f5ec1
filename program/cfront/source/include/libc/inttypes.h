#ifndef _INTTYPES_H
#define _INTTYPES_H
#include <stdint.h>
typedef struct {
	intmax_t quot, rem;
} imaxdiv_t;
intmax_t imaxabs(intmax_t);
imaxdiv_t imaxdiv(intmax_t, intmax_t);
intmax_t strtoimax(const char *, char **, int);
uintmax_t strtoumax(const char *, char **, int);
#ifdef _LP64
#define __PRI64 "l"
#define __PRIPTR "l"
#else
#define __PRI64 "ll"
#define __PRIPTR
#endif
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 __PRI64 "d"
#define PRIdMAX __PRI64 "d"
#define PRIdPTR __PRIPTR "d"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 __PRI64 "i"
#define PRIiMAX __PRI64 "i"
#define PRIiPTR __PRIPTR "i"
#define PRIo8 "o"
#define PRIo16 "o"
#define PRIo32 "o"
#define PRIo64 __PRI64 "o"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 __PRI64 "u"
#define PRIuMAX __PRI64 "u"
#define PRIuPTR __PRIPTR "u"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 __PRI64 "x"
#define PRIxMAX __PRI64 "x"
#define PRIxPTR __PRIPTR "x"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 __PRI64 "X"
#define SCNd32 "d"
#define SCNd64 __PRI64 "d"
#define SCNu32 "u"
#define SCNu64 __PRI64 "u"
#define SCNx32 "x"
#define SCNx64 __PRI64 "x"
#endif
