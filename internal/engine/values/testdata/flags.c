// verdict: TRUE
// Unlike the other programs, what an input is compared with leaves all values but one: a lock is taken if a flag is
// not zero, and released if the same flag is not zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int held_a = 0, held_b = 0;
    while (__VERIFIER_nondet_int() != 0) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), copy = a;
        held_a = 0;
        held_b = 0;
        if (a != 0) held_a = 1;
        if (b != 0) held_b = 1;
        if (copy != 0) {
            if (held_a != 1) reach_error();
            held_a = 0;
        }
        if (b != 0) {
            if (held_b != 1) reach_error();
            held_b = 0;
        }
        if (held_a != 0 || held_b != 0) reach_error();
    }
    return 0;
}
