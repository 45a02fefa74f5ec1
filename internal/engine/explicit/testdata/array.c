/* UNKNOWN: memory */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}
const int t[5] = {3, 1, 4, 0, 2}; int a; int main(void) { int n = 0; while (1) { int i = __VERIFIER_nondet_int(); if (i == 1) { a = t[a]; n = (n + 1) % 4; } else if (i == 0) return 0; if (a == 4 && n == 3) reach_error(); } }
