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
int a, b; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i == 7) { int j = __VERIFIER_nondet_int(); if (j == i) a = (a + 2) % 8; if (j == 7 && i != 7) reach_error(); } if (a % 2) reach_error(); if (i == 9) return 0; } }
