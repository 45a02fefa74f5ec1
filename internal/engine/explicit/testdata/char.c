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
int s; int main(void) {
    while (1) { char i = __VERIFIER_nondet_char(); if (i < -128 || i > 127) reach_error(); s = (s + i) & 15; if (s > 15 || s < 0) reach_error(); } }
