/* FALSE */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}
long s = 1; int main(void) {
    while (1) { long i = __VERIFIER_nondet_long(); if (i == 9223372036854775807L) { s = s * 3; if (s > 1000000000000L) s = 1; } else if (i == 0) return 0; if (s == 282429536481L && i != 9223372036854775807L && i < -9223372036854775807L) reach_error(); } }
