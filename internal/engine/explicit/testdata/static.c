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
int f(int x) { static int n = 3; if (x == 2) n = (n * 5) % 17; return n; } int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i == 0) return 0; if (f(i) == 16 && i == 9) reach_error(); } }
