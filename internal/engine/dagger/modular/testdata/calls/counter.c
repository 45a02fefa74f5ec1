// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int steps;

void walk(int n)
{
  if (n == 0)
    return;
  steps = steps + 1;
  walk(n - 1);
}

int main(void)
{
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n < 0 || k < 0 || n > 1000 || k > 1000)
    return 0;
  steps = k;
  walk(n);
  if (steps != k + n)
    __VERIFIER_error();
  return 0;
}
