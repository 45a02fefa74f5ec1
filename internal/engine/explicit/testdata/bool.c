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
_Bool b, c; int main(void) {
    while (1) { _Bool i = __VERIFIER_nondet_bool(); b = c; c = i; if (b && !c) reach_error(); } }
