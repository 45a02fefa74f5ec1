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
int a = 2147483600; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i == 1 && a < 2147483640) a = a + 10; else if (i == 2) a = 2147483600; else if (i == 3) return 0; if (a == 2147483640) reach_error(); } }
