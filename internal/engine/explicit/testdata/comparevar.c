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
int a = 0; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i > a && a < 20) a += 3; else if (i == a) return 0; if (a == 21 && i == 19) reach_error(); } }
