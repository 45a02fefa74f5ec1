/* TRUE */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) {}
int a, z; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i == 0) return 0; if (z != 0 && 10 / z > 2) a = 1; if (i == 1) z = (z + 1) % 5; if (z == 4 && a == 1 && 10 / z > 2) reach_error(); } }
