/*
 * For compilers: contracts in the form of CBMC are nothing to them. craig and CBMC, which know what these words
 * mean, read the file as if this header were empty.
 */
#if !defined(__CRAIG__) && !defined(__CPROVER__)
#define __CPROVER_requires(condition)
#define __CPROVER_ensures(condition)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_loop_invariant(condition)
#define __CPROVER_decreases(...)
#define __CPROVER_assert(condition, text) ((void)0)
#define __CPROVER_precondition(condition, text) ((void)0)
#define __CPROVER_postcondition(condition, text) ((void)0)
#define __CPROVER_assume(condition) ((void)0)
#endif
