// verdict: TRUE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int times(int x, int k)
{
  return x * k;
}

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x < 1 || x > 1000)
    return 0;
  if (times(x, 2) + times(x, 3) != 5 * x)
    __VERIFIER_error();
  return 0;
}
