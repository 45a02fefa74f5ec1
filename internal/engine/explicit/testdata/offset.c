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
    while (1) { int i = __VERIFIER_nondet_int(); if (i > 1000000 || i < -1000000) return 0; int j = i + 5; int k = j - 7; if (j == 20 && a == 2) { if (k == 13 && i == 15) reach_error(); } if (i == 4) a = (a + 1) % 4; } }
