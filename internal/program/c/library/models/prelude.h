/*
 * What every file of models begins with.
 *
 * __VERIFIER_nondet_T() is any value of type T, and __VERIFIER_assume(c) ends the executions in
 * which c is 0. __craig_sign(d) is any number that is negative, zero or positive as d is, and
 * __craig_truth(c) any that is zero just if c is: values that C leaves open. __craig_guess() is any
 * number, where C says which but the model does not, and __craig_guess_long() any long.
 * __craig_bits(x) is the bit pattern of a double and __craig_double(n) the double with one, and
 * __craig_bitsf and __craig_float are the same for float.
 * __craig_failed(c) sets errno as a function does that may set it, and has failed just if c is not 0;
 * __craig_sets() changes the states that the row of the model names. __craig_back() says that ungetc was called.
 * __craig_disjoint(p, n, q, m) says that the function needs n bytes at p and m bytes at q to have none in common.
 * __craig_printed(p, n, q, m) is the same for the text q that is printed to p.
 * __craig_needs(c) says that c is not 0 if the function finds what its argument indexes.
 * __craig_open() is any int from 0 on, which C leaves open. __craig_watched() is 1 if operations are looked at for errors, and
 * 2 if it is asked which statements are executed.
 * __craig_compares() says that nothing is followed if the function that a call compares with may do anything else, and
 * __craig_exchange(p, q, n) exchanges two elements of an array.
 * The other functions that begin with __craig_ are in internal.c.
 */
typedef __SIZE_TYPE__ size_t;
extern int errno;
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern int __craig_sign(int);
extern int __craig_truth(int);
extern int __craig_guess(void);
extern long __craig_guess_long(void);
extern unsigned long long __craig_bits(double);
extern double __craig_double(unsigned long long);
extern unsigned __craig_bitsf(float);
extern float __craig_float(unsigned);
extern void __craig_failed(int);
extern void __craig_sets(void);
extern void __craig_back(void);
extern void __craig_printed(const void *, size_t, const void *, size_t);
extern void __craig_needs(int);
extern void __craig_disjoint(const void *, size_t, const void *, size_t);
extern void *malloc(size_t);
extern int __craig_open(void);
extern int __craig_watched(void);
extern void __craig_compares(void);
extern void __craig_exchange(void *, void *, size_t);
extern void __craig_unknown(char *, size_t);
