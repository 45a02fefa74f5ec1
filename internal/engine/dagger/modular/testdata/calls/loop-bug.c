// verdict: FALSE
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int up(int from, int by)
{
  int i = 0;
  while (i < by) {
    from = from + 1;
    i = i + 1;
  }
  return from;
}

int main(void)
{
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000 || b > 1000)
    return 0;
  if (up(up(a, b), 5) != a + b + 5)
    __VERIFIER_error();
  return 0;
}
