/*
 * What every file of models begins with.
 *
 * __VERIFIER_nondet_T() is any value of type T, and __VERIFIER_assume(c) ends the executions in
 * which c is 0. The functions that begin with __craig_ are in internal.c.
 */
typedef __SIZE_TYPE__ size_t;
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void *malloc(size_t);
extern void __craig_unknown(char *, size_t);
