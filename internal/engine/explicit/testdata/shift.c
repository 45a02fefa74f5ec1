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
int a = 1; unsigned b = 0x80000000u; int main(void) {
    while (1) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; if (a < 1000) a = a << i; else a = a >> 7; b = (b >> i) | (b << ((32 - i) & 31)); if (a == 64 && b == 0x00100000u) reach_error(); } }
