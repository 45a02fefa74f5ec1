#ifndef _STDLIB_H
#define _STDLIB_H
#include <bits/wait.h>
#include <sys/types.h>
#include <stddef.h>
typedef struct {
	int quot, rem;
} div_t;
typedef struct {
	long quot, rem;
} ldiv_t;
typedef struct {
	long long quot, rem;
} lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX __INT_MAX__
size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
_Noreturn void _Exit(int);
_Noreturn void abort(void);
int abs(int);
void *aligned_alloc(size_t, size_t);
void *alloca(size_t);
int at_quick_exit(void (*)(void));
int atexit(void (*)(void));
double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *calloc(size_t, size_t);
div_t div(int, int);
_Noreturn void exit(int);
void free(void *);
char *getenv(const char *);
long labs(long);
ldiv_t ldiv(long, long);
long long llabs(long long);
lldiv_t lldiv(long long, long long);
void *malloc(size_t);
int mblen(const char *, size_t);
size_t mbstowcs(wchar_t *, const char *, size_t);
int mbtowc(wchar_t *, const char *, size_t);
int mkstemp(char *);
int posix_memalign(void **, size_t, size_t);
int putenv(char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
_Noreturn void quick_exit(int);
int rand(void);
int rand_r(unsigned *);
long random(void);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
int setenv(const char *, const char *, int);
void srand(unsigned);
void srandom(unsigned);
double strtod(const char *, char **);
float strtof(const char *, char **);
long strtol(const char *, char **, int);
long double strtold(const char *, char **);
long long strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int system(const char *);
int unsetenv(const char *);
size_t wcstombs(char *, const wchar_t *, size_t);
int wctomb(char *, wchar_t);
#endif
