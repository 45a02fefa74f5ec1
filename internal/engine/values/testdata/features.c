// verdict: TRUE
// A pump with features that are chosen once. Readings are kept for statistics, which make the states many; the error depends on
// two features and the state of the pump.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int base, high, methane, log, stop;
int pump = 0, gas = 0, water = 1;
unsigned readings = 0, sum = 0, last = 0;
static int choose(void) { return __VERIFIER_nondet_int() != 0; }
static void act(void)
{
    if (stop && __VERIFIER_nondet_int()) { pump = 0; return; }
    if (methane && gas) { pump = 0; return; }
    if (high && water == 2 && !(methane && gas)) pump = 1;
    if (!high && base && water > 0 && !gas) pump = 1;
}
int main(void)
{
    base = 1;
    high = choose();
    methane = choose();
    log = choose();
    stop = choose();
    if (high && !methane) return 0;
    while (1) {
        if (__VERIFIER_nondet_int()) { if (water < 2) water = water + 1; }
        if (__VERIFIER_nondet_int()) gas = !gas;
        if (pump && water > 0) water = water - 1;
        readings = readings + 1;
        if (log) { last = last * 31 + (unsigned)water; sum = sum + last; }
        act();
        if (methane && gas && pump) reach_error();
    }
}
