// verdict: FALSE
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
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  walk(n);
  if (steps == 3)
    __VERIFIER_error();
  return 0;
}
