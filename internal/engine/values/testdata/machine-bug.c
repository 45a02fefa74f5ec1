// verdict: FALSE
// A lock with a code of three digits. It opens after the code, and an alarm leaves it as it is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int state = 0, alarm = 0, open = 0, wrong = 0;
static int key(int k)
{
    if (alarm == 1) {
        if (k == 9) { alarm = 0; state = 0; wrong = 0; return 1; }
        return 0;
    } else if (state == 0 && k == 3) {
        state = 1;
        return 1;
    } else if (state == 1 && k == 7) {
        state = 2;
        return 1;
    } else if (state == 2 && k == 4) {
        state = 3;
        open = 1;
        return 2;
    } else if (open == 1 && k == 0) {
        open = 0;
        state = 0;
        return 1;
    }
    {
        state = 0;
        wrong = wrong + 1;
        if (wrong == 3) alarm = 1;
    }
    return 0;
}
int main(void)
{
    while (1) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k > 9) return 1;
        key(k);
        if (open == 1 && alarm == 1) reach_error();
    }
}
